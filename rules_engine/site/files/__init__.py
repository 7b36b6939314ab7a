"""The files that a site needs beside its pages."""
