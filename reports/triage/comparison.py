"""What a script compares: the value of each side, of a long one the stretch that differs.

In whatever language the script is. Not here: how it looks as source (`scripts`, `javascript`).
"""

import ast
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from tokparity.reference_impl.contract import Observation, Refusal, Text
from tokparity.reports.triage.exhibit import Part, Role
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.values import LONGEST, Aspect, refused, value, window

Death = Literal["crash", "timeout", "memory"]
MARKER = "loaded, now it is asked"
"""What a script prints right before a call that is to end it: an end before that is another one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`literals` are what both sides are to be; `cut` is the stretch of an answer that is compared
    where it is too long, `as_text` whether bytes are read as text. `death` is how the side that is
    wrong ends its process, where it is run and does. `error_is_due`: an error
    is, of whatever words, and the side that is wrong has an answer."""

    literals: dict[Role, Any]
    cut: slice | None
    as_text: bool
    death: Death | None
    error_is_due: bool = False

    @classmethod
    def of(
        cls, aspect: Aspect, index: int, got: Part, expected: Part, death: Death | None
    ) -> "Comparison":
        """Of the recorded answers. Errors: NoScript, where nothing differs in this aspect."""
        parts = {part.role: part for part in (got, expected)}
        as_text = any(map(_is_of_text, parts.values()))
        values = {role: _value(part, aspect, as_text) for role, part in parts.items()}
        if values["got"] == values["expected"]:
            raise NoScript(f"what differs ({aspect}) does not show in the library's own calls")
        due = is_raised(expected) and not isinstance(got.recorded, Refusal)
        short = all(len(ascii(literal)) <= LONGEST for literal in values.values())
        if short or None in values.values():
            return cls(values, None, as_text, death, due)
        refusing = {role for role, part in parts.items() if _is_refusal(part)}
        cut = window(0 if refusing else index)
        literals = {role: it if role in refusing else it[cut] for role, it in values.items()}
        return cls(literals, cut, as_text, death, due)


def death_of(part: Part | None) -> Death | None:
    """How the side that is wrong ends its process, if it is run and does."""
    if part is not None and isinstance(part.recorded, Refusal):
        match part.recorded.kind:
            case "crash" | "timeout" | "memory" as kind:
                return kind
            case _:
                return None
    return None


def exit_of(part: Part | None) -> int | None:
    """The exit code of the crash that is recorded of a side, negative for a signal; None: it is no
    crash, or does not say."""
    if death_of(part) != "crash":
        return None
    assert part is not None
    assert isinstance(part.recorded, Refusal)
    how = re.match(r"(signal|exit code) (\d+)\b", part.recorded.detail)
    return None if how is None else int(how[2]) * (-1 if how[1] == "signal" else 1)


def dies(part: Part) -> bool:
    """Whether what ends it ends the script too: what runs in a process of its own does not."""
    return part.stranger is None or part.stranger.is_called


def may_live(death: Death | None) -> bool:
    """Whether a script asks for a death that no error can stand for: what answers, or raises, is no
    more the finding. Of memory an error may tell."""
    return death in ("crash", "timeout")


def is_raised(part: Part) -> bool:
    """Whether its answer is an error that a script can catch."""
    return isinstance(part.recorded, Refusal) and part.recorded.kind in ("error", "regex-limit")


_NOT_TAKEN = (
    re.compile(r"an id of more than 32 bits among (\[[-\d, ]*\])"),
    re.compile(r"half a character, a surrogate: (.+)"),
    re.compile(r"(?:en|de)code gave (None), and no (?:text|list of ids)"),
)
"""Answers that no vocabulary and no text can have (`oracles.subjects.messages`), or that are none
(`oracles.subjects.python_host`)."""


def _not_taken(answer: Observation) -> tuple[Any, ...]:
    """What a library did answer where that was not taken for an answer; nothing where it gave none,
    or one too long to be recorded."""
    if isinstance(answer, Refusal):
        for told in filter(None, (each.fullmatch(answer.detail) for each in _NOT_TAKEN)):
            with suppress(ValueError, SyntaxError):
                return (ast.literal_eval(told[1]),)
    return ()


def gives_bytes(part: Part) -> bool:
    """Whether what it decodes to are bytes."""
    side = part.stranger or part.library or part.spec
    return side is not None and side.decodes == "bytes"


def _is_of_text(part: Part) -> bool:
    """Whether it gives a text, or would: then bytes of the other side are compared as one."""
    if not isinstance(part.recorded, Refusal):
        return isinstance(part.recorded, Text)
    return part.is_run and not gives_bytes(part)


def _is_refusal(part: Part) -> bool:
    """Whether its value is the words of a refusal, of which nothing is cut."""
    return isinstance(part.recorded, Refusal) and not (part.library and _not_taken(part.recorded))


def _value(part: Part, aspect: Aspect, as_text: bool) -> Any:
    if part.library is not None and (answers := _not_taken(part.recorded)):
        return answers[0]
    if death_of(part) and not dies(part):
        assert isinstance(part.recorded, Refusal)
        return refused(part.recorded.kind)
    try:
        return value(part.recorded, aspect, as_text=as_text)
    except ValueError:
        raise NoScript(f"{part.label} reports no {aspect}") from None
