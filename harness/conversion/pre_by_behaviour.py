"""Which of llama.cpp's pre-tokenizers cuts as a tokenizer does: found by letting both cut.

Telling texts are made of characters on whose class all engines agree; on those a pre-tokenizer
must cut alike to be the one. On the others (marks, letters with case beyond ASCII, digits of other
scripts, rare white space) llama.cpp's own engine may differ from the pattern it was given: that is
told, and chooses between several. Not here: the cutting itself (`reference_impl`).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from tokparity.harness.conversion.upstream.pre_name import pre_of_hash
from tokparity.harness.conversion.vocabulary import NoGguf
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_TELLING = "aB\u6f22\u30ab1 \n\r\t'sL.$_/\U0001f642"
_TRICKY = "\u00e9\u0663\u00bd\u0301\u093e\u00a0\u3000\u0085\u017f\u0e01\u200d"
_FRAGMENTS = (
    *("'s", "'ll", "'LL", "'re", "'Ve", "I'm", "a's", " '", "''"),
    *("1", "12", "123", "1234", "12345", "1234567", " 1", "1.5", "a1", "1a"),
    *(" ", "  ", "   ", "\n", "\n\n", " \n", "\n ", "\t", "\r\n", " \t "),
    *(
        "a",
        " a",
        "  a",
        "aB",
        "Ba",
        "aBa",
        "HTTPServer",
        "\u6f22\u5b57",
        " \u6f22",
        "\u6f22a",
    ),
    *(
        ".",
        "...",
        " .",
        ".\n",
        "/",
        "//\n",
        "$a",
        "$1",
        "_a",
        "a_b",
        "-",
        "--",
        "(a)",
        "\U0001f642",
    ),
)
_FILTER = 400
_SEED = 20261


@dataclass(frozen=True, slots=True)
class PreTokenizerMatch:
    """The `pre` name, whether a word that is a token is taken whole there, and what differs."""

    name: str
    ignores_merges: bool
    lost: tuple[str, ...]


class UnknownPipeline(NoGguf):
    """No pre-tokenizer of llama.cpp cuts as this tokenizer does; the message shows the nearest."""


def recognise(
    name: str, tokenizer: Tokenizer, ignore_merges: bool, chosen: str | None = None
) -> PreTokenizerMatch:
    """The pre-tokenizer that cuts every telling text alike, and most of the tricky ones.

    Of several the one that takes words that are tokens whole if the source does (`ignore_merges`),
    and of equals the one that llama.cpp's own converter writes. `chosen` is taken as it is.
    Raises UnknownPipeline; `name` is for its message.
    """
    stage = tokenizer.pre_tokenizer
    if stage is None:
        raise UnknownPipeline(name, "pre_tokenizer", "there is none: llama.cpp always cuts words")
    first = telling()[:_FILTER]
    ours = {text: words(stage, text) for text in (*telling(), *tricky())}
    if chosen is not None:
        return _chosen(name, chosen, ours)
    wrong = {pre: differing(cutter, first, ours) for pre, cutter in _distinct().items()}
    alike = [pre for pre, texts in wrong.items() if not texts]
    alike = [pre for pre in alike if not differing(_distinct()[pre], telling(), ours)]
    if not alike:
        nearest = min(wrong, key=lambda pre: len(wrong[pre]))
        texts = wrong[nearest] or differing(_distinct()[nearest], telling(), ours)
        example = min(texts, key=lambda text: (len(text), text))
        there = words(_distinct()[nearest], example)
        reason = (
            f"no pre-tokenizer of llama.cpp cuts like it. The nearest is {nearest!r}, which "
            f"differs on {len(texts)} texts: {example!r} is {_plain(ours[example])} here, "
            f"{_plain(there)} there"
        )
        raise UnknownPipeline(name, "pre_tokenizer", reason)
    left = {pre: differing(_distinct()[pre], tricky(), ours) for pre in alike}
    order = list(PRE_NAMES)

    def rank(pre: str) -> tuple[int, ...]:
        quirks = PRE_NAMES[pre].quirks
        wrong_model = PRE_NAMES[pre].ignore_merges != ignore_merges
        return (wrong_model, len(left[pre]), len(quirks), order.index(pre))

    best = min(alike, key=rank)
    published = _published(tokenizer, [pre for pre in alike if rank(pre)[:2] == rank(best)[:2]])
    written = published or best
    lost = []
    if left[best]:
        example = min(left[best], key=lambda text: (len(text), text))
        there = words(_distinct()[best], example)
        lost.append(
            f"pre {written}: {example!r} is cut into {_plain(there)}, not {_plain(ours[example])}"
        )
    if PRE_NAMES[written].clean_spaces:
        lost.append(
            f"pre {written}: decoding takes away spaces before punctuation{_keeping(written)}"
        )
    return PreTokenizerMatch(written, PRE_NAMES[written].ignore_merges, tuple(lost))


def _chosen(name: str, chosen: str, ours: dict[str, list[str]]) -> PreTokenizerMatch:
    """A name that somebody asks for, whatever it cuts: how many texts, is told."""
    pre = PRE_NAMES.get(chosen)
    if pre is None:
        reason = f"llama.cpp has no {chosen!r}; it has {', '.join(sorted(PRE_NAMES))}"
        raise UnknownPipeline(name, "pre", reason)
    cutter, lost = pre.pre_tokenizer(), []
    if texts := differing(cutter, list(ours), ours):
        example = min(texts, key=lambda text: (len(text), text))
        there = _plain(words(cutter, example))
        lost.append(
            f"pre {chosen}: {len(texts)} of {len(ours)} texts are cut otherwise: {example!r} into "
            f"{there}, not {_plain(ours[example])}"
        )
    return PreTokenizerMatch(chosen, pre.ignore_merges, tuple(lost))


def _published(tokenizer: Tokenizer, alike: Sequence[str]) -> str | None:
    """The name that llama.cpp's own converter writes, where it stands for one of these."""
    try:
        name = pre_of_hash(tokenizer).name
    except TokparityError:
        return None
    pre = PRE_NAMES.get(name or "")
    if name is None or pre is None:
        return None
    same = (pre.pre_tokenizer(), pre.ignore_merges)
    known = ((PRE_NAMES[it].pre_tokenizer(), PRE_NAMES[it].ignore_merges) for it in alike)
    return name if same in known else None


def _keeping(name: str) -> str:
    """The first name of the same words that leaves spaces alone, told as an aside."""
    pre = PRE_NAMES[name]
    for other, candidate in PRE_NAMES.items():
        alike = candidate.pre_tokenizer() == pre.pre_tokenizer()
        if alike and candidate.ignore_merges == pre.ignore_merges and not candidate.clean_spaces:
            return f"; under {other} it would not"
    return ""


def words(stage: PreTokenizer, text: str) -> list[str]:
    """The words of a text, in the byte-level alphabet; the error's name where there are none."""
    try:
        return [piece.text for piece in stage.pre_tokenize([Aligned.of(text)])]
    except TokparityError as error:
        return [type(error).__name__]


def _plain(spelled: Sequence[str]) -> list[str]:
    """Words as a person wrote them, not in the byte-level alphabet."""
    pairs = ((word, unspell(word)) for word in spelled)
    return [word if raw is None else from_bytes(raw) for word, raw in pairs]


def differing(stage: PreTokenizer, texts: Sequence[str], ours: dict[str, list[str]]) -> list[str]:
    """The texts that this stage cuts otherwise."""
    return [text for text in texts if words(stage, text) != ours[text]]


@cache
def telling() -> tuple[str, ...]:
    """Texts of one, two and three telling characters, and longer ones; in an order of chance."""
    return _shuffled({*_short(_TELLING), *_long(_TELLING)})


@cache
def tricky() -> tuple[str, ...]:
    """Texts with a tricky character beside every other one."""
    both = _TELLING + _TRICKY
    return tuple(
        text
        for text in dict.fromkeys((*_TRICKY, *map("".join, product(both, both, "a 1"))))
        if any(char in _TRICKY for char in text)
    )


def _short(alphabet: str) -> Iterator[str]:
    for size in (1, 2, 3):
        yield from map("".join, product(alphabet, repeat=size))


def _long(alphabet: str) -> Iterator[str]:
    yield from map("".join, product(_FRAGMENTS, repeat=2))
    rng = random.Random(_SEED)
    for _ in range(2000):
        yield "".join(rng.choices([*_FRAGMENTS, *alphabet], k=rng.randint(3, 8)))


def _shuffled(texts: set[str]) -> tuple[str, ...]:
    ordered = sorted(texts)
    random.Random(_SEED).shuffle(ordered)
    return tuple(ordered)


@cache
def _distinct() -> dict[str, PreTokenizer]:
    """One pre-tokenizer a name, those that are the same under another name left out."""
    names: dict[object, str] = {}
    for name, pre in PRE_NAMES.items():
        names.setdefault((pre.pre_tokenizer(), pre.ignore_merges), name)
    return {name: PRE_NAMES[name].pre_tokenizer() for name in names.values()}
