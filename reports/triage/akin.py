"""`Kin`: which findings of a run are probably one bug, seen elsewhere.

A bug of a library that shows in both directions, in two stages or in two files of other kinds has
more names than one; a reader of one page should know of the others.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.finding import IN_COMMON, OTHERS, UNICODE_VERSION, Finding, cause_of
from tokparity.reports.summary import describe
from tokparity.reports.triage.legible import case_words
from tokparity.reports.triage.roles import parts

MOST = 5
LONGEST = 40
_OF_ANYTHING = ("any text", "any ids", "the whole stage: ")
_NEWER = re.compile(
    r"characters (of Cn|newer than Unicode [\d.]+|that Unicode [\d.]+ does not have)"
)
_NEW_CHARACTERS = "characters that some version of Unicode has not"

Likeness = tuple[str, str]
"""(the library at fault, what is alike, in words)."""


@dataclass(frozen=True, slots=True)
class Kin:
    """All findings of a run, by what two of them may have alike."""

    _alike: dict[Likeness, list[Finding]] = field(default_factory=dict)

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> "Kin":
        """Look at all of them once."""
        kin = cls()
        for finding in findings:
            for likeness in _likenesses(finding):
                kin._alike.setdefault(likeness, []).append(finding)
        return kin

    def __call__(self, finding: Finding) -> list[tuple[Finding, str]]:
        """Up to five others, each with what it has alike; those of most in common first."""
        reasons: dict[str, list[str]] = {}
        others: dict[str, Finding] = {}
        for likeness in _likenesses(finding):
            for other in self._alike.get(likeness, ()):
                if other.key != finding.key:
                    others[other.key] = other
                    reasons.setdefault(other.key, []).append(likeness[1])
        ordered = sorted(others, key=lambda key: (-len(reasons[key]), key))
        return [(others[key], ", ".join(reasons[key])) for key in ordered[:MOST]]


def _likenesses(finding: Finding) -> Iterator[Likeness]:
    """What another finding of the same library would have to have alike."""
    smallest = describe.smallest(finding)
    library = parts(finding, smallest)[0].label
    cause = cause_of(finding.shape).removeprefix(IN_COMMON).removesuffix(f"; {OTHERS}")
    if finding.signature.component == UNICODE_VERSION or _NEWER.search(cause):
        yield library, _NEW_CHARACTERS
    elif cause and not cause.startswith(_OF_ANYTHING) and not cause.endswith("nothing found"):
        yield library, f"the same cause: {cause}"
    if isinstance(smallest.case, EncodeCase):
        special = "".join(sorted({char for char in smallest.case.text if _tells(char)}))
        if special and not special.isascii():
            yield library, f"the same characters: {case_words(EncodeCase(special), LONGEST)}"
    if smallest.ground and finding.signature.stage in ("added_tokens", "post_processor"):
        yield library, smallest.ground
    if finding.verdict == "refusal" and finding.signature.symptom:
        yield library, f"the same message: {finding.signature.symptom}"


def _tells(char: str) -> bool:
    """Whether a smallest text has a character for a reason."""
    return not (char.isascii() and (char.isalnum() or char == " "))
