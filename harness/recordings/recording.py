"""`Recording`: what a server gave of a reply, push by push, in a file of JSON lines.

    {"prompt": [1, 2], "skip_special": true, "stop": ["\\n\\n"]}
    {"ids": [9284], "delta": ""}
    {"ids": [104, 101], "delta": "好"}

The first line may say how it was asked, and be left out; each other one is a push: the ids of it,
of which there may be several or none, and the text that came with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.strict_json.classes import declare, declare_union
from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.lines import read_lines


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands before the reply, and how it was to be decoded."""

    prompt: tuple[int, ...] = ()
    skip_special: bool = False
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Push:
    """The ids of a push, and the text that came with them."""

    ids: tuple[int, ...]
    delta: str


_LINE: Any = Asked | Push
declare(Asked, optional=["prompt", "skip_special", "stop"])
declare(Push)


def _kind(data: dict[str, Any]) -> type:
    return Push if data.keys() & {"ids", "delta"} else Asked


declare_union(_LINE, _kind)


@dataclass(frozen=True, slots=True)
class Recording:
    """`pushes` with the numbers of their lines."""

    asked: Asked
    pushes: tuple[tuple[int, Push], ...]

    def case(self, pushes: Sequence[tuple[int, Push]] | None = None) -> StreamCase:
        """The ids of some of its pushes, or of all, as they are to be decoded."""
        taken = self.pushes if pushes is None else pushes
        ids = tuple(token_id for _, push in taken for token_id in push.ids)
        options = DecodeOptions(skip_special=self.asked.skip_special)
        return StreamCase(ids, self.asked.prompt, options)


def read_recording(path: Path) -> Recording:
    """Errors: BadRecord with the line, the field and what is wrong with it."""
    asked, pushes = Asked(), []
    for number, line in read_lines(path, _LINE):
        match line:
            case Push():
                pushes.append((number, line))
            case Asked() if number == 1:
                asked = line
            case _:
                raise BadRecord(path, number, "ids", "is missing: only the first line has none")
    if not any(push.ids for _, push in pushes):
        raise BadRecord(path, 1, "ids", "is missing: no push has one")
    if "" in asked.stop:
        raise BadRecord(path, 1, "stop", "holds an empty text")
    return Recording(asked, tuple(pushes))
