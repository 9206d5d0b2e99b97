"""Which stage of a black box is at fault, by what its answers alone can tell.

Used where no variant of the reference, or those of several stages, answer as the box. What follows
is in the order of certainty: what stands around every text is the post-processor's; other
added tokens were found; the text that the tokens spell is another one (normalizer); the same
characters were cut elsewhere (pre-tokenizer); else the same words became other tokens (model).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from harness.char_classes import kind, relatives
from harness.compare import Agreement, Refused, compare
from harness.readings import UNREADABLE, Reader, recut
from harness.sides import ReferenceSide, Side, observe
from reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Observation,
    Stage,
    StageCase,
    Text,
)
from reference_impl.pre_tokenizers.byte_level import ByteLevel
from reference_impl.pre_tokenizers.metaspace import Metaspace
from reference_impl.text import Aligned
from reference_impl.tokenizer import Tokenizer

MARK = "\u2581".encode()
RELATIVES = 6
Near = Sequence[tuple[Stage, float]]


@dataclass(frozen=True)
class Evidence:
    """A diverging case, and what box (`answers`) and reference (`truth`) made of it and of its
    neighbours. More may be asked."""

    honest: Tokenizer
    box: Side
    case: Case
    answers: Mapping[Case, Observation]
    truth: Mapping[Case, Observation]

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.honest)

    def parted(self, cases: Sequence[Case]) -> list[bool]:
        """Of each case, whether the box departs from the reference."""
        mine = observe(ReferenceSide("reference", self.honest), cases)
        theirs = observe(self.box, cases)
        return [not _same(one, other) for one, other in zip(mine, theirs, strict=True)]


def _same(left: Observation, right: Observation) -> bool:
    return isinstance(compare(left, right, strict=True), Agreement | Refused)


def blamed_stage(evidence: Evidence, near: Near) -> Stage | None:
    """The stage at fault; None where the answers do not tell.

    `near`: of each variant that answers the case as the box does, its stage and on what share of
    the neighbours it does so as well; the best first.
    """
    case = evidence.case
    match case:
        case DecodeCase():
            return _of_decode(evidence, case)
        case FullCase():
            return _of_full(evidence, case, near)
        case StageCase(stage):
            return stage
        case EncodeCase():
            return _of_encode(evidence, case, near)


def _of_decode(evidence: Evidence, case: DecodeCase) -> Stage:
    """The decoder; but the added tokens where one of them is another text to encoding as well."""
    said = evidence.answers[case]
    for token in evidence.honest.added_tokens:
        if token.id in case.ids:
            spelled = evidence.honest.normalize(token.content)
            if spelled != token.content and said == Text(spelled):
                return "added_tokens"
            asked = EncodeCase(token.content, EncodeOptions(add_special=False))
            answer = observe(evidence.box, [asked])[0]
            if isinstance(answer, Encoding) and token.id not in answer.ids:
                return "added_tokens"
    return "decoder"


def _of_full(evidence: Evidence, case: FullCase, near: Near) -> Stage | None:
    verdict = compare(evidence.truth[case], evidence.answers[case], strict=True)
    field = getattr(verdict, "field", None)
    texts = [case.text] if case.pair is None else [case.text, case.pair]
    alone: list[Case] = [EncodeCase(text, case.options) for text in texts]
    for one, parted in zip(alone, evidence.parted(alone), strict=True):
        if parted:
            asked = [one, *(EncodeCase(a.text, a.options) for a in evidence.answers if isinstance(a, FullCase))]
            honest = ReferenceSide("reference", evidence.honest)
            return blamed_stage(
                Evidence(
                    evidence.honest,
                    evidence.box,
                    one,
                    dict(zip(asked, observe(evidence.box, asked), strict=True)),
                    dict(zip(asked, observe(honest, asked), strict=True)),
                ),
                near,
            )
    match field:
        case "words":
            return "pre_tokenizer"
        case "tokens":
            return "model"
        case "refusal":
            return None
        case _:
            return "post_processor"


def _of_encode(evidence: Evidence, case: EncodeCase, near: Near) -> Stage | None:
    mine, theirs = evidence.truth[case], evidence.answers[case]
    if not isinstance(mine, Encoding) or not isinstance(theirs, Encoding):
        return near[0][0] if near else None
    if _around(evidence):
        return "post_processor"
    if mine.ids == theirs.ids:
        return _of_offsets(evidence, case, mine, theirs)
    if _of_added(evidence, case, mine.ids, theirs.ids):
        return "added_tokens"
    return _of_text(evidence, case, mine.ids, theirs.ids, near)


def _around(evidence: Evidence) -> bool:
    """Only what stands around the texts is another, in every case without added tokens."""
    reader, met = evidence.reader, False
    contents = [token.content for token in evidence.honest.added_tokens if token.content]
    for case, theirs in evidence.answers.items():
        mine = evidence.truth[case]
        if not isinstance(case, EncodeCase) or _same(mine, theirs):
            continue
        if not isinstance(mine, Encoding) or not isinstance(theirs, Encoding):
            continue
        if any(content in case.text for content in contents):
            continue
        ours = reader.core(mine.ids)
        other = reader.core(theirs.ids)
        whole = ours
        if evidence.honest.truncation is not None:
            whole = tuple(evidence.honest.tokenize(case.text, case.options.parse_special).ids)
        if mine.ids == theirs.ids or (ours != other and not _within(other, whole)):
            return False
        met = True
    return met


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    if not part or part == whole:
        return part == whole
    return any(whole[at : at + len(part)] == part for at in range(len(whole)))


def _of_offsets(
    evidence: Evidence, case: EncodeCase, mine: Encoding, theirs: Encoding
) -> Stage | None:
    """The ids are the same: who counts positions in another way?"""
    honest, text = evidence.honest, case.text
    if mine.offsets is None or theirs.offsets is None:
        return None
    plain = [
        (one, _same(evidence.truth[one], evidence.answers[one]))
        for one in evidence.answers
        if isinstance(one, EncodeCase) and one.text.isascii() and one.text.strip()
    ]
    if honest.spells_bytes and honest.post_processor is not None and text.isascii():
        return "post_processor"
    if honest.spells_bytes and honest.post_processor is not None:
        if any(not agreed for one, agreed in plain if " " in one.text):
            return "post_processor"
    moved = [agreed for one, agreed in plain if honest.normalize(one.text) != one.text]
    innocent = bool(moved) and all(moved)
    if honest.normalizer is not None and honest.normalize(text) != text and not innocent:
        return "normalizer"
    if not text.isascii():
        return "pre_tokenizer" if honest.pre_tokenizer is not None else "model"
    return None


def _of_added(
    evidence: Evidence, case: EncodeCase, mine: tuple[int, ...], theirs: tuple[int, ...]
) -> bool:
    """Other added tokens were found in the text, or white space beside them went elsewhere."""
    text = case.text
    written = {t.id: t.content for t in evidence.honest.added_tokens if t.content and t.content in text}
    if not written:
        return False
    if [i for i in mine if i in written] != [i for i in theirs if i in written]:
        return True
    if theirs and mine and mine[0] in written and theirs[0] not in written:
        return True
    for content in written.values():
        for beside in (f" {content}", f"{content} "):
            if beside in text:
                without = EncodeCase(text.replace(beside, content), case.options)
                return not evidence.parted([without])[0]
    return False


def _of_text(
    evidence: Evidence,
    case: EncodeCase,
    mine: tuple[int, ...],
    theirs: tuple[int, ...],
    near: Near,
) -> Stage | None:
    reader = evidence.reader
    ours, other = reader.core(mine), reader.core(theirs)
    words = reader.words(case.text, case.options.parse_special)
    if not words and not evidence.honest.normalize(case.text):
        return "normalizer"
    cuts = recut(reader, [word.text for word in words], other)
    if cuts is not None:
        return _of_cuts(evidence, case, cuts, ours, other)
    read, read_box = reader.text(ours), reader.text(other)
    if read == read_box and UNREADABLE not in read:
        return "model"
    if _only_spaces(read, read_box):
        return _prefixing(evidence.honest)
    if reader.literal(ours) == reader.literal(other):
        return "model"
    if words and _of_unknown(reader, ours, other, read, read_box):
        return "model"
    if UNREADABLE not in read_box:
        try:
            normalized = read_box.decode("utf-8")
        except UnicodeDecodeError:
            return "model"
        if reader.of_normalized(normalized) == other:
            return "normalizer"
    if near and near[0][1] >= 0.8:
        return near[0][0]
    return "normalizer" if evidence.honest.normalizer is not None else "pre_tokenizer"


def _only_spaces(one: bytes, other: bytes) -> bool:
    return one.replace(MARK, b"").replace(b" ", b"") == other.replace(MARK, b"").replace(b" ", b"")


def _prefixing(honest: Tokenizer) -> Stage:
    """The stage that puts a space before words, in a tokenizer of this kind."""
    parts = getattr(honest.pre_tokenizer, "parts", (honest.pre_tokenizer,))
    if honest.spells_bytes or any(isinstance(part, ByteLevel | Metaspace) for part in parts):
        return "pre_tokenizer"
    return "normalizer"


def _of_unknown(
    reader: Reader, ours: tuple[int, ...], other: tuple[int, ...], read: bytes, read_box: bytes
) -> bool:
    """The two differ in what they make of unknown characters, or in the bytes of one."""
    if read != read_box and sorted(read) == sorted(read_box):
        return True
    apart = {reader.unknown, *reader.byte_ids}
    if not apart & {*ours} and not apart & {*other}:
        return False
    return [i for i in ours if i not in apart] == [i for i in other if i not in apart]


def _of_cuts(
    evidence: Evidence,
    case: EncodeCase,
    cuts: list[int],
    ours: tuple[int, ...],
    other: tuple[int, ...],
) -> Stage | None:
    """The model as it is explains the box's ids by other words: were they cut so?"""
    reader, text = evidence.reader, case.text
    words = reader.words(text, case.options.parse_special)
    ends = list(accumulate(len(word) for word in words))
    joined = [number for number, end in enumerate(ends) if end not in cuts]
    if joined:
        return _of_joined(evidence, text, words, joined)
    if evidence.honest.pre_tokenizer is None or reader.unknown in {*ours, *other}:
        return "model"
    starts = [0, *ends]
    places = []
    for word, start, end in zip(words, starts, ends, strict=False):
        for cut in cuts:
            if start < cut < end:
                before, at = word.span(cut - start - 1, cut - start), cut - start
                after = word.span(at, at + 1)
                if before[1] > after[0]:
                    return "model"  # within a character
                places.append(after[0])
    if not places or any(_alike(text[at - 1], text[at]) for at in places if at):
        return "model"
    return _by_relatives(evidence, case, frozenset(places))


def _alike(one: str, other: str) -> bool:
    """Letters of one kind and, as far as that goes, of one script."""
    return kind(one) == kind(other) and kind(one)[0] == "L" and one.isascii() == other.isascii()


def _of_joined(
    evidence: Evidence, text: str, words: Sequence[Aligned], joined: Sequence[int]
) -> Stage:
    """Words were not cut from each other: by a space that the normalizer puts there, or else by
    the pre-tokenizer."""
    if evidence.honest.normalizer is None:
        return "pre_tokenizer"
    for number in joined:
        if number + 1 == len(words):
            continue
        one, other = words[number], words[number + 1]
        stop, start = one.span(0, len(one))[1], other.span(0, len(other))[0]
        if start == stop and " " in evidence.honest.normalize(text) and " " not in text:
            return "normalizer"
    return "pre_tokenizer"


def _by_relatives(evidence: Evidence, case: EncodeCase, places: frozenset[int]) -> Stage | None:
    """A pre-tokenizer sees kinds of characters: there is a character of which all others of its
    kind are cut at the same places. To a model each is another word."""
    text, parse = case.text, case.options.parse_special
    bare = EncodeOptions(False, parse)
    told = False
    for at, char in enumerate(text):
        changed = [text[:at] + other + text[at + 1 :] for other in relatives(char, RELATIVES)]
        predicted = {}
        for one in changed:
            honest = _cut_at(evidence.reader, one, parse, frozenset())
            cut = _cut_at(evidence.reader, one, parse, places)
            if cut is not None and cut != honest:
                predicted[one] = cut
        asked: list[Case] = [EncodeCase(one, bare) for one in predicted]
        answers = observe(evidence.box, asked)
        follow = [
            isinstance(answer, Encoding) and evidence.reader.core(answer.ids) == cut
            for answer, cut in zip(answers, predicted.values(), strict=True)
        ]
        told = told or bool(follow)
        if len(follow) >= 2 and all(follow):
            return "pre_tokenizer"
    return "model" if told else None


def _cut_at(
    reader: Reader, text: str, parse_special: bool, places: frozenset[int]
) -> tuple[int, ...] | None:
    """What the model makes of a text's words, cut at more places of the text."""
    ids: list[int] = []
    for word in reader.words(text, parse_special):
        start = 0
        for at in range(1, len(word) + 1):
            if at < len(word) and word.span(at, at + 1)[0] not in places:
                continue
            if at < len(word) and word.span(at - 1, at)[0] == word.span(at, at + 1)[0]:
                continue
            made = reader.model(word.text[start:at])
            if made is None:
                return None
            ids += made
            start = at
    return tuple(ids)
