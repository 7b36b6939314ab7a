"""Checks of scenario files and of the rules that they show."""
