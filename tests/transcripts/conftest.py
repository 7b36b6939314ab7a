"""The transcripts are of the same games as the contract."""

from tests.contract.conftest import pytest_generate_tests as pytest_generate_tests
