"""The translation of Rust patterns against the regex inside tiktoken itself.

`compiled` makes the pieces visible: every substring of a text is a token of its own, so
that no piece is ever split.
"""

import random
from collections.abc import Sequence

import pytest
import tiktoken

from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.rust import compile_pattern
from tokparity.reference_impl.regexes.rust_program import LOOK_BEHIND

BYTES = {bytes([byte]): byte for byte in range(256)}
ALPHABET = (
    "aAbBkKsSſßéÉıİ\u212aιΙ\u0345ǅʕ"
    " \t\n\r\v\x85\xa0\u2028\u3000"
    "19２٣½Ⅷ"
    "'’.-_/€&~^$[]{}"
    "漢あ\u0301\U0001f600\u0558\u0cdc\U0001e921\U0001e943\ufffe"
)


def compiled(pattern: str, texts: Sequence[str]) -> tiktoken.Encoding:
    """For all texts at once: to compile a pattern is what costs. ValueError: no pattern."""
    ranks = {**BYTES, b"": 256}
    for text in texts:
        for start in range(len(text)):
            for end in range(start + 1, len(text) + 1):
                ranks.setdefault(text[start:end].encode(), len(ranks))
    return tiktoken.Encoding("t", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def native(encoding: tiktoken.Encoding, text: str) -> list[str]:
    ids = encoding.encode_ordinary(text)
    return [piece.decode() for piece in encoding.decode_tokens_bytes(ids)]


def ours(pattern: str, text: str) -> list[str]:
    return [text[start:end] for start, end in compile_pattern(pattern).spans(text)]


def texts(seed: int, count: int, longest: int = 10) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(ALPHABET, k=rng.randint(1, longest))) for _ in range(count)]


@pytest.mark.parametrize("name", [m.name for m in catalogue.manifests() if m.facts is not None])
def test_catalogue_patterns(name: str) -> None:
    (manifest,) = catalogue.find(name)
    assert manifest.facts is not None
    pattern = manifest.facts.pattern
    some = texts(1, 150, 14)
    encoding = compiled(pattern, some)
    for text in some:
        assert ours(pattern, text) == native(encoding, text)


CONSTRUCTS = [
    *("a|ab|b", "(ab|a)(b?)", "(?>ab|a)b?", "(?P<x>a)+", "(?<x>a)+", "a{2}", "a{1,2}?", "a{,2}b"),
    *("a{2,}+", "a?+a", "a*?b", "a+?+", "a{", "a{x}", "a{1", "{", "}", "]", "(?:a|)b", "(?u:a)"),
    *(".", "(?s).", "(?s:.)(?-s:.)", r"\N", r"\O", r"\h+", r"\H", r"\d", r"\D", r"\s", r"\S"),
    *(r"\w+", r"\W", r"\pL", r"\PL", r"\p{^L}", r"\P{^L}", r"\p{Lu}", r"\p{lowercase_letter}"),
    *(r"\p{gc=Nd}", r"\p{LC}", r"\p{Cn}", r"\p{any}", r"\x41", r"\x{e9}", r"\u00e9", r"\U0001F600"),
    *(r"\n", r"\t", r"\v", r"\e|a", r"\'", r"\-", r"\ ", r"\/", r"\é", r"\$", r"\_", r"\]"),
    *(r"\b.", r".\b", r"\B.", "^.", ".$", "(?m)^.", "(?m).$", r"\A.", r".\z", r".\Z", "(?m:^)a"),
    *(
        "(?=a).",
        "(?!a).",
        "(?<=a).",
        "(?<!a).",
        "(?<=a|bb).",
        "(?<!ab*)k",
        r"\s+(?!\S)|\s",
        "'(?=s)",
    ),
    *("(?i:s)", "(?i:ss)", "(?i)k", "(?i:ß)", "(?i:ι)", "(?i:ſ)", "(?i:i)", "(?i:ı)", "(?i:İ)"),
    *(
        r"(?i)\x{17f}",
        r"(?i:\p{Lu})",
        r"(?i:\P{Lu})",
        "(?i:[a-s])",
        "(?i:[^a-s])",
        r"(?i:[\P{Lu}])",
    ),
    *(r"(?i:[^\p{Ll}])", r"(?i:\w)", "(?i-i:k)", "(a(?i)b)k", "(?i:a(?-i:k))s", "a(?i)k|s"),
    *("[a-c]", "[^a-c]", "[]a]", "[^]a]", "[-a]", "[a-]", "[a^]", r"[\]\-]", r"[\w-]", "[~&|$^]"),
    *(r"[\s\S]", r"[^\s\S]", r"[^\s\S\P{L}]", r"[\p{L}\p{M}]+", r"[^\s\p{L}\p{N}]+", r"[\d\D]"),
    *("[a[bk]]", "[^a[bk]]", "[a[^bk]]", r"[\w&&[^k]]", r"[\w--[a-k]]", r"[\w~~\p{Ll}]"),
    *(
        "[a-k&&b-s--k]",
        "[^a&&b]",
        r"(?i:[\w--k])",
        r"(?i:[^a-c&&b-k])",
        "[a&&]",
        "[^a--]",
        "[&&]",
        "[^~~]",
        r"[\x41-\x{5a}]",
        r"[\n\r]",
    ),
    *(
        "(?x)a{ 2 }",
        "a{1, 2}",
        r"\b{1,2}a",
        "(?U)a+k|s*?",
        "(?R).",
        "(?Rm)^.",
        "(?Rm).$",
        r"(?R)\Z",
    ),
    *(r"[\b\<]|k", r"\p{Lé}", r"\p{is L}", r"\P{Zé_s}", r"[\p{ｘL}]"),
    *("(?<=a|(?>b)c)k", r"(?<=\ba|s)k"),
    *("a*", "a??", "(?=b)", "|a", "(?:)", "", r"\b", "(?i:)", "$"),
]


@pytest.mark.parametrize("pattern", CONSTRUCTS)
def test_constructs(pattern: str) -> None:
    few = ["", "a", "ab", "aab", "a\n", "a\n\n", "\na", "k\u212aK", "ss", "ſ"]
    some = [*texts(2, 25), *few]
    encoding = compiled(pattern, some)
    for text in some:
        assert ours(pattern, text) == native(encoding, text), ascii(text)


def grammar_pattern(rng: random.Random, depth: int = 0) -> str:
    branches = [
        "".join(_repeated(rng, depth) for _ in range(rng.randint(1, 3)))
        for _ in range(rng.randint(1, 2))
    ]
    return "|".join(branches)


def _repeated(rng: random.Random, depth: int) -> str:
    kind = rng.choice(["char", "class", "set", "group", "look", "edge"] if depth < 3 else ["char"])
    match kind:
        case "char":
            atom = rng.choice(["a", "k", "s", "ß", " ", "'", "1", "é", r"\.", "ι", "K", r"\n"])
        case "class":
            atom = rng.choice([r"\p{L}", r"\P{Lu}", r"\s", r"\S", r"\w", r"\W", r"\d", ".", r"\h"])
        case "set":
            atom = _set(rng)
        case "group":
            opening = rng.choice(["(?:", "(", "(?i:", "(?>", "(?s:", "(?m:", "(?-i:"])
            atom = f"{opening}{grammar_pattern(rng, depth + 1)})"
        case "look":
            return (
                f"{rng.choice(['(?=', '(?!', '(?<=', '(?<!'])}{rng.choice(['a', 's', _set(rng)])})"
            )
        case _:
            return rng.choice([r"\b", r"\B", "^", "$", r"\A", r"\z", r"\Z"])
    if kind == "group" or rng.random() < 0.6:  # a group that may be empty repeats unlike in Rust
        return atom
    return atom + rng.choice(["*", "+", "?", "*?", "++", "?+", "{2}", "{1,3}", "{,2}", "{1,2}+"])


def _set(rng: random.Random) -> str:
    items = ["a", "k", "S", "a-z", "A-K", "ß-é", "ι", r"\p{L}", r"\P{L}", r"\p{N}", r"\s", r"\S"]
    items += [r"\w", r"\d", r"\n", r"\]", r"\-", "_", "'", r"\p{Lu}", "$", "[^a]", "[sk]"]
    chosen = rng.choices(items, k=rng.randint(1, 4))
    operator = rng.choice(["", "", "", "&&", "--", "~~"])
    return f"[{rng.choice(['', '^'])}{''.join(chosen[:2])}{operator}{''.join(chosen[1:])}]"


@pytest.mark.parametrize("seed", range(20))
def test_patterns_of_a_grammar(seed: int) -> None:
    rng, some = random.Random(seed), texts(seed, 8)
    tried = 0
    while tried < 25:
        pattern = grammar_pattern(rng)
        try:
            encoding = compiled(pattern, some)
        except ValueError:  # Rust has sets that it refuses, such as a variable look-behind
            continue
        tried += 1
        for text in some:
            assert ours(pattern, text) == native(encoding, text), (pattern, ascii(text))


@pytest.mark.parametrize(
    ("pattern", "position", "reason"),
    [
        ("a(b", 1, "( is not closed"),
        ("a)", 1, "unmatched )"),
        ("a[b", 1, "[ is not closed"),
        ("+a", 0, "+ has nothing to repeat"),
        ("a**", 2, "* has nothing to repeat"),
        ("(?=a)+", 5, "a look-around or flag cannot be repeated"),
        (r"(a)\2", 3, "refers to no group that there is"),
        (r"\k<n>(?<n>a)", 0, "refers to no group that there is"),
        (r"(\g<1>a)", 1, "a group calls itself at its very start"),
        (r"(a\g<1>)", 2, "a group calls itself without end"),
        (r"\p{Klingon}", 0, r"\p{Klingon} is no property that it knows"),
        (r"\p{L", 0, r"\p{ is not closed"),
        (r"[z-a]", 1, "is no range of characters"),
        (r"[a-\d]", 1, "is no range of characters"),
        ("(?Q:a+)", 0, "(?Q … is not translated"),
        ("(?<=(?>a|bc))d", 0, LOOK_BEHIND),
        ("(?x: (?=a) )+", 12, "a look-around or flag cannot be repeated"),
        ("(?:)+", 4, "a look-around or flag cannot be repeated"),
        ("(?#a", 0, "a comment is not closed"),
        (r"\b{middle}", 0, r"\b{…} is not translated"),
        ("(?(a))", 0, "a condition has no branches"),
        ("(*SKIP)", 0, "verbs other than (*FAIL) are none of fancy-regex's"),
        ("(?~|a)", 0, "fancy-regex matches no (?~|…)"),
        ("(?~a(?~b))", 0, "(?~…) in (?~…), which fancy-regex does not match"),
        ("a{5000}", 1, "repeats more than 1000 times are not translated"),
        ("a{3,2}", 1, "{3,2} repeats from more to less"),
        (r"\x{110000}", 0, "U+110000 is no character"),
        (r"\x{d800}", 0, "U+D800 is no character"),
        (r"\xg", 0, "a hexadecimal escape is not complete"),
        ("\\", 1, "\\ is not closed"),
        ("(" * 60, 51, "groups are nested more than 50 deep"),
    ],
)
def test_what_is_not_translated_is_named(pattern: str, position: int, reason: str) -> None:
    with pytest.raises(BadPattern) as caught:
        compile_pattern(pattern)
    assert (caught.value.reason, caught.value.position) == (reason, position)
