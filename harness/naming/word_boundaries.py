"""Other words, or other tokens of the same words? Pre-tokenizer or model, told from ids alone.

Asked where the model, as it is, explains a black box's ids by cutting the text elsewhere
(`token_spans.recut`). A word that reaches over a cut is the pre-tokenizer's doing. A cut more may
be either's: a pre-tokenizer knows kinds of characters, so it cuts all of one kind alike; a model
knows single pieces.
"""

from collections.abc import Sequence
from itertools import accumulate

from tokparity.harness.compare.sides import observe
from tokparity.harness.naming.character_classes import kind, relatives
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.token_spans import Reader
from tokparity.reference_impl.contract import Case, EncodeCase, EncodeOptions, Encoding, Stage
from tokparity.reference_impl.text.aligned import Aligned

RELATIVES = 6
"""How many others of its kind each character of a case is replaced by."""
ENOUGH = 2
"""Of so many at least, for one character, all must be cut alike."""


def stage_of_cuts(
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
    """Letters of one kind and, as far as that goes, of one script; or two lone surrogates, as bytes
    that are no UTF-8 are."""
    alike = kind(one) == kind(other) and one.isascii() == other.isascii()
    return alike and (kind(one)[0] == "L" or kind(one) == "Cs")


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


def _by_relatives(evidence: Evidence, case: EncodeCase, places: frozenset[int]) -> Stage:
    """A pre-tokenizer sees kinds of characters: there is a character of which all others of its
    kind are cut at the same places. To a model each is another word. Where no other tells, it
    is cut between two kinds, as pre-tokenizers do."""
    text, parse = case.text, case.options.parse_special
    bare = EncodeOptions(False, parse)
    told: list[bool] = []
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
        told += follow
        if len(follow) >= ENOUGH and all(follow):
            return "pre_tokenizer"
    return "model" if told and not all(told) else "pre_tokenizer"


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
