"""What each side of a finding does on its smallest case, in words: the title of its page.

Of sides whose stages are known what they do in the first stage that matters, of others what they
answer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tokparity.reference_impl.contract import EncodeCase, Encoding, Refusal, Stage
from tokparity.reference_impl.traces import Piece, StageTrace
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.summary import describe
from tokparity.reports.summary.alignment import align_stages, differing
from tokparity.reports.summary.ruler import reading, spells
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.legible import case_words, legible, piece_text
from tokparity.reports.triage.roles import parts
from tokparity.reports.triage.title import DOES, ends
from tokparity.reports.triage.words import Stretch, Words

MOST_PIECES = 6
LONGEST = 40
"""Characters of a stretch of text, in a title or a sentence."""
MOST_SOURCE = 24
"""… that a title says what becomes of."""
NAME = 80


def title_words(finding: Finding, sighting: Sighting) -> Words:
    """What one side does that the other does not, on the smallest text: "llama.cpp splits `ab`
    into `a` `b`, tokenizers keeps `ab` as one word". Where their stages are not known, what they
    answer.
    """
    got, expected = parts(finding, sighting)
    first, second = deeds(finding, sighting, got) or _answered(sighting, got, expected)
    return (*side_words(got, expected), *first, Stretch(", "), *side_words(expected, got), *second)


def deeds(finding: Finding, sighting: Sighting, got: Part) -> tuple[Words, Words] | None:
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
    if (tokens := _in_pieces(sighting, got, expected)) is not None:
        return (Stretch(f" {DOES[sighting.case.op]} "), words, *tokens[0]), tokens[1]
    lines = [
        describe.answer_line(
            replace(part.recorded, offsets=None)
            if isinstance(part.recorded, Encoding) and sighting.field in ("ids", "refusal")
            else part.recorded,
            LONGEST,
        )
        for part in (got, expected)
    ]
    does = DOES[sighting.case.op]
    if lines[0][:LONGEST] == lines[1][:LONGEST]:
        return (Stretch(f" {does} "), words, Stretch(" otherwise")), (Stretch(" as it should be"),)
    said = [
        refusal_words(part) or (Stretch(" as "), Stretch(line or "(empty)", True))
        for part, line in zip((got, expected), lines, strict=True)
    ]
    if refusal_words(got) and refusal_words(expected):
        return (*said[0], Stretch(" "), words), (*said[1], Stretch(" it"))
    if refusal_words(got):
        return (*said[0], Stretch(" "), words), (Stretch(f" {does} it"), *said[1])
    return (Stretch(f" {does} "), words, *said[0]), said[1]


def _in_pieces(sighting: Sighting, got: Part, expected: Part) -> tuple[Words, Words] | None:
    """The tokens in which two encodings part, as the text that their pieces stand for; None where
    an id has no piece, or all read alike."""
    one, other = got.recorded, expected.recorded
    if sighting.field != "ids" or not isinstance(sighting.case, EncodeCase):
        return None
    if not isinstance(one, Encoding) or not isinstance(other, Encoding):
        return None
    before, after = _shared(one.ids, other.ids)
    rows = []
    for part, ids in ((got, one.ids), (expected, other.ids)):
        names = sighting.names[0 if part.is_left else 1]
        named = [names.get(i) for i in ids[before : len(ids) - after]]
        if not all(named):
            return None
        rows.append([piece_text(piece, sighting.settings) for piece in named if piece])
    if rows[0] == rows[1]:
        return None
    every = [read for row in rows for read in row]
    first, second = (
        (Stretch(" as … " if before else " as "), *_row(row, every), Stretch(" …" if after else ""))
        for row in rows
    )
    return first, second


def _shared(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """How many ids are the same at the beginning, and at the end; never all of a side's, where
    it has some."""
    most = min(len(one), len(other))
    before = next((at for at in range(most) if one[at] != other[at]), most)
    rest = most - before
    after = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    if before + after == most and most:
        return (before - 1, after) if before else (before, after - 1)
    return before, after


def _row(readings: Sequence[str], every: Sequence[str]) -> Words:
    if not readings:
        return (Stretch("(no ids)", True),)
    words: list[Stretch] = []
    for read in readings[:MOST_PIECES]:
        words += [Stretch(" "), Stretch(legible(read, LONGEST, every) or "(empty)", True)]
    if len(readings) > MOST_PIECES:
        words.append(Stretch(f" and {len(readings) - MOST_PIECES} more"))
    return tuple(words[1:])


def refusal_words(part: Part) -> Words:
    """How a side does not answer; nothing where it does."""
    if not isinstance(part.recorded, Refusal):
        return ()
    return (Stretch(f" {ends(part.recorded)}"),)


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


def side_words(part: Part, other: Part) -> Words:
    """A library by its name; with its file where both sides are one library."""
    name = Stretch(harmless(part.label[:NAME]))
    if part.label != other.label:
        return (name,)
    return name, Stretch(" with "), Stretch(harmless(part.artefact[:NAME]), True)
