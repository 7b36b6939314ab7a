"""Names that a package exports from its modules and loads on first use."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def lazy_names(package: str, places: Mapping[str, Iterable[str]]) -> Callable[[str], object]:
    """Return the function ``__getattr__`` of a package; ``places`` maps modules of the engine to the names from each."""
    homes = {name: module for module, names in places.items() for name in names}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"rules_engine.{homes[name]}"), name)

    return load
