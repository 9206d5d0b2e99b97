"""Which stage of a black box is at fault, by what its answers alone can tell.

Used where no fault model of the reference, or those of several stages, answer as the black box.
What follows is in the order of certainty: what stands around every text is the post-processor's;
other added tokens were found; the normal form of the text shows nothing, or the text that the
tokens spell is another one, or in another form (normalizer); the same characters were cut elsewhere
(pre-tokenizer); else the same words became other tokens (model).
"""

from collections.abc import Sequence

from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.added_token_search import (
    cut_apart,
    found_otherwise,
    is_all_tokens,
    is_of_model,
    of_its_own,
)
from tokparity.harness.naming.decoding_blame import blamed_in_decoding
from tokparity.harness.naming.evidence import Evidence, same
from tokparity.harness.naming.ground import Ground, near_ground
from tokparity.harness.naming.neighbours import OTHERS, neighbours
from tokparity.harness.naming.spelled_text import (
    characters_in_another_order,
    drops_a_kind,
    drops_ascii,
    ends_early,
    in_no_form,
    is_kept_between_letters,
    is_right_twice,
    keeps_what_is_rewritten,
    letters_in_another_order,
    of_no_text,
    of_unknown,
    one_text_in_two_forms,
    only_spaces,
    plainly_otherwise,
)
from tokparity.harness.naming.symptom import LONG
from tokparity.harness.naming.token_spans import UNREADABLE, recut
from tokparity.harness.naming.white_space import is_kept
from tokparity.harness.naming.word_boundaries import (
    begins_words,
    given_up_as_a_whole,
    in_bytes_without_need,
    is_space_between,
    joins_over_a_letter,
    loses_unknown,
    lost_within_a_word,
    prefixing,
    read_as_space,
    right_alone,
    right_in_shorter_words,
    stage_of_cuts,
    taken_for_space,
)
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    Stage,
    StageCase,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MARK = "\u2581".encode()
WHY_CUT: dict[Stage, str] = {
    "pre_tokenizer": "the model as it is makes its tokens, of the same text cut into other words",
    "normalizer": "words are not cut from each other where the normalizer puts a space",
    "model": "its tokens spell the same text, and other characters of the kind are not cut so, as "
    "a pattern would cut them",
}
"""By what the stage of a cut is told."""
NOBODY_CUTS = (
    "its tokens spell the same text, and the file has no pre-tokenizer: the model, or a cut of its "
    "own before that, which ids do not tell apart"
)
OR_BEHIND_MERGES = (
    "; or by a model that leaves out what no piece has behind the merges, not before them: ids do "
    "not tell the two apart"
)
APART_EVERYWHERE = (
    "it keeps letters apart as well around one of which no token is made, where no pattern cuts: "
    "it leaves that out only behind the merges"
)
INSTEAD_OF_NONE = (
    "it has tokens more in a text with a character that no piece has, and nothing rewrites texts"
)
RIGHT_TWICE = (
    "it is right about the same text twice over, so nothing rewrites that: it takes one piece for "
    "another"
)
WITHIN_A_WORD = (
    "between letters its tokens are those of no rewritten text: words are cut as they are, and it "
    "is lost, or read otherwise, within one"
)
KIND_LOST = "it loses others of this kind too, and nothing rewrites texts: no branch takes them"
CUT_OFF = (
    "its tokens spell the text up to a character, and no further: it is cut off there, or already "
    "where it is handed over, before any stage"
)
CUT_TOGETHER = "it cuts words that it does not cut where they stand alone"
ALIKE_ENOUGH = 0.8
"""The share of neighbours from which on a fault model's stage counts, if nothing else tells."""

Near = Sequence[tuple[Stage, float, str]]
"""Of each fault model that answers a case as the black box does: its stage, and on what share of
the neighbours it does so as well; the best first."""


def blamed_stage(evidence: Evidence, near: Near) -> Ground | None:
    """The stage at fault, and why; None where the answers do not tell.

    `near`: of each fault model that answers the case as the black box does, its stage and on what
    share of the neighbours it does so as well; the best first.
    """
    case = evidence.case
    match case:
        case DecodeCase():
            return blamed_in_decoding(evidence, case)
        case StreamCase():
            return Ground("decoder", "a stream was asked, which decodes")
        case FullCase():
            return _of_full(evidence, case, near)
        case StageCase(stage):
            return Ground(stage, "this stage was asked alone")
        case ChatCase():
            return None
        case EncodeCase():
            return _of_encode(evidence, case, near)


def _of_full(evidence: Evidence, case: FullCase, near: Near) -> Ground | None:
    """What one of its texts shows alone; else what the column that differs tells."""
    texts = [case.text] if case.pair is None else [case.text, case.pair]
    alone: list[Case] = [EncodeCase(text, case.options) for text in texts]
    for question, parted in zip(alone, evidence.parted(alone), strict=True):
        if parted and isinstance(question, EncodeCase):
            others = neighbours(question, evidence.honest)
            return _of_encode(
                Evidence.of(evidence.reader, evidence.black_box, question, others), question, near
            )
    verdict = compare(evidence.answers[case], evidence.truth[case], strict=True)
    match verdict.field if isinstance(verdict, Divergence) else "refusal":
        case "words":
            return Ground("pre_tokenizer", "it tells its words, and they are others")
        case "tokens":
            return Ground("model", "it tells its tokens, and they are others")
        case "refusal":
            return None
        case _:
            return Ground("post_processor", "each text alone gives the same tokens")


def _of_encode(evidence: Evidence, case: EncodeCase, near: Near) -> Ground | None:
    mine, theirs = evidence.truth[case], evidence.answers[case]
    if not isinstance(mine, Encoding) or not isinstance(theirs, Encoding):
        return near_ground(near[0]) if near and near[0][1] >= ALIKE_ENOUGH else None
    if _around(evidence):
        return Ground(
            "post_processor", "only what stands around a text is another, in all texts asked"
        )
    if mine.ids == theirs.ids:
        return _of_offsets(evidence, case)
    if _of_added(evidence, case, mine.ids, theirs.ids):
        return Ground(
            "added_tokens", "other added tokens are found, or a space beside one goes elsewhere"
        )
    if found := found_otherwise(evidence.honest, case, theirs.ids):
        if theirs.ids in cut_apart(evidence.honest, case):
            why = "it cuts the text at special tokens that are plain text here, and reads each part"
            return Ground("added_tokens", why)
        return Ground(
            "added_tokens",
            f"the reference gives its ids where {found} added tokens are found in the text",
        )
    if of_its_own(evidence.honest, case.text, theirs.ids, evidence.reader.unknown):
        return Ground("added_tokens", "it has an id of its own for what looks like an added token")
    if is_all_tokens(evidence.honest, case):
        return Ground("added_tokens", "the text is added tokens alone, so no other stage has any")
    if _right_when_normalized(evidence, case, mine.ids):
        return Ground("normalizer", "it is right about the normal form of the same text")
    return _of_text(evidence, case, mine.ids, theirs.ids, near)


def _around(evidence: Evidence) -> bool:
    """Only what stands around the texts is another, in every case without added tokens; and that of
    a plain text too, unless length has a say."""
    reader, honest = evidence.reader, evidence.honest
    contents = [token.content for token in honest.added_tokens if token.content]
    by_length = honest.truncation is not None or honest.padding is not None
    plain = differs = False
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
        within = honest.truncation is not None and _within(other, whole)
        if mine.ids == theirs.ids or (reader.core(mine.ids) != other and not within):
            return False
        differs = True
        plain = plain or case.text in OTHERS
    return differs and (plain or by_length)


def _within(part: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    if not part or part == whole:
        return part == whole
    return any(whole[at : at + len(part)] == part for at in range(len(whole)))


def _of_offsets(evidence: Evidence, case: EncodeCase) -> Ground | None:
    """The ids are the same: who counts positions in another way?

    Spaces are trimmed off ranges by the post-processor of byte-level tokenizers. A normalizer that
    moves characters of a plain text, whose ranges are right, is innocent.
    """
    honest, text = evidence.honest, case.text
    agreed = {
        question.text: same(evidence.truth[question], evidence.answers[question])
        for question in evidence.answers
        if isinstance(question, EncodeCase) and question.text.isascii() and question.text.strip()
    }
    trims = honest.spells_bytes and honest.post_processor is not None
    spaced = any(not right for other, right in agreed.items() if " " in other)
    if trims and (spaced or text.isascii()):
        return Ground(
            "post_processor", "the ids are right; ranges are wrong where spaces are trimmed"
        )
    moved = [right for other, right in agreed.items() if len(honest.normalize(other)) != len(other)]
    innocent = bool(moved) and all(moved)
    if honest.normalizer is not None and honest.normalize(text) != text and not innocent:
        return Ground("normalizer", "the ids are right; ranges are wrong where it moves characters")
    if text.isascii():
        return None
    why = "the ids are right; ranges are wrong beyond ASCII, where nothing is rewritten"
    return Ground("pre_tokenizer" if honest.pre_tokenizer is not None else "model", why)


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
        is_of_text = framed and piece in text and token_id not in reader.byte_ids
        if is_of_text and not is_of_model(evidence.honest, piece, token_id):
            written[token_id] = piece
    written = {i: content for i, content in written.items() if content and i != reader.unknown}
    if not written:
        return False
    mine, theirs = reader.unpadded(mine), reader.unpadded(theirs)
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
    """The black box is wrong about a text, and right about its normal form, of which the reference
    makes the same ids: what comes after the normalizer was given one text both times."""
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
) -> Ground | None:
    reader = evidence.reader
    ours, other = reader.core(mine), reader.core(theirs)
    if (plain := plainly_otherwise(evidence, case.text, other)) is not None:
        return plain
    words = reader.words(case.text, case.options.parse_special)
    if not words and not evidence.honest.normalize(case.text):
        return Ground("normalizer", "normalized, the text is empty: it makes tokens of it")
    cuts = recut(reader, [word.text for word in words], other)
    if cuts is not None:
        stage = stage_of_cuts(evidence, case, cuts, ours, other)
        if stage == "pre_tokenizer" and right_alone(evidence, case, words, cuts):
            return Ground(stage, CUT_TOGETHER)
        if stage == "pre_tokenizer" and loses_unknown(evidence, case):
            joins = joins_over_a_letter(evidence, case)
            if joins is False:
                return Ground("model", APART_EVERYWHERE)
            return Ground(stage, f"{WHY_CUT[stage]}{OR_BEHIND_MERGES * (joins is None)}")
        is_cut = stage != "model" or evidence.honest.pre_tokenizer is not None
        return Ground(stage, WHY_CUT[stage] if is_cut else NOBODY_CUTS)
    our_text, black_box_text = reader.text(ours), reader.text(other)
    if our_text == black_box_text and UNREADABLE not in our_text:
        return Ground("model", "its tokens spell the same text, and no cut of it explains them")
    if is_kept(evidence, case.text, our_text, black_box_text):
        return Ground("pre_tokenizer", "it keeps white space that is dropped between words")
    if len(words) == 1 and begins_words(reader, other):
        return Ground("pre_tokenizer", "in one word, it has a token that begins a word")
    mark = b"" if evidence.honest.spells_bytes else MARK
    if only_spaces(our_text, black_box_text, mark):
        if read_as_space(evidence, case, theirs):
            return Ground("normalizer", "its tokens would be right with a space for a character")
        if in_bytes_without_need(reader, ours, other, black_box_text):
            return Ground("model", "it spells in bytes what has a piece")
        return Ground(prefixing(evidence.honest), "its tokens spell other spaces, nothing else")
    if reader.literal(ours) == reader.literal(other):
        return Ground("model", "its tokens spell the same pieces, others than they should be")
    if one_text_in_two_forms(our_text, black_box_text):
        if in_no_form(case.text, black_box_text):
            return Ground("model", "its tokens spell the characters of no Unicode form of the text")
        return Ground("normalizer", "its tokens spell the same text in another Unicode form")
    if our_text.startswith(black_box_text) and ends_early(evidence, case, black_box_text):
        return Ground("normalizer", CUT_OFF)
    is_plain = not has_normalizer(evidence.honest)
    is_cut = is_plain and evidence.honest.pre_tokenizer is not None and len(case.text) <= LONG
    if is_cut and drops_a_kind(evidence, case, our_text, black_box_text):
        return Ground("pre_tokenizer", KIND_LOST)
    if characters_in_another_order(our_text, black_box_text):
        stage = "model" if letters_in_another_order(our_text, black_box_text) else "normalizer"
        return Ground(stage, "its tokens spell the same characters in another order")
    if drops_ascii(our_text, black_box_text):
        return Ground("normalizer", "its tokens spell the text without some of its ASCII")
    if len(words) == 1 and given_up_as_a_whole(evidence, case, other):
        return Ground("model", "it gives up a word each of whose characters is right alone")
    if words and taken_for_space(evidence, case, theirs):
        stage = "normalizer" if evidence.honest.pre_tokenizer is None else "pre_tokenizer"
        return Ground(stage, "its tokens are those of the text with a space for a character")
    if keeps_what_is_rewritten(evidence.honest, case.text, our_text, black_box_text):
        return Ground("normalizer", "it spells a character that the normalizer is to rewrite")
    if words and of_unknown(reader, ours, other, our_text, black_box_text):
        if lost_within_a_word(evidence, case):
            return Ground("normalizer", "it is lost between letters too, before the model sees it")
        if is_space_between(evidence, case):
            return Ground("normalizer", "between letters it is a space to it")
        return Ground("model", "it has other unknown tokens, or other bytes of a character")
    if len(words) == 1 and right_in_shorter_words(evidence, case):
        return Ground("model", "it is right about as long a text of two words")
    if len(case.text) > LONG and evidence.honest.pre_tokenizer is None:
        return Ground("model", "a long text, which to the model is one word, is not spelled whole")
    if UNREADABLE not in black_box_text:
        try:
            normalized = black_box_text.decode("utf-8")
        except UnicodeDecodeError:
            return of_no_text(our_text, black_box_text)
        if reader.of_normalized(normalized) == other:
            if is_plain and loses_unknown(evidence, case):
                return Ground("model", INSTEAD_OF_NONE)
            if is_plain and is_right_twice(evidence):
                return Ground("model", RIGHT_TWICE)
            if is_plain and is_kept_between_letters(evidence, normalized):
                return Ground("model", WITHIN_A_WORD)
            instead = ascii(normalized[:LONG])
            return Ground("normalizer", f"its tokens would be right for another text, {instead}")
    if near and near[0][1] >= ALIKE_ENOUGH:
        return near_ground(near[0])
    rewrites: Stage = "normalizer" if has_normalizer(evidence.honest) else "pre_tokenizer"
    return Ground(rewrites, "its tokens spell another text")


def has_normalizer(tokenizer: Tokenizer) -> bool:
    """Whether a tokenizer has something that may rewrite a text; an empty sequence is no stage."""
    normalizer = tokenizer.normalizer
    return normalizer is not None and normalizer != NormalizerSequence(())
