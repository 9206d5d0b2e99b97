"""Compare the words of every `pre` name with llama.cpp's, through probe vocabularies.

    python -m evaluation.sweeps.pre_names [NAME ...] [--texts N] [--every N] [--seed N] [--part K/N]

Of every name N generated texts, word for word (2,000). Of every family of names (those with the
same patterns, whose words are written alike) every scalar value after a letter, after a space and
before a digit; `--every` asks about one in N, 0 about none. `--part 2/4`: of the names and of the
families the second, the sixth … only, for several runs instead of one. A row a name or family;
exit code 1: something differs.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from evaluation.arguments import parser_of
from tokparity.corpora.generators.added import ADDED
from tokparity.corpora.generators.material import Material, corpus_words
from tokparity.corpora.generators.shards import MIX, encode_texts
from tokparity.corpora.texts.corpus import texts as corpus_texts
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.llama_cpp_words import probe_of
from tokparity.oracles.probes.probe import BYTES, Probe, pair_probe
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES, Pre, Quirk
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES

LONGEST = 20
"""Characters of a text: its probe has the square of that in tokens."""
TEXTS_AT_ONCE = 8
"""Texts of one probe: few enough that its tokens are few, many enough that loading is shared."""
AT_ONCE = 4096
"""Code points of one text of the sweep."""
_EXAMPLES = 3


def texts_of(count: int, seed: int) -> list[str]:
    """Generated texts, cut short; not empty."""
    words = corpus_words()
    corpus = tuple(text.text for text in corpus_texts())
    material = Material((0,), (), words, (), (), (), words, words, corpus)
    mix = [(generator, weight) for generator, weight in MIX if generator is not ADDED]
    texts = (
        text[:LONGEST]
        for shard in range(1 + count // 100)
        for _, text in encode_texts(seed, "", "words", shard, 200, material, mix)
    )
    return list(dict.fromkeys(filter(None, texts)))[:count]


def expressible(pre: Pre, text: str) -> str | None:
    """The text as a name can be asked about it, None: not at all.

    Where tokens are not spelled as bytes, one ends at NUL. The `pre` "whitespace" leaves spaces
    in words, which end llama.cpp's process where there are two.
    """
    if pre.byte_encode:
        return text
    if "\0" in text:
        return None
    return text if pre.escape_whitespaces else re.sub(r"[\s\x85\x1c-\x1f]{2,}", " ", text)


def words(pre: Pre, text: str) -> list[str]:
    """What the reference cuts a text into."""
    escaped = text.replace(" ", "\u2581") if pre.escape_whitespaces else text
    return [word.text for word in pre.pre_tokenizer().pre_tokenize([Aligned.of(escaped)])]


def differing_texts(pre: Pre, texts: Sequence[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """(text, its words in the reference, in llama.cpp) of those that are not cut alike."""
    for first in range(0, len(texts), TEXTS_AT_ONCE):
        some = tuple(texts[first : first + TEXTS_AT_ONCE])
        probe = _probe(replace(pre, name=_ANY, patterns=()), some).with_pre(_ANY, pre.name)
        adapter = GgmlLlamaCpp.of_content(probe.file)
        for text in some:
            theirs = [probe.tokens[token_id] for token_id in adapter.encode(text, ALONE).ids]
            if (ours := words(pre, text)) != theirs:
                yield text, ours, theirs


_ANY = "any-name"


@lru_cache(maxsize=10_000)
def _probe(pre: Pre, texts: tuple[str, ...]) -> Probe:
    """The vocabulary of some texts, the same for all names that write words alike."""
    return probe_of(pre, texts, "gpt2")


LEADS = [BYTES[byte] for byte in range(0xC2, 0xF5)]
TRAILS = [BYTES[byte] for byte in range(0x80, 0xC0)]
PAIRS = [f"{char}{lead}" for char in ("a", BYTES[0x20]) for lead in LEADS]
PAIRS += [f"{trail}1" for trail in TRAILS]
_SEEN = re.compile(
    f"[a{BYTES[0x20]}][{''.join(LEADS)}]|[{''.join(map(re.escape, TRAILS))}]1|.", re.DOTALL
)
"""What is left to see of a word where only those pairs are merged: no two of them overlap."""


def differing_points(pre: Pre, points: Sequence[int]) -> list[int]:
    """The code points that are not cut alike after a letter, after a space or before a digit."""
    ascii_points = [point for point in points if point < 0x80]
    texts = [text for point in ascii_points for text in (f"a{chr(point)}", f" {chr(point)}1")]
    fit = [expressed for text in texts if (expressed := expressible(pre, text))]
    differing = [ord(text[1]) for text, _, _ in differing_texts(pre, fit)]
    others = [point for point in points if point >= 0x80]
    alike = _pairs_alike(pre) if pre.byte_encode else _words_alike(pre)
    at_once = AT_ONCE if pre.byte_encode else AT_ONCE // 8
    for first in range(0, len(others), at_once):
        some = others[first : first + at_once]
        if not alike(some):
            differing += [point for point in some if not alike([point])]
    return differing


def _pairs_alike(pre: Pre) -> Callable[[Sequence[int]], bool]:
    probe = pair_probe(pre.name, PAIRS)
    adapter = GgmlLlamaCpp.of_content(probe.file)
    split = LlamaCppSplit(pre.patterns)  # without ranges: they are no question here

    def alike(points: Sequence[int]) -> bool:
        text = "".join(f"a{chr(point)} {chr(point)}1" for point in points)
        theirs = [probe.tokens[token_id] for token_id in adapter.encode(text, ALONE).ids]
        cut = split.pre_tokenize([Aligned.of(text)])
        return theirs == [part for word in cut for part in _SEEN.findall(spell(word.text.encode()))]

    return alike


def _words_alike(pre: Pre) -> Callable[[Sequence[int]], bool]:
    """Where words are not spelled as bytes: of short lines, each with its own words."""

    def alike(points: Sequence[int]) -> bool:
        every = (expressible(pre, f"a{chr(point)} {chr(point)}1") for point in points)
        lines = [line for line in every if line]
        probe = probe_of(pre, lines, "gpt2")
        adapter = GgmlLlamaCpp.of_content(probe.file)
        return all(
            [probe.tokens[token_id] for token_id in adapter.encode(line, ALONE).ids]
            == words(pre, line)
            for line in lines
        )

    return alike


WORDS: frozenset[Quirk] = frozenset({"raw_bytes", "escape_whitespaces", "words_of_lines"})
"""The quirks that change words."""


def families(names: Sequence[str]) -> list[Pre]:
    """The first of the names whose words are the same."""
    first: dict[object, Pre] = {}
    for name in names:
        pre = PRE_NAMES[name]
        first.setdefault((pre.patterns, pre.quirks & WORDS), pre)
    return list(first.values())


def part(text: str) -> slice:
    """Which of a sequence are meant: those of a run of several.

    >>> list("abcdef"[part("2/4")])
    ['b', 'f']
    """
    run, runs = map(int, text.split("/"))
    if not 1 <= run <= runs:
        raise ValueError(f"{text}: there is no such part")
    return slice(run - 1, None, runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Sweep the names on the command line, or all."""
    parser = parser_of("evaluation.sweeps.pre_names", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=part, default=slice(None), metavar="K/N")
    options = parser.parse_args(arguments)
    names = options.names or sorted(PRE_NAMES)
    texts = texts_of(options.texts + options.texts // 20, options.seed)
    failed = False
    for name in names[options.part] if options.texts else ():
        pre, begun = PRE_NAMES[name], time.monotonic()
        fit = [text for text in (expressible(pre, generated) for generated in texts) if text]
        fit = fit[: options.texts]
        different = list(differing_texts(pre, fit))
        failed |= bool(different)
        took = time.monotonic() - begun
        print(
            f"{name:26} {pre.route:13} {len(fit)} texts {len(different)} differ {took:.0f} s",
            flush=True,
        )
        for text, ours, theirs in different[:_EXAMPLES]:
            print(f"    {text!a}: {ours} {theirs}")
    points = [at for at in range(LAST + 1) if at not in SURROGATES][:: options.every or LAST + 1]
    for pre in families(names)[options.part] if options.every else ():
        begun = time.monotonic()
        differing = differing_points(pre, points)
        failed |= bool(differing)
        took = time.monotonic() - begun
        examples = " ".join(f"U+{point:04X}" for point in differing[:_EXAMPLES])
        print(
            f"{pre.name:26} {len(points)} points {len(differing)} differ {took:.0f} s {examples}",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
