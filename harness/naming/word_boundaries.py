"""Other words, or other tokens of the same words? Pre-tokenizer or model, told from ids alone.

Asked where the model, as it is, explains a black box's ids by cutting the text elsewhere
(`token_spans.recut`). A word that reaches over a cut is the pre-tokenizer's doing. A cut more may
be either's: a pre-tokenizer knows kinds of characters, so it cuts all of one kind alike; a model
knows single pieces.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from tokparity.harness.compare.sides import observe
from tokparity.harness.naming.character_classes import foreigners, kind, relatives
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.symptom import LONG
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.harness.naming.white_space import is_of_a_pattern
from tokparity.reference_impl.contract import Case, EncodeCase, EncodeOptions, Encoding, Stage
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

RELATIVES = 6
"""How many others of its kind each character of a case is replaced by."""
LONG_PIECE = 8
FOLLOWING = "a"
LONGEST_READ = 32
"""Characters of a text of which each may be read as a space."""
SPACE_BY_SOME = "\ufeff\x85\u180e\u200b\x1c\x1d\x1e\x1f"
"""White space in JavaScript, in an older Unicode, in Python."""
MOST_ALONE = 8
"""Characters of a word that are asked alone."""
LETTERS = "\ua64b\U00010428\U0001d4b6\ua800\u07d0\ua500\U0001e922\u1c5a"
"""Small letters, and of scripts without capitals: of one a vocabulary may have no piece."""
PAIRS = ("th", "in", "er", "an", "on", "re", "he", "aa", "es", "or", "st", "ar")
"""Letters of which a vocabulary may have a piece of both."""
CONTRACTION = re.compile(r"'(?i:[sdmt]|ll|ve|re)")
ENOUGH = 2
"""Of so many at least, for one character, all must be cut alike."""


def lost_within_a_word(evidence: Evidence, case: EncodeCase) -> bool:
    """Whether a text is lost between letters too, where the model knows a word as a whole or not at
    all: then it is lost before the model."""
    if not isinstance(evidence.honest.model, WordPiece | WordLevel):
        return False
    around = FOLLOWING + case.text + FOLLOWING, 2 * FOLLOWING
    try:
        ours, without = (evidence.honest.encode(text, case.options).ids for text in around)
    except TokparityError:
        return False
    box = observe(evidence.black_box, [replace(case, text=text) for text in around])
    ids = [answer.ids for answer in box if isinstance(answer, Encoding)]
    return ours != without and len(ids) == len(around) and ids[0] == ids[1]


def is_space_between(evidence: Evidence, case: EncodeCase) -> bool:
    """Whether a text between letters is a space to the box, where none is due."""
    between, spaced = (f"{FOLLOWING}{text}{FOLLOWING}" for text in (case.text, " "))
    try:
        due, other = (evidence.honest.encode(it, case.options).ids for it in (between, spaced))
    except TokparityError:
        return False
    [answer] = observe(evidence.black_box, [replace(case, text=between)])
    return isinstance(answer, Encoding) and answer.ids == other != due


def read_as_space(evidence: Evidence, case: EncodeCase, other: tuple[int, ...]) -> bool:
    """Whether a character that is no white space is read as a space, and all else as it should be:
    it was another character before words were cut."""
    for char in dict.fromkeys(case.text[:LONGEST_READ]):
        if not (char.isascii() or char.isalnum() or char.isspace()):
            try:
                spaced = evidence.honest.encode(case.text.replace(char, " "), case.options)
            except TokparityError:
                continue
            if spaced.ids == other:
                return True
    return False


def taken_for_space(evidence: Evidence, case: EncodeCase, other: tuple[int, ...]) -> bool:
    """Whether what cuts words takes a character for a space that is white space in some language,
    and not here: between letters too, which it cuts apart."""
    honest = evidence.honest
    for char in filter(case.text.__contains__, SPACE_BY_SOME):
        between = replace(case, text=f"a{char}a")
        try:
            spaced = honest.encode(case.text.replace(char, " "), case.options).ids
            apart = honest.encode("a a", case.options).ids
            due = honest.encode(between.text, case.options).ids
        except TokparityError:
            continue
        [answer] = observe(evidence.black_box, [between])
        if spaced == other and isinstance(answer, Encoding) and answer.ids == apart != due:
            return True
    return False


def loses_unknown(evidence: Evidence, case: EncodeCase) -> bool:
    """Whether the model makes no token of some character of a text, of which it is given a word."""
    honest = evidence.honest
    try:
        return any(
            honest.pre_tokenize(Aligned.of(honest.normalize(char)))
            and not honest.encode(char, case.options).ids
            for char in dict.fromkeys(case.text[:LONGEST_READ])
        )
    except TokparityError:
        return False


def joins_over_a_letter(evidence: Evidence, case: EncodeCase) -> bool | None:
    """Whether two letters are one token also around a third of which no token is made: where they
    are not, it is no pattern that parts them, since none cuts between letters. None: this model
    joins no two of those asked, or has a piece of every third."""
    core = evidence.reader.core

    def ids(text: str) -> tuple[int, ...]:
        return core(evidence.honest.encode(text, case.options).ids)

    try:
        third = next((char for char in LETTERS if not ids(char)), "")
        pairs = [it for it in PAIRS if third and len(ids(it)) == 1 and all(map(ids, it))]
        for first, last in map(tuple, pairs):
            around = f"{first}{third}{last}"
            if ids(around) == ids(first + last):
                [answer] = observe(evidence.black_box, [replace(case, text=around)])
                got = core(answer.ids) if isinstance(answer, Encoding) else None
                if got in (ids(first + last), ids(first) + ids(last)):
                    return got == ids(first + last)
    except TokparityError:
        return None
    return None


def in_bytes_without_need(
    reader: TokenReader, ours: tuple[int, ...], other: tuple[int, ...], text: bytes
) -> bool:
    """Whether tokens of single bytes spell what the model as it is has pieces for, however the text
    was rewritten."""
    if reader.byte_ids.isdisjoint(other) or not reader.byte_ids.isdisjoint(ours):
        return False
    try:
        return reader.of_normalized(text.decode()) != other
    except UnicodeDecodeError:
        return False


def given_up_as_a_whole(evidence: Evidence, case: EncodeCase, other: tuple[int, ...]) -> bool:
    """Whether WordPiece gives up a word each of whose characters is right alone: it lacks a piece
    that goes on with a word."""
    reader, chars = evidence.reader, dict.fromkeys(case.text)
    if not isinstance(evidence.honest.model, WordPiece) or other != (reader.unknown,):
        return False
    alone: list[Case] = [replace(case, text=char) for char in chars]
    return 1 < len(chars) <= MOST_ALONE and not any(evidence.parted(alone))


def stage_of_cuts(
    evidence: Evidence,
    case: EncodeCase,
    cuts: list[int],
    ours: tuple[int, ...],
    other: tuple[int, ...],
) -> Stage:
    """The model as it is explains the black box's ids by other words: were they cut so?"""
    reader, text = evidence.reader, case.text
    words = reader.words(text, case.options.parse_special)
    ends = list(accumulate(len(word) for word in words))
    joined = [number for number, end in enumerate(ends) if end not in cuts]
    if joined:
        return _of_joined(evidence, text, words, joined)
    if evidence.honest.pre_tokenizer is None:
        return "model"
    if reader.unknown in {*ours, *other}:
        is_cut = _begins_another(reader, words, other) or _begins_a_word(evidence, case)
        return "pre_tokenizer" if is_cut else "model"
    if right_alone(evidence, case, words, cuts):
        return "pre_tokenizer"
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
    lost = {*ours} - {*other}
    if is_of_a_pattern(evidence, case, places, lost):
        return "pre_tokenizer"
    if not places or any(_alike(text[at - 1], text[at]) for at in places if at):
        return "model"
    if any(
        len(reader.text((token_id,)).decode("utf-8", "replace")) > LONG_PIECE for token_id in lost
    ):
        # What a pattern does shows in shorter pieces as well.
        return "pre_tokenizer" if _cuts_pairs_so(evidence, case, places) else "model"
    return _by_relatives(evidence, case, frozenset(places))


def right_alone(
    evidence: Evidence, case: EncodeCase, words: Sequence[Aligned], cuts: Sequence[int]
) -> bool:
    """Whether the black box is right about each word that it cuts, where that is all of a text: a
    model that was given the word would cut it there too."""
    parse, end = case.options.parse_special, 0
    alone: list[Case] = []
    for word in words:
        start, end = end, end + len(word)
        if not any(start < cut < end for cut in cuts):
            continue
        begin, stop = word.span(0, len(word))
        text = case.text[begin:stop]
        if [other.text for other in evidence.reader.words(text, parse)] != [word.text]:
            return False
        alone.append(EncodeCase(text, EncodeOptions(False, parse)))
    return bool(alone) and case not in alone and not any(evidence.parted(alone))


def _begins_another(reader: TokenReader, words: Sequence[Aligned], ids: tuple[int, ...]) -> bool:
    """Whether there are more beginnings of words than words, a known piece among those behind the
    first: the model was given another word there."""
    prefix = getattr(reader.tokenizer.model, "continuing_subword_prefix", None)
    known = reader.tokenizer.pieces()
    begins = [i for i in ids if prefix and not known.get(i, "").startswith(prefix)]
    return len(begins) > len(words) and any(i != reader.unknown for i in begins[1:])


def _begins_a_word(evidence: Evidence, case: EncodeCase) -> bool:
    """Whether a letter behind the text begins a word of its own, where a model marks what does not:
    then the text was cut there before the model saw it."""
    if not getattr(evidence.honest.model, "continuing_subword_prefix", None):
        return False
    reader, followed = evidence.reader, replace(case, text=f"{case.text}{FOLLOWING}")
    alone = reader.of_normalized(FOLLOWING)
    answer = observe(evidence.black_box, [followed])[0]
    if alone is None or not isinstance(answer, Encoding):
        return False
    right = reader.core(evidence.honest.tokenize(followed.text, case.options.parse_special).ids)
    size = len(alone)
    return reader.core(answer.ids)[-size:] == alone != right[-size:]


def _alike(left: str, right: str) -> bool:
    """Letters of one kind and, as far as that goes, of one script; or two lone surrogates, as bytes
    that are no UTF-8 are."""
    alike = kind(left) == kind(right) and left.isascii() == right.isascii()
    return alike and (kind(left)[0] == "L" or kind(left) == "Cs")


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
        word, following = words[number], words[number + 1]
        stop, start = word.span(0, len(word))[1], following.span(0, len(following))[0]
        if start == stop and " " in evidence.honest.normalize(text) and " " not in text:
            return "normalizer"
    return "pre_tokenizer"


def _by_relatives(evidence: Evidence, case: EncodeCase, places: frozenset[int]) -> Stage:
    """A pre-tokenizer sees kinds of characters: there is a character of which all others of its
    kind are cut at the same places. To a model each is another word. Where no other tells, it
    is cut between two kinds, as pre-tokenizers do."""
    text, parse = case.text, case.options.parse_special
    bare = EncodeOptions(False, parse)
    if any(_is_of_more(evidence, case, at) for at in places):
        return "model"
    follows: list[bool] = []
    for at, char in enumerate(text):
        others = dict.fromkeys((*relatives(char, RELATIVES), *foreigners(char)))
        changed = [text[:at] + other + text[at + 1 :] for other in others]
        if not CONTRACTION.search(text):  # which many patterns keep
            changed = [it for it in changed if not CONTRACTION.search(it)]
        predicted = {}
        for changed_text in changed:
            honest = _cut_at(evidence.reader, changed_text, parse, frozenset())
            cut = _cut_at(evidence.reader, changed_text, parse, places)
            if cut is not None and cut != honest:
                predicted[changed_text] = cut
        questions: list[Case] = [EncodeCase(changed_text, bare) for changed_text in predicted]
        answers = observe(evidence.black_box, questions)
        follow = [
            isinstance(answer, Encoding) and evidence.reader.core(answer.ids) == cut
            for answer, cut in zip(answers, predicted.values(), strict=True)
        ]
        follows += follow
        if len(follow) >= ENOUGH and all(follow):
            return "pre_tokenizer"
    return "model" if follows and not all(follows) else "pre_tokenizer"


def _cuts_pairs_so(evidence: Evidence, case: EncodeCase, places: Sequence[int]) -> bool:
    """Whether pieces of two characters, of the kinds between which a text was cut, are cut too."""
    text, options = case.text, EncodeOptions(False, case.options.parse_special)
    kinds = {(kind(text[at - 1]), kind(text[at])) for at in places if at}
    pairs: list[Case] = []
    for piece in evidence.honest.pieces().values():
        if len(piece) != 2 or not (piece.isascii() and piece.isalnum()) or piece in text:
            continue
        ids = evidence.reader.core(evidence.honest.encode(piece, options).ids)
        if len(ids) == 1 and (kind(piece[0]), kind(piece[1])) in kinds:
            pairs.append(EncodeCase(piece, options))
        if len(pairs) == RELATIVES:
            break
    return len(pairs) >= ENOUGH and all(evidence.parted(pairs))


def _is_of_more(evidence: Evidence, case: EncodeCase, at: int) -> bool:
    """Whether the two characters at a cut are not cut where they stand alone, though that would
    show. Numbers and spaces patterns count, and look at what is around them."""
    pair, parse = case.text[max(0, at - 1) : at + 1], case.options.parse_special
    if len(pair) < 2 or pair == case.text or any(kind(char)[0] in "NZ" for char in pair):
        return False
    alone = EncodeCase(pair, EncodeOptions(False, parse))
    right = _cut_at(evidence.reader, pair, parse, frozenset())
    if right is None or _cut_at(evidence.reader, pair, parse, frozenset((1,))) == right:
        return False
    return not evidence.parted([alone])[0]


def _cut_at(
    reader: TokenReader, text: str, parse_special: bool, places: frozenset[int]
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
            tokens = reader.model(word.text[start:at])
            if tokens is None:
                return None
            ids += tokens
            start = at
    return tuple(ids)


def prefixing(honest: Tokenizer) -> Stage:
    """The stage that puts a space before words, in a tokenizer of this kind."""
    parts = getattr(honest.pre_tokenizer, "parts", (honest.pre_tokenizer,))
    if honest.spells_bytes or any(
        isinstance(part, ByteLevelPreTokenizer | MetaspacePreTokenizer) for part in parts
    ):
        return "pre_tokenizer"
    return "normalizer"


def right_in_shorter_words(evidence: Evidence, case: EncodeCase) -> bool:
    """A long word is at fault, as long a text of two words is not, and it is not a run of one
    character that was too long: another in its middle changes nothing."""
    text, half = case.text, len(case.text) // 2
    if len(text) <= LONG:
        return False
    middles = (" ", *relatives(text[half], 1))
    questions: list[Case] = [
        replace(case, text=f"{text[:half]}{middle}{text[half + 1 :]}") for middle in middles
    ]
    return evidence.parted(questions) == [False, True]


def begins_words(reader: TokenReader, ids: tuple[int, ...]) -> bool:
    """Whether tokens that go on with a word are followed by one that begins a word, where a model
    marks them: it was given several words."""
    prefix = getattr(reader.tokenizer.model, "continuing_subword_prefix", None)
    if not prefix:
        return False
    known = reader.tokenizer.pieces()
    goes_on = [known.get(i, "").startswith(prefix) for i in ids if i != reader.unknown]
    return any(before and not after for before, after in pairwise(goes_on))
