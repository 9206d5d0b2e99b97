"""The engines that render conversations and nothing else, an adapter each, declared as oracles are.

Two of them are in wheels that this project does not depend on: the extra `engines` brings them.
"""

from dataclasses import replace
from pathlib import Path

from tokparity.oracles.protocol import OracleSpec, read_declarations

_ROOT = str(Path(__file__).parents[3])
"""Where a worker finds `evaluation`, which is not installed."""

CHAT_ENGINES: dict[str, OracleSpec] = {
    name: replace(spec, path=(_ROOT,)) for name, spec in read_declarations(__name__).items()
}
"""Every chat engine by its name, which is that of its file here."""
