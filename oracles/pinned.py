"""Which version of each native library this package was made with, and where another is installed.

The reference follows the pinned versions: what another one does otherwise is no fault of anybody's.
"""

import re
from collections.abc import Mapping
from functools import cache

from tokparity.oracles.protocol import ORACLES

_PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9._+-]+)")


@cache
def pinned() -> Mapping[str, str]:
    """Distribution → version, as the package's own metadata has it; none where it has none."""
    from importlib.metadata import PackageNotFoundError, requires  # brings email and zipfile

    try:
        found = map(_PIN.match, requires("tokparity") or ())
    except PackageNotFoundError:
        return {}
    return {pin[1].lower().replace("_", "-"): pin[2] for pin in found if pin}


def unpinned(versions: Mapping[str, str]) -> list[str]:
    """What to say of libraries of another version than the pinned one; `versions` by oracle.

    >>> unpinned({"openai_tiktoken": "0.9.0"})
    ['tiktoken 0.9.0, and not 0.14.0, which the reference follows']
    """
    said: dict[str, None] = {}
    for oracle, version in versions.items():
        spec = ORACLES.get(oracle)
        wanted = pinned().get(spec.distribution) if spec else None
        number = version.partition("+")[0]
        if spec is not None and wanted is not None and number != wanted:
            said[f"{spec.distribution} {number}, and not {wanted}, which the reference follows"] = (
                None
            )
    return list(said)
