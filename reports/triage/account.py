"""A finding in words: a title that says what each side does, and a paragraph for a maintainer.

Made of stretches that are prose or code, so that each view can mark the latter in its own way;
all of it is harmless. Not here: the whole bug report (`report`), which asks the libraries again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    Encoding,
    Refusal,
    Stage,
    case_ids,
)
from tokparity.reference_impl.traces import Piece, StageTrace
from tokparity.reports.records.finding import Finding, Sighting, Status
from tokparity.reports.records.ledger import NOBODY
from tokparity.reports.records.run_info import RunArtefact, RunInfo
from tokparity.reports.summary import describe
from tokparity.reports.summary.alignment import align_stages, differing
from tokparity.reports.summary.ruler import reading, spells
from tokparity.reports.summary.votes import vote_line
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.causes import cause_sentence
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.explain import KNOWN, METHODS
from tokparity.reports.triage.legible import case_words, legible
from tokparity.reports.triage.roles import NOBODY_CAN_TELL, Votes, no_fault, parts, reasons
from tokparity.reports.triage.title import DIES, DOES

MOST_PIECES = 6
LONGEST = 40
"""Characters of a stretch of text, in a title or a sentence."""
MOST_SOURCE = 24
"""… that a title says what becomes of."""
NAME = 80
LONGEST_COMMAND = 300
STAGE_NAMES = {
    "added_tokens": "added tokens",
    "pre_tokenizer": "pre-tokenizer",
    "post_processor": "post-processor",
    "chat_template": "chat template",
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of prose, or of code: text from a file or a case."""

    text: str
    is_code: bool = False


Words = tuple[Stretch, ...]


def plain_words(words: Iterable[Stretch], code: Callable[[str], str] = "`{}`".format) -> str:
    """Words as one line.

    >>> plain_words((Stretch("splits "), Stretch("ab", True)))
    'splits `ab`'
    """
    return "".join(code(each.text) if each.is_code else each.text for each in words)


def title_words(finding: Finding, sighting: Sighting) -> Words:
    """What one side does that the other does not, on the smallest text: "llama.cpp splits `ab`
    into `a` `b`, tokenizers keeps `ab` as one word". Where their stages are not known, what they
    answer.
    """
    got, expected = parts(finding, sighting)
    first, second = _both(finding, sighting, got) or _answered(sighting, got, expected)
    return (*_side(got, expected), *first, Stretch(", "), *_side(expected, got), *second)


@dataclass(frozen=True, slots=True)
class Account:
    """Sentences on a finding: who differs from whom on what text, the cause as far as it is known,
    in which stage, what each side does there and answers, what the ledger says, who is expected to
    be right and why, and how it is seen again. Empty where there is nothing to say."""

    who: Words
    cause: Words
    where: Words
    deeds: Words
    answers: Words
    ledger: Words
    right: Words
    again: Words

    @property
    def sentences(self) -> tuple[Words, ...]:
        said = (
            self.who,
            self.cause,
            self.where,
            self.deeds,
            self.answers,
            self.ledger,
            self.right,
            self.again,
        )
        return tuple(each for each in said if each)


def account(run_dir: Path, info: RunInfo, finding: Finding, sighting: Sighting) -> Account:
    """A finding for a maintainer who knows nothing of the run."""
    got, expected = parts(finding, sighting)
    count, files = sum(each.count for each in finding.sightings), len(finding.sightings)
    seen = f"{count:,} case{'s' * (count != 1)} of this run"
    seen += f", in {files} artefacts or pairs" if files > 1 else ""
    smallest = (
        Stretch(f" differ in {seen}; the smallest is "),
        Stretch(case_words(sighting.case, NAME), True),
        Stretch(f" ({describe.options(sighting.case)})."),
    )
    both = _both(finding, sighting, got)
    third = vote_line(finding, sighting)
    why = reasons(finding, got, expected, (), Votes(), third)[0]
    return Account(
        (*_on(got, info), Stretch(" and "), *_on(expected, info), *smallest),
        _prose(cause) if (cause := cause_sentence(finding, sighting, at_left=got.is_left)) else (),
        _where(finding, sighting, got),
        () if both is None else _there(got, expected, both),
        _answers(got, expected),
        _ledger(info, finding, sighting),
        _right(info, finding, got, expected, third, why),
        _again(run_dir, finding, sighting),
    )


DEVIATES: dict[Status, str] = {
    "accepted": "The one that deviates is {}. Judged and accepted: nothing is to be done.",
    "open": "A bug of {}, judged, and open.",
    "fixed-in": "A bug of {} that a later version has fixed.",
}
"""Of an entry that says who."""
JUDGED: dict[Status, str] = {
    "accepted": "Judged and accepted, for the ledger's reason: nothing is to be done.",
    "open": "Judged: a bug that is open; the ledger's reason says whose.",
    "fixed-in": "Judged: a bug that a later version has fixed; the ledger's reason says whose.",
}


def _right(
    info: RunInfo, finding: Finding, got: Part, expected: Part, third: str | None, why: str
) -> Words:
    """One verdict: the ledger's where it has one, nobody's name where nobody can tell."""
    if finding.ledger_entry is not None and finding.status in JUDGED:
        return _prose(_judged(info, finding) + (f" The vote: {third}." if third else ""))
    if third is None and why in (NOBODY_CAN_TELL, no_fault(finding.signature.component)):
        return _prose(f"{why[:1].upper()}{why[1:]}.")
    return (Stretch("Expected to be right is "), *_side(expected, got), *_prose(f": {why}."))


def _judged(info: RunInfo, finding: Finding) -> str:
    """What the ledger says of who is wrong."""
    who = info.ledger.deviates.get(finding.ledger_entry or "", "")
    if not who:
        return JUDGED[finding.status]
    if who == NOBODY:
        return "Nobody is wrong. Judged and accepted: nothing is to be done."
    return DEVIATES[finding.status].format(who)


def _there(got: Part, expected: Part, deeds: tuple[Words, Words]) -> Words:
    first, second = deeds
    named = (*_side(got, expected), *first, Stretch("; "), *_side(expected, got), *second)
    return (Stretch("There "), *named, Stretch("."))


MOST_CHANGES = 3


def _ledger(info: RunInfo, finding: Finding, sighting: Sighting) -> Words:
    if finding.ledger_entry is None:
        return ()
    says = info.ledger.reasons.get(finding.ledger_entry, "")
    entry = Stretch(harmless(finding.ledger_entry), True)
    known = (Stretch(f"Known ({finding.status}) as "), entry, *_prose(f": {says}" if says else "."))
    return *known, *_proof(info, finding, sighting)


def _proof(info: RunInfo, finding: Finding, sighting: Sighting) -> Words:
    """With which change of which file the difference goes; nothing where many could be it. Another
    may stand behind it."""
    files = {each.name: each for each in info.artefacts}
    left, right = files.get(sighting.artefact), files.get(sighting.against or "")
    if left is None or right is None:
        return ()
    op = "encode" if finding.signature.op == "encode_full" else finding.signature.op
    deeds: dict[tuple[str, str], None] = {}
    for change in info.ledger.changes.get(finding.ledger_entry or "", ()):
        for here, there in ((left, right), (right, left)):
            if op in change.ops and _is(here, change.on) and _is(there, change.beside):
                deeds[here.name, change.deed] = None
    if not 0 < len(deeds) <= MOST_CHANGES:
        return ()
    words: list[Stretch] = []
    for name, deed in deeds:
        words += [Stretch(" or "), Stretch(harmless(deed[:NAME]), True), Stretch(" in ")]
        words.append(Stretch(harmless(name[:NAME]), True))
    return Stretch(" With "), *words[1:], Stretch(", this difference goes.")


def _is(file: RunArtefact, glob: str) -> bool:
    """Whether a ledger's name of files is this one's."""
    names = (file.name, f"sha256-{file.sha256}")
    return any(fnmatchcase(f"{file.format}:{name}", glob) for name in names)


def _again(run_dir: Path, finding: Finding, sighting: Sighting) -> Words:
    commands = describe.again_commands(run_dir, finding, sighting)
    if not commands or max(map(len, commands)) > LONGEST_COMMAND:
        commands = (describe.shrink_command(run_dir, finding),)
    steps = [part for line in commands for part in (Stretch(" "), Stretch(line, True))]
    return (Stretch("See it again:"), *steps)


def _where(finding: Finding, sighting: Sighting, got: Part) -> Words:
    """In which stage, and how that is known."""
    signature = finding.signature
    if signature.stage == "unknown" and isinstance(got.recorded, Refusal):
        return _prose(f"{got.label[:NAME]} gives no answer, {_refuser(sighting)}.")
    if signature.stage == "unknown":
        return _prose("In which stage they part is not known.")
    method = KNOWN if signature.cause else METHODS[finding.method]
    if sighting.ground and not signature.cause:
        method = harmless(f"the subject shows no stages; {sighting.ground}")
    stage = Stretch(f"They part in the {STAGE_NAMES.get(signature.stage, signature.stage)}")
    if signature.cause:  # the component is the entry's own name
        return stage, Stretch(f", by {method}.")
    component = Stretch(harmless(signature.component[:LONGEST]), True)
    return stage, Stretch(" ("), component, Stretch(f"): {method}.")


def _refuser(sighting: Sighting) -> str:
    """What of a side that gives no answer it must have been, as far as its input tells."""
    ids = case_ids(sighting.case)
    if not isinstance(sighting.case, DecodeCase):
        return "so no stage of it is seen"
    if not ids:
        return "since it is given no ids: it checks its arguments so, before any stage"
    if any(not sighting.names[0].get(token_id) for token_id in ids):
        return "since an id has no piece: it fails where ids are looked up, before the decoder"
    return "and each id has a piece: it fails in its decoder"


def _answers(got: Part, expected: Part) -> Words:
    said = []
    for part, other in ((got, expected), (expected, got)):
        answer = describe.answer_line(part.recorded, LONGEST)
        verb = " refuses, " if isinstance(part.recorded, Refusal) else " answers "
        said.append((*_side(part, other), Stretch(verb), Stretch(answer or "(empty)", True)))
    return (*said[0], Stretch(", "), *said[1], Stretch("."))


def _both(finding: Finding, sighting: Sighting, got: Part) -> tuple[Words, Words] | None:
    """What each side does in the first stage that matters, `got` first; None where that is not
    shown, or would be too long to read."""
    case = sighting.case
    if not isinstance(case, EncodeCase):
        return None
    stages = align_stages(sighting.left_trace, sighting.right_trace, finding.signature.stage)
    pair = next((pair for pair in stages if pair.change == "first"), None)
    if pair is None or pair.left is None or pair.right is None:
        return None
    sides = _first_stretch(pair.left, pair.right)
    ends = [end for pieces in sides for piece in pieces for end in (piece.start, piece.end)]
    source = case.text[min(ends, default=0) : max(ends, default=0)]
    if len(source) > MOST_SOURCE:
        return None
    every = (source, *(read for pieces in sides for read in _readings(pieces, case.text)))
    left, right = (_deed(pair.left.stage, source, pieces, case.text, every) for pieces in sides)
    if left == right:
        return None
    return (left, right) if got.is_left else (right, left)


def _first_stretch(left: StageTrace, right: StageTrace) -> tuple[tuple[Piece, ...], ...]:
    """The pieces from the first difference on, up to where both sides are at the same place."""
    marks = differing(left, right)
    rests = [side.pieces[m.start : m.stop] for side, m in zip((left, right), marks, strict=True)]
    one, other = rests
    i, j = min(1, len(one)), min(1, len(other))
    while 0 < i < len(one) and 0 < j < len(other) and one[i - 1].end != other[j - 1].end:
        if one[i - 1].end < other[j - 1].end:
            i += 1
        else:
            j += 1
    if not (i and j) or one[i - 1].end != other[j - 1].end:
        return tuple(rests)
    return one[:i], other[:j]


def _answered(sighting: Sighting, got: Part, expected: Part) -> tuple[Words, Words]:
    """What each side answers, in the words of a title."""
    words = Stretch(case_words(sighting.case, LONGEST), True)
    lines = [
        describe.answer_line(
            replace(part.recorded, offsets=None)
            if isinstance(part.recorded, Encoding) and sighting.field == "ids"
            else part.recorded,
            LONGEST,
        )
        for part in (got, expected)
    ]
    does = DOES[sighting.case.op]
    if lines[0][:LONGEST] == lines[1][:LONGEST]:
        return (Stretch(f" {does} "), words, Stretch(" otherwise")), (Stretch(" as it should be"),)
    said = [
        _refusal(part) or (Stretch(" as "), Stretch(line or "(empty)", True))
        for part, line in zip((got, expected), lines, strict=True)
    ]
    if _refusal(got):
        return (*said[0], Stretch(" "), words), (Stretch(f" {does} it"), *said[1])
    return (Stretch(f" {does} "), words, *said[0]), said[1]


def _refusal(part: Part) -> Words:
    """How a side does not answer; nothing where it does."""
    if not isinstance(part.recorded, Refusal):
        return ()
    return (Stretch(f" {DIES.get(part.recorded.kind, 'refuses')}"),)


def _deed(
    stage: Stage, source: str, pieces: tuple[Piece, ...], text: str, every: Iterable[str]
) -> Words:
    """What a stage makes of `source`, a stretch of the text; `pieces` may cover less of it. `every`
    text of both sides is written alike."""
    listed = _listed(pieces, text, every)
    of = Stretch(legible(source, LONGEST, every) or "(nothing)", True)
    match stage:
        case "added_tokens":
            tokens = tuple(piece for piece in pieces if piece.id is not None)
            if not tokens:
                return Stretch(" finds no added token in "), of
            plural = "s" * (len(tokens) != 1)
            return Stretch(f" finds the added token{plural} "), *_listed(tokens, text, every)
        case "normalizer":
            shown = "".join(piece.text for piece in pieces)
            if shown == source:
                return Stretch(" leaves "), of, Stretch(" as it is")
            into = Stretch(legible(shown, LONGEST, every) or "(nothing)", True)
            return Stretch(" normalizes "), of, Stretch(" to "), into
        case "pre_tokenizer" if len(pieces) == 1:
            return Stretch(" keeps "), *listed, Stretch(" as one word")
        case "pre_tokenizer":
            return Stretch(" splits "), of, Stretch(" into "), *listed
        case "post_processor":
            return Stretch(" has "), *listed, Stretch(" after its post-processor")
        case "model" if listed == (of,):
            return Stretch(" takes "), of, Stretch(" as one token")
        case _:
            return Stretch(" makes "), *listed, Stretch(" of "), of


def _listed(pieces: tuple[Piece, ...], text: str, every: Iterable[str]) -> Words:
    """Pieces as the source text they stand for."""
    if not pieces:
        return (Stretch("nothing"),)
    words: list[Stretch] = []
    for read in _readings(pieces, text)[:MOST_PIECES]:
        shown = legible(read, LONGEST, every)
        words += [Stretch(" "), Stretch(shown or "(empty)", True)]
    if len(pieces) > MOST_PIECES:
        words.append(Stretch(f" and {len(pieces) - MOST_PIECES} more"))
    return tuple(words[1:])


def _readings(pieces: Sequence[Piece], text: str) -> list[str]:
    spelled = spells(piece.text for piece in pieces)
    return [reading(p.text, text[p.start : p.end], spelled=spelled) for p in pieces]


def _side(part: Part, other: Part) -> Words:
    """A library by its name; with its file where both sides are one library."""
    name = Stretch(harmless(part.label[:NAME]))
    if part.label != other.label:
        return (name,)
    return name, Stretch(" with "), Stretch(harmless(part.artefact[:NAME]), True)


def _on(part: Part, info: RunInfo) -> Words:
    version = info.oracles.get(part.engine, "")
    label = f"{part.label[:NAME]} {version}".strip()
    return Stretch(harmless(label)), Stretch(" on "), Stretch(harmless(part.artefact[:NAME]), True)


def _prose(text: str) -> Words:
    return (Stretch(harmless(text)),)
