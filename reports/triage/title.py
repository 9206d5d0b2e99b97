"""The title of a bug report: who does what otherwise than whom, and in which stage.

Made of parts that are mark-up or text, so that each view can make the text harmless in its way.
"""

from collections.abc import Callable

from tokparity.reference_impl.contract import Case, Op, Refusal
from tokparity.reports.records.finding import CHANGING, Finding, Sighting
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.legible import case_words
from tokparity.reports.triage.roles import breaks_off

LONGEST = 40
"""Characters of the input in a title."""
NAME = 80
"""… and of a tokenizer's name."""
DOES: dict[Op, str] = {
    "encode": "encodes",
    "encode_full": "encodes",
    "decode": "decodes",
    "stage": "turns",
    "stream": "streams",
    "chat": "renders",
}
_DIES = {"crash": "crashes on", "timeout": "hangs on", "memory": "runs out of memory on"}


def ends(refusal: Refusal) -> str:
    """What a side does that has no answer: it dies, never answers, breaks off, or refuses.

    >>> ends(Refusal("crash", "SIGSEGV")), ends(Refusal("error", "unreachable"))
    ('crashes on', 'breaks off on')
    """
    return _DIES.get(refusal.kind) or ("breaks off on" if breaks_off(refusal) else "refuses")


def ended(refusal: Refusal) -> str:
    """What became of a side that has no answer.

    >>> ended(Refusal("timeout", "")), ended(Refusal("error", "no such id"))
    ('gave no answer', 'refused')
    """
    if refusal.kind in _DIES:
        return "gave no answer"
    return "broke off" if breaks_off(refusal) else "refused"


def title(
    finding: Finding,
    sighting: Sighting,
    got: Part,
    expected: Part,
    code: Callable[[str], str] = lambda text: text,
    words_of: Callable[[Case, int], str] = case_words,
) -> str:
    """One line; `code` makes a stretch of text from a file or a case harmless, `words_of` writes
    the case.

    >>> title(finding, sighting, got, expected)  # doctest: +SKIP
    'llama.cpp encodes a\\u0301 otherwise than tokenizers: normalizer NFC'
    """
    words = code(words_of(sighting.case, LONGEST))
    stage = finding.signature.stage
    if finding.signature.component == CHANGING:
        return f"{code(got.label)}'s answer to {words} is another when it is asked again"
    where = f": {stage.replace('_', ' ')} {code(finding.signature.component[:LONGEST])}"
    where = "" if stage == "unknown" else where
    if isinstance(got.recorded, Refusal):
        how = ends(got.recorded)
        return f"{code(got.label)} {how} {words}{where}"
    does = DOES[sighting.case.op]
    if isinstance(expected.recorded, Refusal):
        how = ends(expected.recorded)
        return f"{code(got.label)} {does} {words}, which {code(expected.label)} {how}{where}"
    other = expected.label
    if got.label == other:
        return f"{code(other)} {does} {words} otherwise with {_files(got, expected, code)}{where}"
    return f"{code(got.label)} {does} {words} otherwise than {code(other)}{where}"


def _files(got: Part, expected: Part, code: Callable[[str], str]) -> str:
    return f"{code(got.artefact[:NAME])} than with {code(expected.artefact[:NAME])}"
