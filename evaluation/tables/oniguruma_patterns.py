"""Patterns of Oniguruma's dialect: everything there is, and what a grammar makes of it.

What `tokenizers` cuts with a pattern is held against what we cut. `evaluation.tables.dialects
--dialect oniguruma` prints it; the tests take the grammar too.
"""

from collections.abc import Callable, Sequence
from random import Random

from tokenizers import Regex, pre_tokenizers

from evaluation.comparisons.pattern_child import Child
from evaluation.comparisons.pattern_verdicts import Cuts, Verdicts, pattern_verdicts
from tokparity.reference_impl.regexes.oniguruma import CompiledPattern, compile_pattern

LETTERS = "abcsStTkKßẞſﬆﬅ\u212aǆǅΑαςσΣſiIİı\u0307ŉʼnﬃfǰj\u030cΐʹéÉяЯ字あアกعא"
OTHERS = (
    "  \t\n\r\n\u0085\u00a0\u2028\u200b\u180e0129٣½Ⅷ_-.,!'\"#&|~[]{}^$\\/"
    "\u0301\u20dd€+<\U0001f600\U0001d400"
)
PROPERTIES = (
    *("L", "N", "M", "P", "S", "Z", "C", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Nd", "Nl", "No"),
    *("Pc", "Pd", "Po", "Ps", "Sm", "Sc", "So", "Zs", "Cc", "Cf", "Cn", "Han", "Latin", "Greek"),
    *("Cyrillic", "Hiragana", "Arabic", "Alpha", "Alnum", "Word", "Space", "Punct", "Upper"),
    *("Lower", "XDigit", "Graph", "Print", "Blank", "Cntrl", "Digit", "ASCII", "Any", "Letter"),
    *("Uppercase_Letter", "ID_Start", "In_Greek_and_Coptic"),
)
POSIX = (
    *("alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph"),
    *("lower", "print", "punct", "space", "upper", "word", "xdigit"),
)
KEPT = "\\K"
ANCHORS = ("^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\G")
SECONDS = 30.0
"""What the texts of one pattern may take the library."""
CALLOUTS = (
    *("(*FAIL)", "(*MISMATCH)", "(*COUNT)", "(*MAX{1})", "(*MAX{2,>})", "(*MAX{3,<})"),
    *("(*CMP{1,<,2})", "(*CMP{2,==,3})", "(?{x})", "(*ERROR{-1})"),
)
TAGGED = ("(*COUNT[t]{X})", "(*COUNT[t])", "(*MAX[t]{3})", "(*COUNT[t]{<})")
USERS = ("(*MAX{t})", "(*CMP{t,<,2})", "(*CMP{1,>=,t})", "(*CMP{t,==,t})")
WHOLE = ("(?C)", "(?I)(?i)", "(?L)", "(?iI)", "(?L)", "(?CiL:", "(?iI:", "(?L:")
SIGNS = set(r"\.*+?()[]{}|^$#-&~ ")


class Grammar:
    """A pattern in the making: what it may refer to, and which characters matter to it."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.groups = 0
        self.has_names = dice.random() < 0.12
        """Whether groups have names, and plain brackets are none."""
        self.tagged = False
        self.pool: list[str] = list("ab \n1")

    def one(self, *makers: Callable[[], str]) -> str:
        return self.dice.choice(makers)()

    def char(self) -> str:
        char = self.dice.choice(self.dice.choice((LETTERS, LETTERS, OTHERS, "abs")))
        self.pool += [char, char.swapcase()[0], char]
        return char

    def literal(self) -> str:
        char = self.char()
        match self.dice.randrange(12):
            case 0:
                return f"\\x{{{ord(char):x}}}"
            case 1 if ord(char) < 0x10000:
                return f"\\u{ord(char):04x}"
            case 2 if ord(char) < 0x80:
                return f"\\x{ord(char):02x}"
            case 3 if char == "\n":
                return "\\n"
        return "\\" + char if char in SIGNS else char

    def word(self) -> str:
        if self.dice.random() < 0.3:
            word = self.dice.choice(("ss", "st", "ffi", "SS", "ʼn", "i\u0307", "ǰ", "straße", "ΐ"))
            self.pool += [word, word.upper(), word.lower(), word.casefold(), "ß", "ﬆ", "ﬃ", "İ"]
            return word
        return "".join(self.literal() for _ in range(self.dice.randint(1, 3)))

    def escape(self) -> str:
        self.pool += self.dice.choices(LETTERS + OTHERS, k=3)
        return "\\" + self.dice.choice("wWdDsShHRNO")

    def named(self) -> str:
        self.pool += self.dice.choices(LETTERS + OTHERS, k=4)
        name = self.dice.choice(PROPERTIES)
        return self.dice.choice((f"\\p{{{name}}}", f"\\P{{{name}}}", f"\\p{{^{name}}}"))

    def dot(self) -> str:
        return "."

    def class_item(self, depth: int) -> str:
        match self.dice.randrange(9):
            case 0 | 1 | 2:
                return self.class_char()
            case 3 | 4:
                low, high = sorted((self.char(), self.char()))
                return f"\\x{{{ord(low):x}}}-\\x{{{ord(high):x}}}"
            case 5:
                return "\\" + self.dice.choice("wWdDsShH")
            case 6:
                return self.named()
            case 7:
                self.pool += self.dice.choices(LETTERS + OTHERS, k=3)
                return f"[:{self.dice.choice(('', '', '^'))}{self.dice.choice(POSIX)}:]"
        return self.char_class(depth + 1) if depth < 2 else self.class_char()

    def class_char(self) -> str:
        char = self.char()
        return "\\" + char if char in SIGNS else char

    def char_class(self, depth: int = 0) -> str:
        items = [self.class_item(depth) for _ in range(self.dice.randint(1, 4))]
        if self.dice.random() < 0.15:
            items.insert(self.dice.randint(0, len(items)), "&&")
        if self.dice.random() < 0.1:
            items.append("-")
        if self.dice.random() < 0.05:
            items.append(self.dice.choice(("||", "~~", "&", "|")))
        return f"[{self.dice.choice(('', '', '^'))}{''.join(items)}]"

    def anchor(self) -> str:
        self.pool += ["\n", "\n", "_"]
        return self.dice.choice(ANCHORS)

    def look(self, depth: int) -> str:
        kind = self.dice.choice(("?=", "?!", "?<=", "?<!"))
        body = self.branches(depth + 1) if kind in ("?=", "?!") else self.fixed(depth)
        return f"({kind}{body})"

    def fixed(self, depth: int) -> str:
        """Mostly what a look-behind may hold."""
        if self.dice.random() < 0.2:
            return self.branches(depth + 1)
        parts = [self.one(self.word, self.char_class, self.escape, self.named) for _ in range(2)]
        return "|".join(parts) if self.dice.random() < 0.4 else "".join(parts)

    def whole(self) -> str:
        """A pattern, now and then with options that hold of the whole."""
        pattern = self.branches()
        if self.dice.random() < 0.93:
            return pattern
        opening = self.dice.choice(WHOLE)
        return f"{opening}{pattern}{')' * opening.endswith(':')}"

    def group(self, depth: int) -> str:
        if self.dice.random() < 0.3:
            return self.rare_group(depth)
        match self.dice.randrange(10):
            case 0 | 1 | 2:
                return f"(?:{self.branches(depth + 1)})"
            case 3 | 4:
                return self.captured(depth)
            case 5:
                return f"(?>{self.branches(depth + 1)})"
            case 6 | 7:
                return f"(?i:{self.branches(depth + 1)})"
            case 8:
                options = self.dice.choice(("m", "x", "mi", "-i", "i-m", "W", "S", "P", "D"))
                return f"(?{options}:{self.branches(depth + 1)})"
        return f"(?{self.dice.choice(('i', 'm', '-i', 'x'))}){self.branches(depth + 1)}"

    def captured(self, depth: int) -> str:
        body = self.branches(depth + 1)
        self.groups += 1
        return f"(?<{self.dice.choice('nnm')}>{body})" if self.has_names else f"({body})"

    def rare_group(self, depth: int) -> str:
        """Absent functions, conditions that are patterns, segments by option."""
        body = self.branches(depth + 1)
        match self.dice.randrange(8):
            case 0 | 1:
                return f"(?~{body})"
            case 2 | 3:
                return f"(?~|{self.branch(depth + 1)}|{body})"
            case 4:
                return f"(?~|{self.branch(depth + 1)})" + self.dice.choice(("", body))
            case 5:
                return "(?~|)" + self.dice.choice(("", body))
            case 6:
                return f"(?y{{{self.dice.choice('gw')}}}:{body})"
        other = self.dice.choice((f"|{self.branches(depth + 1)}", "|", ""))
        return f"(?({self.branches(depth + 1)}){self.branch(depth + 1)}{other})"

    def reference(self) -> str:
        """Of a group: one that has been, in which it stands, or that may come yet."""
        match self.dice.randrange(16):
            case 0:
                return KEPT
            case 1:
                return self.callout()
            case 2 | 3:
                return self.dice.choice(("\\X", "\\y", "\\Y"))
            case 4:
                return "\\g<0>" + self.dice.choice(("?", "*", ""))
        if self.dice.random() < 0.25:
            number = self.groups + 1
        else:
            if not self.groups:
                return self.literal()
            number = self.dice.randint(1, self.groups)
        name = self.dice.choice("nm") if self.has_names else str(number)
        if self.dice.random() < 0.06:
            name += self.dice.choice(("+0", "-1", "+1"))
        match self.dice.randrange(7):
            case 4 | 6:
                return f"\\g<{name}>" + self.dice.choice(("", "", "?", "*"))
            case 0:
                return f"\\k<{name}>"
            case 1:
                test = f"<{name}>" if self.has_names else name
                return f"(?({test}){self.word()}|{self.word()})"
        return f"\\k<{name}>" if self.has_names else f"\\{number}"

    def callout(self) -> str:
        if self.dice.random() < 0.6:
            return self.dice.choice(CALLOUTS)
        if self.tagged:
            return self.dice.choice(USERS)
        self.tagged = True
        return self.dice.choice(TAGGED)

    def atom(self, depth: int) -> str:
        simple = (self.word, self.literal, self.char_class, self.escape, self.named, self.dot)
        match self.dice.randrange(20):
            case 0 | 1 | 2 | 3 if depth < 3:
                return self.group(depth)
            case 4 | 5 if depth < 3:
                return self.look(depth)
            case 6:
                return self.anchor()
            case 7:
                return self.reference()
            case 8:
                return self.word()
        return self.one(*simple)

    def quantifier(self) -> str:
        low, high = self.dice.randint(0, 2), self.dice.randint(1, 3)
        intervals = (f"{{{low}}}", f"{{{low},}}", f"{{,{high}}}", f"{{{low},{high}}}")
        sign = self.dice.choice(("*", "+", "?", "*", "+", "?", self.dice.choice(intervals)))
        return sign + self.dice.choice(("", "", "", "", "?", "+"))

    def branch(self, depth: int) -> str:
        parts = []
        for _ in range(self.dice.choice((1, 1, 2, 2, 3, 4)) if depth < 2 else 1):
            part = self.atom(depth)
            anchored = part in ANCHORS or part.startswith(("(?=", "(?!", "(?<"))
            anchored |= part in ("\\y", "\\Y") or part.startswith(("(*", "(?{"))
            while self.dice.random() < (0.02 if anchored else 0.35):
                part += self.quantifier()
            parts.append(part)
        return "".join(parts)

    def branches(self, depth: int = 0) -> str:
        count = self.dice.choice((1, 1, 2, 3)) if depth else self.dice.choice((1, 2, 3))
        empty = self.dice.random() < 0.03
        return "|".join(["" for _ in range(empty)] + [self.branch(depth) for _ in range(count)])


def text_for(dice: Random, pool: list[str]) -> str:
    """Of what matters to a pattern."""
    return "".join(dice.choice(pool) for _ in range(dice.choice((0, 1, 2, 3, 4, 6, 8, 12))))


def library_split(pattern: str) -> pre_tokenizers.Split | None:
    """None where the library refuses the pattern."""
    try:
        return pre_tokenizers.Split(Regex(pattern), "isolated")
    except Exception:  # of no kind of its own
        return None


def library_cuts(split: pre_tokenizers.Split, text: str) -> Cuts:
    """Where the library cuts a text, or why it ends otherwise."""
    try:
        pieces = split.pre_tokenize_str(text)
    except BaseException as error:  # a panic of Rust is no Exception
        if type(error).__name__ != "PanicException":
            raise
        return "limit" if "retry-limit" in str(error) else "panic"
    return sorted({0, len(text)}.union(*(span for _, span in pieces)))


def our_cuts(pattern: CompiledPattern, text: str) -> Cuts:
    """The same here."""
    return sorted({0, len(text)}.union(*pattern.spans(text)))


def all_library_cuts(pattern: str, texts: Sequence[str]) -> list[Cuts] | None:
    """Of each text; None where the library refuses the pattern."""
    split = library_split(pattern)
    return None if split is None else [library_cuts(split, text) for text in texts]


_CHILD = Child(all_library_cuts, SECONDS)


def verdicts(pattern: str, texts: Sequence[str]) -> Verdicts:
    """Of one pattern. Some the library takes too long to match, or too much memory."""
    found = _CHILD.cuts(pattern, texts)
    if isinstance(found, str):
        return iter([("endless there", "")])
    cuts = None if found is None else dict(zip(texts, found, strict=True)).__getitem__
    return pattern_verdicts(pattern, texts, compile_pattern, our_cuts, cuts)


def probes() -> list[str]:
    """A pattern for everything there is."""
    return [
        *(rf"\p{{{name}}}+" for name in PROPERTIES),
        *(rf"\P{{{name}}}+" for name in PROPERTIES[:9]),
        *(f"[[:{name}:]]+" for name in POSIX),
        *(f"[[:^{name}:]]" for name in POSIX),
        *(f"\\{letter}" for letter in "wWdDsShHRNOXyYKGbBAzZ"),
        *(r"\x41", r"\x{1F600}", r"\u0041", r"\101", r"\o{101}", r"\cA", r"\C-a", r"\M-a", r"\e|a"),
        *("(?:a)b", "(?>a|ab)", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(?<=a|bb)", "(?<!a+)b"),
        *("(?i)ss", "(?m).", "(?x) a b # c", "(?-i:a)", "(?W)\\w"),
        *("(?D)\\d", "(?S)\\s", "(?P)[[:alpha:]]"),
        *(r"(a)\1", r"(?<n>a)\k<n>", r"(a)\k<-1>", r"(?i)(k)\1", r"(a)?(?(1)b|c)", r"(a)\g<1>"),
        *(r"(?<n>a|b\g<n>c)", r"(?~ab)", "(?~|a|b)", "(?(a)b|c)", "(?~|ab)a*", "(?~|)a*"),
        *(r"(?<n>a)(?<n>b)\k<n>", r"(?<n>a|b\g<n>c)\k<n+0>", r"a\g<0>?b", r"(?<=(a)\g<1>)b"),
        *("(?~(?~a))", "(?~|a|(?>b*))", "(?<=(?~b))c", "(?(?<=a)b|c)", r"\g<1>(a)", "(?C)(a)"),
        *(r"(?y{w})\X", r"(?y{w}:\y.)", r"\X{2}", r"(?I)(?i)ſk", "(?L)a|ab", "(?i)(?~|[ß])s"),
        *("(?y{g})a", "(*FAIL)|a", "(?<=(?>ab|b))c", *(f"a{callout}b|." for callout in CALLOUTS)),
        *(f"(?:{tagged}a)*(?:{user}b)*" for tagged in TAGGED for user in USERS),
        *("a(*SKIP)b", "a(*ERROR)b", "a(*TOTAL_COUNT)b"),
        *("(*NONE)", "(*MAX)", "(*MAX{1,2})", "(*CMP{t,<,1})", "a(?C)b", "(?-C)a", "(?y{x})a"),
        *("a*", "a+", "a?", "a{2}", "a{,2}", "a{2,}", "a*?", "a++"),
        *("a{2}+", "a{3,1}", "(?:a|){2}b"),
        *("[a-c&&[^b]]", "[]a]", "[^]a]", r"[\d\s]", "[[^a]b]", r"[[^\D\S]]", "[a-]", r"[\x{0}-é]"),
        *("^a$", r"\Aa\z", r"a\Z", r"\Ga", r"\bа\b", r"(?<=\R)b"),
        *(r"a\Kb", r"(?=a\Kb)", r"(?:(a)|b?)*\1"),
    ]  # fmt: skip
