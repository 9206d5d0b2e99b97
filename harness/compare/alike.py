"""Like with like: how both files of a pair are loaded, so that the same is asked of both.

Truncation and padding are off, as two of three libraries have none. A library that adds bos and eos
as its caller asks is asked for what the other file adds. All else stays as each file says.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.conversion.special_ids import added_around
from tokparity.oracles.protocol import ORACLES, native_oracle
from tokparity.reference_impl.contract import AS_CONFIGURED, Artefact, Settings
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_UNLIMITED = re.compile(
    rb'\s*{\s*"version"\s*:\s*"1\.0"\s*,\s*"truncation"\s*:\s*null\s*,\s*"padding"\s*:\s*null\b'
)
"""How a file without limits begins, as tokenizers writes it: it is loaded as it is, and once for
all its cells."""


def alike(cell: CellSpec, load: Callable[[Artefact], Tokenizer]) -> CellSpec:
    """The parity cell with its files set to be asked the same; another cell as it is.

    `load` gives the reference on a file, and is called where one of the two libraries is to be told
    what the other adds. A file that it refuses says nothing: both bos and eos are asked for then.
    """
    if cell.question != "parity" or cell.chats:
        return cell
    left, right = (side.artefact for side in cell.sides)
    third = cell.third
    if third is not None:
        third = replace(third, artefact=_beside(third.artefact, left, load))
    return replace(
        cell,
        left=replace(cell.left, artefact=_beside(left, right, load)),
        right=replace(cell.right, artefact=_beside(right, left, load)),
        third=third,
    )


def _beside(artefact: Artefact, other: Artefact, load: Callable[[Artefact], Tokenizer]) -> Artefact:
    settings = AS_CONFIGURED
    if artefact.format == "tokenizer.json":
        settings = Settings(limits=_is_unlimited(artefact))
    elif _asks_its_caller(artefact) and not _asks_its_caller(other):
        try:
            before, after = added_around(load(other))
        except TokparityError:
            return artefact
        settings = Settings(bos=bool(before), eos=bool(after))
    return replace(artefact, settings=settings)


def _asks_its_caller(artefact: Artefact) -> bool:
    return ORACLES[native_oracle(artefact.format)].adds_as_asked


def _is_unlimited(artefact: Artefact) -> bool:
    with artefact.path.open("rb") as file:
        return _UNLIMITED.match(file.read(200)) is not None
