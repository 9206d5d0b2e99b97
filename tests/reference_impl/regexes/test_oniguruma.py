"""Split patterns of real tokenizers, the limits, and what is refused."""

import random
import time
from functools import cache
from itertools import pairwise

import pytest
from tokenizers import Regex, pre_tokenizers

from tests.shared.every_character import ALL
from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
UPPER, LOWER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
TAIL = r"\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = (
    rf"[^\r\n\p{{L}}\p{{N}}]?[{UPPER}]*[{LOWER}]+{CONTRACTIONS}?"
    rf"|[^\r\n\p{{L}}\p{{N}}]?[{UPPER}]+[{LOWER}]*{CONTRACTIONS}?"
    rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{TAIL}"
)
LLAMA3 = (
    rf"{CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}"
    rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{TAIL}"
)
SPLITS = {
    "gpt2": r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "qwen2": LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}"),
    "qwen3.6": LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}").replace(r"\p{L}", r"\p{L}\p{M}"),
    "llama3": LLAMA3,
    "o200k": O200K,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "tekken": O200K.replace(r"\p{N}{1,3}", r"\p{N}").replace(f"{CONTRACTIONS}?", ""),
    "deepseek-digits": r"\p{N}{1,3}",
    "deepseek-cjk": "[一-龥\u0800-\u4e00가-\ud7ff]+",
    "deepseek-words": (
        r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
        r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}


def native(pattern):
    """Boundaries, and the line feeds between the cases do not count."""
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    return lambda text: sorted({0, len(text)}.union(*(s for _, s in split.pre_tokenize_str(text))))


def ours(pattern):
    compiled = compile_pattern(pattern)
    return lambda text: sorted({0, len(text)}.union(*compiled.spans(text)))


@pytest.mark.parametrize("pattern", SPLITS.values(), ids=SPLITS)
def test_code_points_in_context(pattern):
    """Alone, doubled, and beside a letter, a digit, a space, a sign."""
    there, here = native(pattern), ours(pattern)
    points = outside_blocks()[len(pattern) % 9 :: 9]  # by category all are tried below
    assert len(points) > 5_000
    for at in range(0, len(points), 700):
        frame = ("{0}\nx{0}x ", "\n1{0}1{0}", "! {0}{0}!\n")[at // 700 % 3]
        text = "".join(map(frame.format, points[at : at + 700]))
        assert here(text) == there(text), hex(ord(points[at]))


def within_a_block(char):
    """In the thick of ideographs, syllables, private use or nothing: one stands for all."""
    inside = ((0x3500, 0x4D00), (0x4F00, 0x9E00), (0xAD00, 0xD700), (0xE100, 0xF800))
    return any(low < ord(char) < high for low, high in (*inside, (0x17100, 0x18C00), *BEYOND))


@cache
def outside_blocks():
    return [char for char in ALL if ord(char) % 61 == 0 or not within_a_block(char)]


BEYOND = ((0x20100, 0x2FF00), (0x33500, 0xE0000), (0xE0200, 0x110000))


def test_every_code_point_by_category_alone_after_a_letter_and_after_a_space():
    names = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co"
    pattern = "|".join(f"\\p{{{name}}}+" for name in names.split()) + r"|\p{Cn}+"
    there, here = native(pattern), ours(pattern)
    points = outside_blocks()
    for at in range(0, len(points), 10_000):
        text = "".join(f"{char}\na{char} {char}" for char in points[at : at + 10_000])
        assert here(text) == there(text), hex(ord(points[at]))


def words(dice):
    pools = (
        "abcXYZ", "éßſKııÅǅ", "0123٣½Ⅷ", "      ", "\n\n\r\t", "'s'S'll'LL'ſ", ".,!?-_/()[]",
        "日本語あア한국", "\u0301\u20dd\u0e31\u0e34", "\u0085\u00a0\u2028\u200b\u180e\ufeff",
        "😀👍🏽🇩🇪", "\U00010d00\U0001e030\u1c89\ua7cb\u0558\U00011de0",
    )  # fmt: skip
    return "".join(dice.choice(dice.choice(pools)) for _ in range(dice.randint(0, 30)))


@pytest.mark.parametrize("pattern", SPLITS.values(), ids=SPLITS)
def test_random_texts(pattern):
    there, here = native(pattern), ours(pattern)
    dice = random.Random(f"texts for {pattern}")
    texts = [words(dice) for _ in range(2000)]
    assert len({*texts}) > 1500
    assert [text for text in texts if here(text) != there(text)] == []


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        pytest.param("b*", "abc", [(0, 0), (1, 2), (3, 3)], id="no-empty-match-behind-a-match"),
        pytest.param("|a", "aa", [(0, 0), (1, 1), (2, 2)], id="empty-first"),
        pytest.param(r"\Ga", "aaba", [(0, 1), (1, 2)], id="search-start"),
        pytest.param("(?<=a)b", "abb", [(1, 2)], id="look-behind-sees-all"),
        pytest.param("a{2}+", "aaaaa", [(0, 4)], id="interval-plus-repeats"),
        pytest.param("a{3,1}a", "aaa", [], id="falling-interval-is-possessive"),
        pytest.param("(?i:ss)", "ßẞSſ", [(0, 1), (1, 2), (2, 4)], id="several-for-one"),
        pytest.param(r"\h+", "xaf09g", [(1, 5)], id="hexadecimal"),
        pytest.param("^.", "a\nb\n", [(0, 1), (2, 3)], id="lines"),
        pytest.param(r"\w[\w]", "a½ab", [(1, 3)], id="word-class-is-another-in-brackets"),
    ],
)
def test_spans(pattern, text, spans):
    assert compile_pattern(pattern).spans(text) == spans
    assert ours(pattern)(text) == native(pattern)(text)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "(",
            ")",
            "a)",
            "[",
            "[]",
            "[b-a]",
            "*",
            "^*",
            "(?=a)+",
            r"\p{Nonsense}",
            r"\1",
            "(?s:a)",
        ),
        *(r"(?<a>b)\1", "(?<1>a)", r"\u12", "a{100001}", r"\x{7fffffff}", r"[\w-x]", r"(?<!(a))"),
        *(r"(?<a>x)\k<a+>", r"(x)\k<1->", r"(x)\k'1+'", r"(?<a>x)(?(<a+>)y|z)"),
        *("(?<!a?b?)", r"(?<=x|(?:\d*)(?:a?b{0,2}))c", r"(?<=(?:)?.??)", "(?i)(?<=(?:s?k*))a"),
        *("(?s:a)", r"\k<b>", "(?Q:a)", "[[:nonsense:]]", "\\", "(?<=a(?=b))", r"(?'a"),
    ],
)
def test_refused_as_the_library_refuses(pattern):
    with pytest.raises(Exception, match="Oniguruma error"):
        Regex(pattern)
    with pytest.raises(BadPattern):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *("(?<!a?)", "(?<!a?b?c)", "(?<!ca?b?)", "(?<!(?:ab|c)?b?)", "(?<!(?:a?b?)c?)"),
        *("(?<=(a?b?))c", "(?<!(?>a?)b?)", "(?<!(?:a?c){0}b?)", "(?<!a{1,2}b?)", "(?<!)"),
    ],
)
def test_a_look_behind_of_little_is_taken_as_the_library_takes_it(pattern):
    native = pre_tokenizers.Split(Regex(pattern), "isolated")
    compiled = compile_pattern(pattern)
    for text in ("abcab", "cbaac", "", "aab"):
        there = {0, len(text)}.union(*(span for _, span in native.pre_tokenize_str(text)))
        assert {0, len(text)}.union(*compiled.spans(text)) == there


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        (r"\B.*c", "leading"),
        ("(?(a)b)x", "without an else before text"),
        (r"(?i:a(?I)b)", "option I"),
        *((f"a(*{name})b", name) for name in ("SKIP", "ERROR")),
        ("(?:(*TOTAL_COUNT[T])a)*(*CMP{T,>,1})b", "TOTAL_COUNT"),
    ],
)  # fmt: skip
def test_not_translated_names_the_construct(pattern, named):
    with pytest.raises(BadPattern, match=named):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "(?(a)b)x",
        "(a)?(?(1)b)x",
        "(?:(?(a)b)|q)x",
        "(?(a)b)(?:x|y)",
        "(?(a)b)+x",
        "(?(a)b)[xy]",
        "(?(a)b)(?=x)",
    ],
)
def test_text_after_a_condition_without_an_else_is_looked_for_too_early(pattern):
    assert native(pattern)("abx") == [0, 2, 3], "as if the condition took nothing"
    with pytest.raises(BadPattern, match="without an else before text"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *("(?(a)b)", "x(?(a)b)", "(a)?(?(1)b|)x", "(?(a)b|)x", "(?(a)b)x?", "(a)(?(1))x"),
        *("(a)(?(1+)b|c)", "(a)?(?(1-)b|c)x?"),
        *(r"(?(a)b)\p{L}", "(?(a)b)[^z]", "(?(a)b).", "(?(a)b)(?!x)"),
    ],
)
def test_a_condition_without_an_else_is_else_as_in_the_library(pattern):
    for text in ("abx", "xabx", "ax", "ab", "xx", "abc", "b"):
        assert ours(pattern)(text) == native(pattern)(text), text


@pytest.mark.parametrize(
    "pattern",
    ["e(?:[^a]|[^b])", "e[[^a][^b]]", "e[[^a]&&[^b]]", "e(?:.|[^b])", "e[^[^a][^b]]", "[^a]|[^b]"],
)
def test_negated_characters_are_together_what_they_are_in_the_library(pattern):
    for text in ("eab", "e-b", "eb", "e\nb", "ec", "ab"):
        assert ours(pattern)(text) == native(pattern)(text), text


@pytest.mark.parametrize(
    "pattern", ["(" * 500 + ")" * 500, "[" * 500, "(?:" * 90 + "a" + ")*" * 90, "\\x{" + "f" * 99]
)
def test_hostile_patterns_are_one_error(pattern):
    with pytest.raises(BadPattern):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param("(?:a|aa)+$b", "a" * 60, id="exponential"),
        pytest.param("a?" * 30 + "a{30}$b?", "a" * 29, id="many-choices"),
        pytest.param("a*a*a*b", "a" * 5000, id="polynomial"),
        pytest.param("(?:a|aa)*(?<=b)|", "a" * 60, id="stepping"),
    ],
)
def test_catastrophic_patterns_end_within_two_seconds(pattern, text):
    compiled = compile_pattern(pattern)
    start = time.process_time()
    try:
        compiled.spans(text)
    except RegexLimit as limit:
        assert str(limit).startswith("pattern")  # noqa: PT017  # either outcome is in time
    assert time.process_time() - start < 2


def test_a_limit_is_raised():
    with pytest.raises(RegexLimit):
        compile_pattern("(?:a|aa)+$b").spans("a" * 60)


def test_patterns_are_compiled_once():
    assert compile_pattern("a+") is compile_pattern("a+")


def test_spans_are_in_order_and_apart():
    spans = compile_pattern(SPLITS["gpt2"]).spans("Hello wörld's  12\n")
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def compiles(compile_it, pattern):
    try:
        compile_it(pattern)
    except Exception:  # the binding raises bare Exception
        return False
    return True


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *(("é", True), ("日本", True), ("\U00011f02", True), ("\u0301a", True), ("a½", True)),
        *(("٣a", True), ("a·", True), ("1a", False), ("\u0378", False), ("℘", False), ("", False)),
    ],
    ids=ascii,
)
def test_a_group_name_begins_with_one_of_oniguruma_s_word_characters(name, known):
    pattern = f"(?<{name}>a)"
    assert compiles(Regex, pattern) is known
    assert compiles(compile_pattern, pattern) is known


@pytest.mark.parametrize("name", ["é", "a½", "a·", "a-b", "a b"], ids=ascii)
def test_only_a_group_name_of_word_characters_can_be_referred_to(name):
    pattern = f"(?<{name}>a)\\k<{name}>"
    assert compiles(Regex, pattern) is compiles(compile_pattern, pattern)


@pytest.mark.parametrize(
    ("pattern", "known"),
    [
        *(("[[:é:]]", False), ("[[:\U00011f02:]]", False), ("[[:^:]]", False), ("[[::]]", True)),
        *(("[[:a1:]]", True), ("[[:\u0378:]]", True), ("[[:alpha:]]", True)),
        *((r"\p{Katakana}", True), ("\\p{\u212aatakana}", False)),
    ],
    ids=ascii,
)
def test_names_of_classes_are_ascii_and_other_brackets_are_characters(pattern, known):
    assert compiles(Regex, pattern) is known
    assert compiles(compile_pattern, pattern) is known
    if known:
        text = "aé:[日本1]x]^ :カ"
        native = pre_tokenizers.Split(Regex(pattern), "removed").pre_tokenize_str(text)
        kept = [span for _, span in native]
        found = compile_pattern(pattern).spans(text)
        assert kept == [(start, end) for start, end in pairwise_gaps(found, len(text))]


def pairwise_gaps(spans, length):
    edges = [0, *(at for span in spans for at in span), length]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
