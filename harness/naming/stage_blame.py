"""Which stage of a black box is at fault, by what its answers alone can tell.

Used where no fault model, or those of several stages, answer as the box. What follows is
in the order of certainty: what stands around every text is the post-processor's; other added
tokens were found; the normal form of the text shows nothing, or the text that the tokens
spell is another one, or in another form (normalizer); the same characters were cut elsewhere
(pre-tokenizer); else the same words became other tokens (model).
"""

from collections.abc import Sequence
from dataclasses import replace

from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.added_token_search import found_otherwise
from tokparity.harness.naming.character_classes import kind, relatives
from tokparity.harness.naming.evidence import Evidence, same
from tokparity.harness.naming.neighbours import OTHERS, neighbours
from tokparity.harness.naming.symptom import LONG
from tokparity.harness.naming.token_spans import UNREADABLE, Reader, recut
from tokparity.harness.naming.word_boundaries import stage_of_cuts
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    Stage,
    StageCase,
    StreamCase,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.pre_tokenizers.metaspace import Metaspace
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.normalization import form

MARK = "\u2581".encode()
RELATIVES = 3
"""How many others of its kind a character is replaced by."""
ALIKE_ENOUGH = 0.8
"""The share of neighbours from which on a fault model's stage counts, if nothing else tells."""

Near = Sequence[tuple[Stage, float]]
"""Of each fault model that answers a case as the box does: its stage, and on what share of the
neighbours it does so as well; the best first."""


def blamed_stage(evidence: Evidence, near: Near) -> Stage | None:
    """The stage at fault; None where the answers do not tell.

    `near`: of each fault model that answers the case as the box does, its stage and on what share
    of the neighbours it does so as well; the best first.
    """
    case = evidence.case
    match case:
        case DecodeCase():
            return _of_decode(evidence, case)
        case StreamCase():
            return "decoder"
        case FullCase():
            return _of_full(evidence, case, near)
        case StageCase(stage):
            return stage
        case ChatCase():
            return None
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
    """What one of its texts shows alone; else what the column that differs tells."""
    texts = [case.text] if case.pair is None else [case.text, case.pair]
    alone: list[Case] = [EncodeCase(text, case.options) for text in texts]
    for one, parted in zip(alone, evidence.parted(alone), strict=True):
        if parted and isinstance(one, EncodeCase):
            others = neighbours(one, evidence.honest)
            return _of_encode(Evidence.of(evidence.reader, evidence.box, one, others), one, near)
    verdict = compare(evidence.answers[case], evidence.truth[case], strict=True)
    match verdict.field if isinstance(verdict, Divergence) else "refusal":
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
        return near[0][0] if near and near[0][1] >= ALIKE_ENOUGH else None
    if _around(evidence):
        return "post_processor"
    if mine.ids == theirs.ids:
        return _of_offsets(evidence, case)
    if _of_added(evidence, case, mine.ids, theirs.ids):
        return "added_tokens"
    if found_otherwise(evidence.honest, case, theirs.ids):
        return "added_tokens"
    if _right_when_normalized(evidence, case, mine.ids):
        return "normalizer"
    return _of_text(evidence, case, mine.ids, theirs.ids, near)


def _around(evidence: Evidence) -> bool:
    """Only what stands around the texts is another, in every case without added tokens; and that of
    a plain text too, unless length has a say."""
    reader, honest = evidence.reader, evidence.honest
    contents = [token.content for token in honest.added_tokens if token.content]
    by_length = honest.truncation is not None or honest.padding is not None
    plain = met = False
    for case, theirs in evidence.answers.items():
        mine = evidence.truth[case]
        if not isinstance(case, EncodeCase) or same(mine, theirs):
            continue
        if not isinstance(mine, Encoding) or not isinstance(theirs, Encoding):
            continue
        if any(content in case.text for content in contents):
            continue
        whole = reader.core(mine.ids)
        if honest.truncation is not None:
            whole = tuple(honest.tokenize(case.text, case.options.parse_special).ids)
        other = reader.core(theirs.ids)
        if mine.ids == theirs.ids or (reader.core(mine.ids) != other and not _within(other, whole)):
            return False
        met = True
        plain = plain or case.text in OTHERS
    return met and (plain or by_length)


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    if not part or part == whole:
        return part == whole
    return any(whole[at : at + len(part)] == part for at in range(len(whole)))


def _of_offsets(evidence: Evidence, case: EncodeCase) -> Stage | None:
    """The ids are the same: who counts positions in another way?

    Spaces are trimmed off ranges by the post-processor of byte-level tokenizers. A normalizer that
    moves characters of a plain text, whose ranges are right, is innocent.
    """
    honest, text = evidence.honest, case.text
    agreed = {
        one.text: same(evidence.truth[one], evidence.answers[one])
        for one in evidence.answers
        if isinstance(one, EncodeCase) and one.text.isascii() and one.text.strip()
    }
    trims = honest.spells_bytes and honest.post_processor is not None
    spaced = any(not right for other, right in agreed.items() if " " in other)
    if trims and (spaced or text.isascii()):
        return "post_processor"
    moved = [right for other, right in agreed.items() if len(honest.normalize(other)) != len(other)]
    innocent = bool(moved) and all(moved)
    if honest.normalizer is not None and honest.normalize(text) != text and not innocent:
        return "normalizer"
    if text.isascii():
        return None
    return "pre_tokenizer" if honest.pre_tokenizer is not None else "model"


def _of_added(
    evidence: Evidence, case: EncodeCase, mine: tuple[int, ...], theirs: tuple[int, ...]
) -> bool:
    """Other added tokens were found in the text, or white space beside them went elsewhere."""
    text, reader = case.text, evidence.reader
    known = evidence.honest.pieces()
    written = {t.id: t.content for t in evidence.honest.added_tokens if t.content in text}
    for token_id in theirs:  # what looks like one, and no model would make of this text
        piece = known.get(token_id, "")
        framed = len(piece) > 1 and (piece[0], piece[-1]) in (("<", ">"), ("[", "]"))
        if framed and piece in text and token_id not in reader.byte_ids:
            written[token_id] = piece
    written = {i: one for i, one in written.items() if one and i != reader.unknown}
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


def _right_when_normalized(evidence: Evidence, case: EncodeCase, mine: tuple[int, ...]) -> bool:
    """The box is wrong about a text, and right about its normal form, of which the reference makes
    the same ids: what comes after the normalizer was given one text both times."""
    honest, text = evidence.honest, case.text
    if honest.normalizer is None:
        return False
    try:
        normal = EncodeCase(honest.normalize(text), case.options)
        stays = honest.normalize(normal.text) == normal.text
        alike = stays and honest.encode(normal.text, normal.options).ids == mine
    except TokparityError:
        return False
    return alike and normal.text != text and not evidence.parted([normal])[0]


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
        return stage_of_cuts(evidence, case, cuts, ours, other)
    read, read_box = reader.text(ours), reader.text(other)
    if read == read_box and UNREADABLE not in read:
        return "model"
    if _only_spaces(read, read_box):
        return _prefixing(evidence.honest)
    if reader.literal(ours) == reader.literal(other):
        return "model"
    if _one_text_in_two_forms(read, read_box):
        return "normalizer"
    if _drops_a_kind(evidence, case, read, read_box):
        return "pre_tokenizer"
    if words and _of_unknown(reader, ours, other, read, read_box):
        return "model"
    if len(words) == 1 and _right_in_shorter_words(evidence, case):
        return "model"
    if UNREADABLE not in read_box:
        try:
            normalized = read_box.decode("utf-8")
        except UnicodeDecodeError:
            return "model"
        if reader.of_normalized(normalized) == other:
            return "normalizer"
    if near and near[0][1] >= ALIKE_ENOUGH:
        return near[0][0]
    return "normalizer" if evidence.honest.normalizer is not None else "pre_tokenizer"


def _only_spaces(one: bytes, other: bytes) -> bool:
    return one.replace(MARK, b"").replace(b" ", b"") == other.replace(MARK, b"").replace(b" ", b"")


def _one_text_in_two_forms(one: bytes, other: bytes) -> bool:
    """Both are text, of the same characters once they are taken apart."""
    try:
        texts = one.decode("utf-8"), other.decode("utf-8")
    except UnicodeDecodeError:
        return False
    parts = form("compatibility", composes=False)
    mine, theirs = (parts.normalize(Aligned.of(text)).text for text in texts)
    return mine == theirs


def _drops_a_kind(evidence: Evidence, case: EncodeCase, read: bytes, read_box: bytes) -> bool:
    """A letter or number is lost where nothing normalizes, and so are others of its kind: no branch
    of the pattern takes them. Who rewrites a text drops single characters, marks and controls."""
    if evidence.honest.normalizer is not None or evidence.honest.pre_tokenizer is None:
        return False
    for char in dict.fromkeys(case.text):
        others = relatives(char, RELATIVES)
        if kind(char)[0] not in "LN" or len(others) < RELATIVES:
            continue
        if read.replace(char.encode("utf-8"), b"") != read_box:
            continue
        asked: list[Case] = [replace(case, text=case.text.replace(char, other)) for other in others]
        answers = observe(evidence.box, asked)
        spelled = [isinstance(one, Encoding) and evidence.reader.text(one.ids) for one in answers]
        if all(one == read_box for one in spelled):
            return True
    return False


def _right_in_shorter_words(evidence: Evidence, case: EncodeCase) -> bool:
    """A long word is at fault, as long a text of two words is not, and it is not a run of one
    character that was too long: another in its middle changes nothing."""
    text, half = case.text, len(case.text) // 2
    if len(text) <= LONG:
        return False
    middles = (" ", *relatives(text[half], 1))
    asked: list[Case] = [
        replace(case, text=f"{text[:half]}{middle}{text[half + 1 :]}") for middle in middles
    ]
    return evidence.parted(asked) == [False, True]


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
