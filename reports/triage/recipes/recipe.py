"""What every library's recipe is: the lines of a script that load a tokenizer and ask it one thing.

A recipe speaks to the library as its users do. What a library shows only through a vocabulary made
for the question has no recipe: `NoScript` says so.
"""

from dataclasses import dataclass
from typing import Protocol

from tokparity.reference_impl.contract import Case, EncodeOptions
from tokparity.reference_impl.errors import NotUnicode
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.values import Aspect, text_literal

FOLDER = "tokenizer"


class NoScript(Exception):
    """No script of a few lines can show this; the reason is for the report."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """`load` assigns `tokenizer`; `ask` may use it, and `answer` is an expression for the aspect.

    `aspect` is what of an answer that expression gives. `refusal` stands before it where what was
    asked may refuse without an error: "… if … else". `end` lets go of what was asked. Lines are
    ASCII, without a line's end.
    """

    imports: tuple[str, ...]
    load: tuple[str, ...]
    ask: tuple[str, ...]
    answer: str
    aspect: Aspect
    refusal: str = ""
    end: tuple[str, ...] = ()


class MakeRecipe(Protocol):
    """How a library's recipe is made: for one side, one case, and what is to be compared.

    Raises NoScript.
    """

    def __call__(self, part: Part, case: Case, aspect: Aspect) -> Recipe: ...


def holding_of(part: Part) -> Holding:
    """The tokenizer of a side that a script runs."""
    assert part.holding is not None
    return part.holding


def added_by_caller(part: Part, options: EncodeOptions) -> tuple[bool, bool]:
    """Whether bos and eos are asked for, of a library that adds them as it is asked."""
    settings = holding_of(part).settings
    return options.add_special and settings.bos, options.add_special and settings.eos


def path_of(part: Part) -> tuple[tuple[str, ...], str]:
    """(imports, an expression): where a side's file is, beside the script or as it is told.

    Of two files that a script is told, the first is of the answer that is wrong.
    """
    holding = holding_of(part)
    if holding.file is None:
        return ("import sys",), f"sys.argv[{1 if part.role == 'got' else -1}]"
    return ("from pathlib import Path",), f"str(Path(__file__).with_name({holding.file!a}))"


def folder_beside(file: str) -> str:
    """The folder, beside a report, of what the model has besides this file there.

    >>> folder_beside("tokenizer.json")
    'tokenizer.beside'
    """
    return f"{file.partition('.')[0]}.beside"


def bytes_or_text(text: str) -> str:
    """A text for a library that takes bytes too: as bytes where some are no UTF-8."""
    try:
        data = to_bytes(text)
    except NotUnicode:
        raise NoScript("the text holds a surrogate that stands for no byte") from None
    try:
        return text_literal(data.decode())
    except UnicodeDecodeError:
        return text_literal(data)


def is_bytes(literal: str) -> bool:
    """Whether a literal of `bytes_or_text`, or a product or sum of such, is of bytes.

    >>> is_bytes(bytes_or_text("\\udcff'")), is_bytes(bytes_or_text("b'"))
    (True, False)
    """
    return literal[:2] in ("b'", 'b"')
