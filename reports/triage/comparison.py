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
    """`literals` are what both sides are to be, cut as `cut` says; `death` is how the side that is
    wrong ends its process, where it is run and does."""

    literals: dict[Role, Any]
    cut: dict[Role, slice]
    death: Death | None

    @classmethod
    def of(
        cls, aspect: Aspect, index: int, got: Part, expected: Part, death: Death | None
    ) -> "Comparison":
        """Of the recorded answers. Errors: NoScript, where nothing differs in this aspect."""
        parts = {part.role: part for part in (got, expected)}
        values = {role: _value(part, aspect, got, expected) for role, part in parts.items()}
        if values["got"] == values["expected"]:
            raise NoScript(f"what differs ({aspect}) does not show in the library's own calls")
        cut = _cut(parts, values, index)
        literals = {
            role: values[role][cut[role]] if role in cut else values[role] for role in parts
        }
        return cls(literals, cut, death)


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


def _value(part: Part, aspect: Aspect, got: Part, expected: Part) -> Any:
    if part.library is not None and (answers := _not_taken(part.recorded)):
        return answers[0]
    texts = any(isinstance(side.recorded, Text) for side in (got, expected))
    if death_of(part) and not dies(part):
        assert isinstance(part.recorded, Refusal)
        return refused(part.recorded.kind)
    try:
        return value(part.recorded, aspect, as_text=texts)
    except ValueError:
        raise NoScript(f"{part.label} reports no {aspect}") from None


def _cut(parts: dict[Role, Part], values: dict[Role, Any], index: int) -> dict[Role, slice]:
    """What to show of values that are too long; of a refusal nothing is cut."""
    if all(len(ascii(literal)) <= LONGEST for literal in values.values()):
        return {}
    answered = [role for role, part in parts.items() if not isinstance(part.recorded, Refusal)]
    return {role: window(index if len(answered) == 2 else 0) for role in answered}
