"""Texts and ids that could show what two artefacts say differently.

A changed piece, or a merge that one file lacks, can be shown only by a text that holds it: so the
pieces of both vocabularies that hold it are asked, alone and in company. Not here: what differs
(`static_diff`), and asking anybody.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, product

from tokparity.corpora.generators.code_points import assigned
from tokparity.corpora.generators.material import MARK
from tokparity.corpora.generators.targets.charsmaps import keys_of
from tokparity.corpora.generators.targets.patterns import edges
from tokparity.corpora.texts.corpus import texts as corpus_texts
from tokparity.harness.artefacts.static_diff import Difference
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, FullCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

STRINGS = 400
"""Strings of one difference that are looked for; of more a sample, with the first and the last."""
HOLDERS = 150
"""Pieces that hold a string: the shortest of them."""
MOST, EVERY, FEW = 24_000, 200_000, 3_000
"""Texts of one difference; of an option of the model, or of two kinds of model, which any piece may
show; and of one that is no detail: thousands of strings, or two kinds of stage."""
EDGES = 800
"""Strings of a kind at the edges of the patterns of a file."""
RUN = 48
"""Ids of a vocabulary that are decoded at once."""
AROUND = ("", "a", " ", "a ", "\n", "  ", ".", "1")
"""What stands before or behind an added token; behind it turned round."""
LETTERS = "bcdefghijklmnopqrstuvwxyz"
CONTEXTS = ("{}", "{}{}", "a{}b", " {}", "{} ", "a {} b", "({})", "{}\n", "A{}1", "\t{}\t")
"""Company for a character, or a word."""


def directed(difference: Difference, left: Tokenizer, right: Tokenizer) -> Iterator[Case]:
    """The cases of one difference; their options are for the caller to choose."""
    strings = difference.strings
    most = MOST if difference.is_detail and len(strings) <= MOST // 24 else FEW
    match difference.kind:
        case "added":
            contents = _sample(strings, STRINGS)
            yield from _encoded(_among_others(contents), most)
            yield from _decoded(contents, left, right)
        case "pieces" | "merges":
            known = _Spelled(left, right)
            alone = (text for s in _sample(strings, most // 8) for text in known.texts(s))
            holders = known.holding(_sample(strings, STRINGS, first=STRINGS // 2))
            yield from _encoded(chain(_forms(alone), _forms(holders)), most)
            yield from _decoded(_sample(strings, STRINGS), left, right)
        case "characters":
            yield from _encoded(_characters(left, right), most)
        case "words":
            yield from _encoded(chain(_at_edges(left, right), _words()), most)
        case "options":
            known = _Spelled(left, right)
            texts = (text for spelling in known.spellings for text in known.texts(spelling))
            yield from _encoded(texts, EVERY)
        case "template":
            yield from _encoded(("", "a", "a b", "ab" * 600), most)
            yield FullCase("a", "b")
        case "decoder":
            yield from _decoded_all(left, right)


def _encoded(texts: Iterable[str], most: int) -> Iterator[Case]:
    return map(EncodeCase, islice(dict.fromkeys(texts), most))


def _sample(strings: Sequence[str], most: int, first: int = 1) -> list[str]:
    """At most so many: the first ones, and others spread over the rest."""
    if len(strings) <= most:
        return list(strings)
    rest = most - first
    step = (len(strings) - first) / rest
    return [*strings[:first], *(strings[first + int(at * step)] for at in range(rest))]


def _forms(texts: Iterator[str]) -> Iterator[str]:
    """Alone, doubled, and between letters; behind a space too."""
    for text in texts:
        yield from (text, text + text, f"a{text}b", f" {text}")


def _among_others(contents: Sequence[str]) -> list[str]:
    """Contents of added tokens between all that they may take or be kept from; and spelled
    otherwise, as a normalizer may have it."""
    room = max(1, MOST // max(1, len(contents)))
    texts = []
    for content in contents:
        around = [f"{a}{content}{b[::-1]}" for a, b in product(AROUND, AROUND)]
        spelled = [content.upper(), content.lower(), content.title(), f"é{content}é"]
        joined = [f"a{content}{letter}" for letter in LETTERS]  # what a piece of its end goes on in
        texts += [*around, content * 2, *spelled, *joined][:room]
    return texts


def _decoded(strings: Sequence[str], left: Tokenizer, right: Tokenizer) -> Iterator[Case]:
    """The ids of the strings in either file, alone and in company."""
    for tokenizer in (left, right):
        ids = {piece: token_id for token_id, piece in tokenizer.pieces().items()}
        company = _company(tokenizer)
        for string in strings:
            token_id = ids.get(string)
            if token_id is not None:
                yield DecodeCase((token_id,))
                yield DecodeCase((*company, token_id, *company))
                yield DecodeCase((token_id, token_id))


def _decoded_all(left: Tokenizer, right: Tokenizer) -> Iterator[Case]:
    """All ids of either file, many at once; some that are spread over it, and the added tokens,
    alone and in company."""
    for tokenizer in (left, right):
        company = _company(tokenizer)
        ids = sorted(tokenizer.pieces())
        yield from (DecodeCase(tuple(ids[at : at + RUN])) for at in range(0, len(ids), RUN))
        chosen = ids[:: max(1, len(ids) // 2_000)]
        for token_id in (*chosen, *(token.id for token in tokenizer.added_tokens[:500])):
            yield DecodeCase((token_id,))
            yield DecodeCase((*company, token_id, *company))


def _company(tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of a plain letter."""
    try:
        return tuple(tokenizer.tokenize("a", False).ids[:2])
    except TokparityError:
        return ()


def _characters(left: Tokenizer, right: Tokenizer) -> list[str]:
    """Characters, and keys of charsmaps, that the two normalizers change otherwise, in company."""
    one, other = left.normalizer, right.normalizer
    here, there = map(_changed_characters, (one, other))  # type: ignore[arg-type] # all are frozen
    keys = (key for side in (left, right) for key in keys_of(side) if len(key) > 1)
    parted = [
        *sorted(char for char in here | there if here.get(char, char) != there.get(char, char)),
        *(k for k in dict.fromkeys(keys) if _normalized(one, k) != _normalized(other, k)),
    ]
    marked = [text for char in parted for text in (f"a{char}", f"{char}\u0301")]
    company = [context.replace("{}", char) for char in _sample(parted, 600) for context in CONTEXTS]
    more = _sample(marked, 1_000), _at_edges(left, right), _words()
    return [*parted[: MOST // 2], *company, *chain(*more)]


@lru_cache(maxsize=8)
def _changed_characters(normalizer: Normalizer | None) -> dict[str, str | None]:
    """What each assigned character alone becomes, of those that do not stay; None: it is refused.
    Kept, since comparisons of one file with several ask for the same."""
    if normalizer is None:
        return {}
    changed = {}
    for char in assigned().characters():
        made = _normalized(normalizer, char)
        if made != char:
            changed[char] = made
    return changed


def _at_edges(left: Tokenizer, right: Tokenizer) -> list[str]:
    """Strings at the edges of the patterns of both files, in company."""
    found: dict[str, None] = {}
    for side in (left, right):
        for kind in edges(side):
            found |= dict.fromkeys(map(kind.target, range(min(kind.size, EDGES))))
    return [context.replace("{}", text) for text in found for context in CONTEXTS[:4]]


def _normalized(normalizer: Normalizer | None, text: str) -> str | None:
    try:
        return normalizer.normalize(Aligned.of(text)).text if normalizer else text
    except TokparityError:
        return None


def _words() -> list[str]:
    """The corpus, and characters of every sort in company."""
    chars = assigned()
    places = (*range(400), *range(400, len(chars), max(1, len(chars) // 1_500)))
    some = [chars[at] for at in places]
    company = [context.replace("{}", char) for char in some for context in CONTEXTS]
    numbers = ["1" * n for n in range(1, 9)] + [f"a{'1' * n} b" for n in range(1, 9)]
    spaces = [f"a{' ' * n}b{chr(10) * n}" for n in range(6)]
    corpus = (text.text for text in corpus_texts())
    return [*numbers, *spaces, "it's we'll I'd you've they're", *corpus, *company]


class _Spelled:
    """The pieces of both files as their files write them, joined to one text to look in."""

    def __init__(self, left: Tokenizer, right: Tokenizer) -> None:
        self._tokenizers = left, right
        self._byte_level = {
            piece: tokenizer for tokenizer in (right, left) for piece in tokenizer.pieces().values()
        }
        self.spellings = sorted(self._byte_level, key=len)
        self._ids = [{p: i for i, p in tokenizer.pieces().items()} for tokenizer in (left, right)]

    def texts(self, spelling: str) -> list[str]:
        """What a piece, or a joined pair, stands for in a text; none where that is no text."""
        tokenizer = self._byte_level.get(spelling, self._tokenizers[0])
        text: str | None = None
        for side, ids in zip(self._tokenizers, self._ids, strict=True):
            if spelling in ids:
                text = _utf8(side.surface(ids[spelling]))
                break
        else:
            text = _joined(tokenizer, spelling)
        if text is None:
            return []
        bare = text.replace(MARK, " ")
        return list(dict.fromkeys((text, bare, bare.removeprefix(" "))))

    def holding(self, strings: Sequence[str]) -> Iterator[str]:
        """The texts of the shortest pieces that hold one of the strings, also doubled or between
        letters."""
        parts = [f"{piece}{piece}\0a{piece}b" for piece in self.spellings]
        starts, at = [], 0
        for part in parts:
            starts.append(at)
            at += len(part) + 1
        whole = "\0".join(parts)
        for string in strings:
            written = "|".join(re.escape(s) for s in (string, *self.texts(string)) if s)
            holders: dict[str, None] = {}
            for found in re.finditer(written, whole) if written else ():
                holders[self.spellings[bisect_right(starts, found.start()) - 1]] = None
                if len(holders) >= HOLDERS:
                    break
            yield from (text for piece in holders for text in self.texts(piece))
            yield from self.texts(string)


def _utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _joined(tokenizer: Tokenizer, spelling: str) -> str | None:
    """What a spelling that is no piece stands for."""
    if not tokenizer.spells_bytes:
        return spelling
    data = unspell(spelling)
    return None if data is None else _utf8(data)
