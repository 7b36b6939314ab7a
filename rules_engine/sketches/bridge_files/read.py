"""The formats by their content, and records as the text of scenario files."""

from __future__ import annotations

import re

from rules_engine.core.model.errors import RulesEngineError
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.yaml_writer import write_yaml
from rules_engine.sketches.bridge_files.lin import read_lin
from rules_engine.sketches.bridge_files.pbn import read_pbn
from rules_engine.sketches.bridge_files.record import BridgeRecord

_LIN = re.compile(r"(?:^|\|)\s*(?:md|pn|vg|qx|st|rh)\|", re.IGNORECASE)
_SCENARIO = re.compile(r"^game\s*:", re.MULTILINE)
_PBN = re.compile(r'^\s*\[\s*\w+\s+"|^% PBN', re.MULTILINE)


def is_bridge_record(text: str) -> bool:
    """Return whether a text looks like PBN or LIN."""
    return not _SCENARIO.search(text) and bool(_PBN.search(text) or _LIN.search(text))


def read_bridge(text: str) -> list[BridgeRecord]:
    """Return the records in a text, which is PBN or LIN. Raises ``RecordError``."""
    return read_lin(text) if _LIN.search(text) and not _PBN.search(text) else read_pbn(text)


def scenario_of(text: str, number: int = 1) -> str:
    """Return a record as the text of a scenario file of the game ``bridge``. Records count from 1.

    Raises ``RecordError`` with the line and column of what is wrong, and ``RulesEngineError`` if there aren't as many records.
    """
    records = read_bridge(text)
    if not 1 <= number <= len(records):
        raise RulesEngineError(f"there is no record {number}: the file has {len(records)}")
    return write_yaml(write_scenario(records[number - 1].scenario()))
