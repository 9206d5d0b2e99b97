"""What one text exercised of a pipeline: stage × rule × class, as numbers.

Read from the reference's own work on the text: which kind of added token matched beside what,
which class of character was rewritten into which, what words looked like, and how the model cut
them. So that a text that does something new can be told from one that repeats. Not a measure of
correctness, and no trace: `reference_impl.tokenizer.tracing` shows, this only tells apart.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from zlib import crc32

from tokparity.corpora.generators.classes import char_class
from tokparity.reference_impl.added_tokens.passes import AddedToken, Search
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError, check_unicode
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import canonical
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

FeatureKey = tuple[object, ...]
"""A feature before it is a number: the stage, then what it did to what."""

WORDS_KEPT = 1 << 13
"""What was read of so many words comes to some 8 MB, for each of a job's artefacts."""
NUMBERS_KEPT = 1 << 16
FORM = 2
"""Of a word, the classes of its first so many runs of characters."""
LONGEST_WORD = 256
"""Of a longer word the model's cuts are not looked at: the model would work on it again."""
EDGE = ""
"""The class beside the first and the last character of a text."""


def number(key: FeatureKey) -> int:
    """A feature as 32 bits, the same in every process.

    >>> number(("model", 1)) == number(("model", 1)) != number(("model", 2))
    True
    """
    return crc32(ascii(key).encode())


def bucket(count: int) -> int:
    """0, 1, 2 and 3 alone, then by powers of two: 4 to 7, 8 to 15, …

    >>> [bucket(count) for count in (0, 3, 4, 7, 8)]
    [0, 3, 4, 4, 5]
    """
    return count if count < 4 else count.bit_length() + 1


@dataclass(slots=True)
class Exercised:
    """Reads the features of texts for one tokenizer; words met lately are remembered."""

    tokenizer: Tokenizer
    _search: Search = field(init=False, repr=False)
    _added: dict[str, AddedToken] = field(init=False, repr=False)
    _words: dict[str, frozenset[int]] = field(init=False, repr=False, default_factory=dict)
    _numbers: dict[FeatureKey, int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._added = {
            token.content: token for token in self.tokenizer.added_tokens if token.content
        }
        self._search = self.tokenizer.added_token_search(self._added)

    def features(self, text: str, options: EncodeOptions) -> frozenset[int]:
        """The features of one text; of a text that is refused that it is, and why.

        >>> features = Exercised(tokenizer).features  # doctest: +SKIP
        >>> features("xq", options) == features("zj", options)  # doctest: +SKIP
        True
        """
        features: set[int] = set()
        try:
            for part in self._of_stages(text, options):
                features.update(part)
        except TokparityError as error:
            features.add(self._number(("refused", type(error).__name__)))
        return frozenset(features)

    def _of_stages(self, text: str, options: EncodeOptions) -> Iterator[Iterable[int]]:
        if self.tokenizer.takes_bytes:
            text = canonical(text)
        elif not self.tokenizer.takes_surrogates:
            check_unicode(text)
        spans: list[tuple[int, int]] = []
        words = 0
        for stretch, token in self.tokenizer.stretches(text, options.parse_special):
            if not stretch.text:
                continue
            if token is not None:
                spans.append(stretch.span(0, len(stretch)))
                yield self._numbered(_matched(text, token, *spans[-1]))
                continue
            yield self._numbered(_rewritten(text, stretch))
            for word in self.tokenizer.pre_tokenize(stretch):
                if word.text:
                    words += 1
                    yield self._numbered(_cut(text, word))
                    yield self._of_word(word.text)
        yield self._numbered(self._turned_down(text, spans))
        summary = (options.add_special, options.parse_special, bucket(words), len(spans) > 0)
        yield self._numbered([("post_processor", *summary)])

    def _turned_down(self, text: str, spans: list[tuple[int, int]]) -> Iterator[FeatureKey]:
        """Added tokens that stand in the text and were not taken."""
        if not self._added:
            return
        for start, end in self._search(text):
            if not any(first <= start and end <= last for first, last in spans):
                flags = _flags(self._added[text[start:end]])
                yield ("turned down", flags, _before(text, start), _after(text, end))

    def _of_word(self, word: str) -> frozenset[int]:
        numbers = self._words.get(word)
        if numbers is None:
            numbers = frozenset(self._numbered(self._modelled(word)))
            if len(self._words) >= WORDS_KEPT:
                self._words.clear()
            if len(word) <= LONGEST_WORD:
                self._words[word] = numbers
        return numbers

    def _modelled(self, word: str) -> Iterator[FeatureKey]:
        """How the model cut a word: sizes, ranks, and at each cut what could have been joined."""
        if len(word) > LONGEST_WORD:
            yield ("model", "long", bucket(len(word)))
            return
        model = self.tokenizer.model
        tokens = model.tokenize(word)
        yield ("model", bucket(len(tokens)), bucket(len(word)))
        cuts = []
        last = len(tokens) - 1
        for at, (token_id, start, end) in enumerate(tokens):
            piece, part, rank = (
                model.pieces.get(token_id, ""),
                word[start:end],
                token_id.bit_length(),
            )
            how = _relation(piece, part)
            place = (at > 0) + 2 * (at < last)
            yield ("piece", how, place, rank, char_class(part[0]) if part else EDGE)
            cuts.append((rank, how, part))
        for (rank, how, part), (next_rank, next_how, next_part) in pairwise(cuts):
            yield ("cut", how, next_how, rank, next_rank)
            if part and next_part:
                across = model.vocab.get(part[-1] + next_part[0])
                if across is not None:
                    yield ("not joined", across.bit_length(), rank, next_rank)

    def _numbered(self, keys: Iterable[FeatureKey]) -> list[int]:
        return [self._number(key) for key in keys]

    def _number(self, key: FeatureKey) -> int:
        known_number = self._numbers.get(key)
        if known_number is None:
            if len(self._numbers) >= NUMBERS_KEPT:
                self._numbers.clear()
            known_number = self._numbers[key] = number(key)
        return known_number


def _matched(text: str, token: AddedToken, start: int, end: int) -> list[FeatureKey]:
    before, after = _before(text, start), _after(text, end)
    left = right = EDGE
    if token.lstrip and start < end:
        left = char_class(text[start])
    if token.rstrip and start < end:
        right = char_class(text[end - 1])
    longer = bucket(max(0, end - start - len(token.content)))
    return [
        ("added", _flags(token), before, after),
        ("stripped", _flags(token), left, right, longer),
    ]


def _flags(token: AddedToken) -> tuple[bool, ...]:
    return (token.single_word, token.lstrip, token.rstrip, token.normalized, token.special)


def _before(text: str, at: int) -> str:
    return char_class(text[at - 1]) if at > 0 else EDGE


def _after(text: str, at: int) -> str:
    return char_class(text[at]) if at < len(text) else EDGE


def _rewritten(text: str, stretch: Aligned) -> list[FeatureKey]:
    """Which classes of characters became which; what came from nowhere, and what went."""
    start, end = stretch.span(0, len(stretch))
    if stretch.text == text[start:end]:
        return [("normalizer", "as it was")]
    origin = stretch.origin  # of sentencepiece's normalizer with an end more than characters
    pairs = {
        (text[at : at + 1] if at >= 0 else "", char)
        for at, char in zip(origin, stretch.text, strict=False)
    }
    origins = {at if at >= 0 else ~at for at in origin}
    gone = {text[at] for at in range(start, end) if at not in origins}
    keys: dict[FeatureKey, None] = {}
    for was, char in sorted(pairs):
        if was != char:
            keys["normalizer", char_class(was) if was else EDGE, char_class(char)] = None
    for char in sorted(gone):
        keys["normalizer", char_class(char), "gone"] = None
    return list(keys)


def _cut(text: str, word: Aligned) -> list[FeatureKey]:
    """The form of a word as the text has it, its length, and what stands on both sides."""
    start, end = word.span(0, len(word))
    part = text[start:end]
    before, after = _before(text, start), _after(text, end)
    if not part:
        return [("word", "empty", before, after)]
    runs: list[str] = []
    for char in part:
        kind = char_class(char)
        if not runs or runs[-1] != kind:
            runs.append(kind)
            if len(runs) == FORM:
                break
    return [
        ("word", *runs),
        ("length", runs[0], bucket(len(part))),
        ("border", before, runs[0]),
        ("border", char_class(part[-1]), after),
    ]


def _relation(piece: str, part: str) -> str:
    """How a token's piece is related to the part of the word it stands for."""
    if piece == part:
        return "same"
    if len(piece) == 6 and piece.startswith("<0x"):
        return "byte"
    if part and (piece.endswith(part) or piece.startswith(part)):
        return "affix"
    return "other"
