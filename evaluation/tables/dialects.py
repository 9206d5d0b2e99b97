"""Print how much of a dialect of patterns we take, and whether the matches are the library's.

    python -m evaluation.tables.dialects [--dialect tiktoken|oniguruma] [--patterns 5000]
                                         [--texts 100] [--seed N]

tiktoken splits in fancy-regex's dialect, `tokenizers` in Oniguruma's (`oniguruma_patterns`).
First probes: a pattern for each script, category, property, class, escape and kind of group; then
patterns that a grammar of all of these makes. Each is compiled by the library and here; what both
take is asked of texts. What the library takes and we refuse is refused by name; what we take must
match alike. Some patterns tiktoken never ends to match: they are "endless there".

Exit code 1 where a match differs, or something is taken here alone.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from random import Random

import tiktoken

from evaluation.arguments import parser_of
from evaluation.comparisons.pattern_child import Child
from evaluation.comparisons.pattern_verdicts import Cuts, Verdicts, cuts_or_end, pattern_verdicts
from evaluation.tables import oniguruma_patterns
from tokparity.reference_impl.regexes.rust import RustPattern, compile_pattern

SCRIPTS = (
    "Arabic", "Armenian", "Bengali", "Bopomofo", "Braille", "Cherokee", "Common", "Cyrillic",
    "Devanagari", "Ethiopic", "Georgian", "Greek", "Gujarati", "Gurmukhi", "Han", "Hangul",
    "Hebrew", "Hiragana", "Inherited", "Kannada", "Katakana", "Khmer", "Lao", "Latin", "Malayalam",
    "Mongolian", "Myanmar", "Tamil", "Telugu", "Thai", "Tibetan",
)  # fmt: skip
CATEGORIES = (
    *("L", "LC", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P"),
    *("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp"),
    *("C", "Cc", "Cf", "Co", "Cn", "Letter", "Uppercase_Letter", "Decimal_Number", "Punctuation"),
    *("Symbol", "Separator", "Other", "Any", "Assigned", "ASCII"),
)
PROPERTIES = (
    "Alphabetic", "Lowercase", "Uppercase", "White_Space", "Emoji", "Emoji_Presentation",
    "Emoji_Modifier", "Emoji_Modifier_Base", "Emoji_Component", "Extended_Pictographic",
    "ID_Start", "ID_Continue", "XID_Start", "XID_Continue", "Ideographic", "Unified_Ideograph",
    "Cased", "Case_Ignorable", "Math", "Dash", "Hex_Digit", "ASCII_Hex_Digit", "Diacritic",
    "Extender", "Grapheme_Base", "Grapheme_Extend", "Join_Control", "Quotation_Mark", "Radical",
    "Regional_Indicator", "Sentence_Terminal", "Soft_Dotted", "Terminal_Punctuation",
    "Variation_Selector", "Noncharacter_Code_Point", "Default_Ignorable_Code_Point",
    "Changes_When_Lowercased", "Bidi_Control", "Pattern_White_Space", "Logical_Order_Exception",
    "alnum", "blank", "cntrl", "graph", "print", "word", "scx=Han", "script=Greek", "gc=Lu",
    "gc!=Lu", "Age=6.0", "gcb=Extend", "wb=Katakana", "sb=Lower",
)  # fmt: skip
POSIX = ("alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
         "space", "upper", "word", "xdigit")  # fmt: skip
ESCAPES = (
    r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", r"\h", r"\H", r"\b", r"\B", r"\A", r"\z", r"\Z",
    r"\G", r"\K", r"\R", r"\X", r"\N", r"\O", r"\x41", r"\x{1F600}", r"\u0041", r"\U00000041",
    r"\a", r"\e", r"\f", r"\n", r"\r", r"\t", r"\v", r"\.", r"\-", r"\<", r"\>", r"\b{start}",
)  # fmt: skip
GROUPS = (
    r"(a)\1", r"(?<n>a)\k<n>", r"(?P<n>a)(?P=n)", r"(?<n>a)b", r"(?P<n>a)b", r"(?:a)", r"(?>a|ab)",
    r"a(?=b)", r"a(?!b)", r"(?<=a)b", r"(?<!a)b", r"(a)?(?(1)b|c)", r"(?i)a", r"(?i:a)b", r"(?s).",
    r"(?m)^a$", r"(?x) a b # c", r"(?#c)a", r"a(?-i)b", r"(?U)a+", r"(?R)a$", r"(?~ab)",
    r"(?<n>a)\g<n>", r"(a)\g<1>", r"(a\g<1>?b)", r"a\g<0>?b", "(?(a)b|c)",
    r"(?(DEFINE)(?<n>a))\g<n>", "(?P<n>a)(?P>n)", "(?Rm)^a$", "(?(1))(a)", r"(?~\~|b)~",
    r"a(*FAIL)|b", r"(?|a|b)", r"(?'n'a)b", r"(?i)[k]", r"(?i)\x4b",
)  # fmt: skip
CLASSES = (
    r"[a-z]", r"[^a-z]", r"[a-z&&[^b]]", r"[a-c--b]", r"[a-c~~b-d]", r"[[a][b]]", r"[]a]", r"[^]a]",
    r"[a\-b]", r"[\d\s]", r"[\p{Han}]+", r"[\p{L}&&[^\p{Han}]]+", r"[^\p{Han}\s]", r"[[:^alpha:]a]",
    r"[\h]", r"[\x41-\x43]", r"[a-]", r"[-a]",
)  # fmt: skip
REPEATS = (
    "a*", "a+", "a?", "a{2}", "a{1,2}", "a{1,}", "a{,2}", "a*?", "a+?", "a??", "a{1,2}?", "a*+",
    "a++", "a?+", r"\p{N}{1,3}+", "a{", "a{,}", "x(?:a?|b)+|.", "(?:a|b?)+", "(?:a?b?)*c|.",
    "(?:|a)+b|.", "(?:a??)+b|.",
)  # fmt: skip
QUANTIFIERS = ("*", "+", "?", "{1,2}", "+?", "*+", "{2}", "*?", "??", "{,2}", "{2,}")
FLAGS = ("?i:", "?s:", "?m:", "?U:", "?R:", "?Rm:", "?Rs-i:", "?i)(?:")
REFERENCES = (r"\1", r"\1", r"\2", r"\k<n>", r"\k<-1>", "(?P=n)", "(?(1))", r"\g<1>",
              r"\g<n>", "(?P>n)")  # fmt: skip
"""Not within a group: fancy-regex 0.19 takes seconds to compile one that calls itself, and some
that refer to themselves it never stops to match."""
CHARACTERS = (
    "aAbBcxkKs\u017f \t\n\r19_-.,'\u00e9e\u0301\u03b1\u4e2d\u3042\uac00\U0001f600\u0627\u0915"
)
SECONDS = 30.0
"""What the texts of one pattern may take tiktoken."""
TEXTS = ("xab", "ab aab", "\u4e2d\u6587abc", "a\r\nb\n", "K\u212ak", "", "aa1234", "\U0001f600 a")


@cache
def _ranks(texts: tuple[str, ...]) -> dict[bytes, int]:
    """Every part of the texts as a token: a piece is then one token, and shows itself.

    So is nothing at all: without a token for it tiktoken 0.14 panics on an empty match.
    """
    parts = {
        text[a:b].encode()
        for text in texts
        for a in range(len(text))
        for b in range(a + 1, len(text) + 1)
    }
    bytes_alone = [bytes([byte]) for byte in range(256)]
    longer = sorted(part for part in parts if len(part) > 1)
    return {part: rank for rank, part in enumerate([*bytes_alone, b"", *longer])}


@lru_cache(maxsize=2)
def _encoding(pattern: str, texts: tuple[str, ...]) -> tiktoken.Encoding:
    return tiktoken.Encoding(
        "shown", pat_str=pattern, mergeable_ranks=_ranks(texts), special_tokens={}
    )


def library_pieces(pattern: str, text: str, texts: tuple[str, ...] = ()) -> Cuts:
    """What tiktoken cuts a text into, or why it ends otherwise. ValueError: no pattern.

    `texts`: all that the pattern is asked, for its sake compiled once.
    """
    encoding = _encoding(pattern, texts or (text,))
    try:
        return [encoding.decode([token]) for token in encoding.encode_ordinary(text)]
    except BaseException as error:  # a panic of Rust is no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        limits = ("BacktrackLimitExceeded", "StackOverflow")
        return "limit" if any(limit in str(error) for limit in limits) else "panic"


def our_pieces(pattern: str, text: str) -> Cuts:
    """The same here. BadPattern."""
    return cuts_or_end(_pieces, compile_pattern(pattern), text)


def _pieces(pattern: RustPattern, text: str) -> Cuts:
    return [text[start:end] for start, end in pattern.spans(text)]


def taken_there(pattern: str) -> bool:
    """Whether tiktoken compiles the pattern."""
    return _all_pieces(pattern, [""]) is not None


def verdicts(pattern: str, texts: Sequence[str]) -> Verdicts:
    """Of one pattern. Some the library never ends to match: it is asked in a process of its own."""
    pieces = _CHILD.cuts(pattern, texts)
    if isinstance(pieces, str):
        return iter([("endless there", "")])
    theirs = None if pieces is None else dict(zip(texts, pieces, strict=True)).__getitem__

    def ours(_: RustPattern, text: str) -> Cuts:
        return our_pieces(pattern, text)

    return pattern_verdicts(pattern, texts, compile_pattern, ours, theirs)


def _all_pieces(pattern: str, texts: Sequence[str]) -> list[Cuts] | None:
    try:
        return [library_pieces(pattern, text, tuple(texts)) for text in texts]
    except ValueError:
        return None


_CHILD = Child(_all_pieces, SECONDS)


def probes() -> list[str]:
    """A pattern for everything there is."""
    named = [*SCRIPTS, *CATEGORIES, *PROPERTIES]
    return [
        *(rf"\p{{{name}}}+|." for name in named),
        *(rf"\P{{{name}}}+|." for name in SCRIPTS[:5]),
        *(f"[[:{name}:]]+|." for name in POSIX),
        *(f"{escape}|." for escape in ESCAPES),
        *GROUPS,
        *CLASSES,
        *REPEATS,
    ]


def generated(rng: Random, depth: int = 0) -> str:
    """A pattern of the grammar. What it refers to are its first groups, which it may not have."""
    branches = [_branch(rng, depth) for _ in range(rng.choice((1, 1, 2, 3)))]
    return "|".join(branches)


def _branch(rng: Random, depth: int) -> str:
    parts = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        atom = _atom(rng, depth)
        repeated = rng.random() < 0.4 and not atom.startswith(("(?=", "(?!", "(?<", "(?#"))
        parts.append(atom + (rng.choice(QUANTIFIERS) * repeated))
    if rng.random() < 0.05:  # the same repeat on both sides of another, which is rewritten
        atom, inner = _atom(rng, 3), _atom(rng, 3)
        first, between, last = (rng.choice(QUANTIFIERS) for _ in range(3))
        parts.append(f"{atom}{first}{inner}{between}{atom}{last}")
    return "".join(parts)


def _atom(rng: Random, depth: int) -> str:
    kind = rng.randrange(13 if depth < 3 else 7)
    match kind:
        case 0 | 1:
            return re.escape(rng.choice(CHARACTERS)) if rng.random() < 0.9 else "."
        case 2:
            return rf"\p{{{rng.choice((*SCRIPTS, *CATEGORIES, *PROPERTIES))}}}"
        case 3:
            return rng.choice(ESCAPES)
        case 4:
            return rng.choice(CLASSES)
        case 5:
            return f"[{rng.choice(('', '^'))}[:{rng.choice(POSIX)}:]{rng.choice(CHARACTERS[:8])}]"
        case 6:
            return rng.choice((*(REFERENCES * (depth == 0)), "a", "b", "[ab]", "(*FAIL)"))
        case 7:
            return f"({rng.choice(('', '', '', '?:', '?>', *FLAGS))}{generated(rng, depth + 1)})"
        case 8:
            return f"({rng.choice(('?=', '?!', '?<=', '?<!'))}{generated(rng, depth + 1)})"
        case 9:
            return "(?#a comment)"
        case 10:
            return f"(?~{generated(rng, depth + 1)})"
        case 11:
            test = rng.choice(("1", "<n>", "2", generated(rng, 2)))
            return f"(?({test}){_branch(rng, depth + 1)}|{_branch(rng, depth + 1)})"
        case _:
            opening = rng.choice(("?x: ", "?<n>", "?<n>", "?U)(?:"))
            return f"({opening}{generated(rng, depth + 1)})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts, and the first of what differs."""
    parser = parser_of("evaluation.tables.dialects", __doc__)
    parser.add_argument("--dialect", choices=("tiktoken", "oniguruma"), default="tiktoken")
    parser.add_argument("--patterns", type=int, default=5000, help="generated ones [5000]")
    parser.add_argument("--texts", type=int, default=100, help="a pattern is asked [100]")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    rng = Random(options.seed)
    texts = [*TEXTS, *("".join(rng.choices(CHARACTERS, k=rng.randrange(1, 12)))
                       for _ in range(options.texts - len(TEXTS)))][: options.texts]  # fmt: skip
    wrong = 0
    if options.dialect == "tiktoken":
        wrong += shown("probes", ((pattern, verdicts(pattern, texts)) for pattern in probes()))
        patterns = (generated(rng) for _ in range(options.patterns))
        wrong += shown("generated", ((pattern, verdicts(pattern, texts)) for pattern in patterns))
    else:
        made = oniguruma_patterns.probes()
        wrong += shown(
            "probes", ((pattern, oniguruma_patterns.verdicts(pattern, texts)) for pattern in made)
        )
        wrong += shown("generated", _of_oniguruma(options.seed, options.patterns, options.texts))
    return int(wrong > 0)


def _of_oniguruma(seed: int, patterns: int, texts: int) -> Iterator[tuple[str, Verdicts]]:
    """Each pattern with texts of what matters to it."""
    for number in range(patterns):
        dice = Random(f"{seed} {number}")
        grammar = oniguruma_patterns.Grammar(dice)
        pattern = grammar.whole()
        chosen = {oniguruma_patterns.text_for(dice, grammar.pool) for _ in range(texts)}
        yield pattern, oniguruma_patterns.verdicts(pattern, sorted(chosen))


def shown(name: str, asked: Iterable[tuple[str, Verdicts]]) -> int:
    """Print what became of the patterns; how much of it is wrong."""
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    total = wrong = 0
    for pattern, found in asked:
        total += 1
        for verdict, told in found:
            counts[verdict] += 1
            reasons[told] += verdict == "refused here"
            if verdict in ("differs", "taken here alone", "limit of one"):
                wrong += verdict != "limit of one"
                if counts[verdict] <= 20:
                    print(f"{verdict}: {pattern!a}: {told}", file=sys.stderr)
    print(f"{total:,} {name}: {', '.join(f'{n:,} {v}' for v, n in counts.items())}")
    for reason, count in reasons.most_common(30):
        if count:
            print(f"    refused here, {count}: {reason}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
