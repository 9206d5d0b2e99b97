"""`Replace` of tokenizer.json: each match of a pattern by a string."""

from dataclasses import dataclass

from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.regexes.tokenizer_json import read_pattern
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.growth import check_growth
from tokparity.reference_impl.text.transform import begin


@dataclass(frozen=True, slots=True)
class ReplaceNormalizer:
    """Put `content` in the place of each match; there are no references to groups in it.

    All of it has the range of the last character of the match, the others get lost. What
    replaces an empty match has the range of the character before, at the very start an
    empty one. An empty text has no match, not even of "^". Source: tokenizers 0.23.3
    normalizers/replace.rs, tokenizer/normalizer.rs `replace`.

    >>> ReplaceNormalizer(Literal("ab"), "xyz").normalize(Aligned.of("abc"))
    Aligned(text='xyzc', origin=(1, 1, 1, 2))

    Raises RegexLimit, TooLarge.
    """

    pattern: Literal | Regex
    content: str

    def normalize(self, text: Aligned) -> Aligned:
        matches = self.pattern.spans(text.text) if text.text else []
        if not matches:
            return text
        check_growth(len(matches) * len(self.content))
        chars: list[str] = []
        origin: list[int] = []
        done = 0
        for start, end in matches:
            chars += (text.text[done:start], self.content)
            origin += text.origin[done:start]
            origin += [text.origin[end - 1] if end else ~begin(text)] * len(self.content)
            done = end
        chars.append(text.text[done:])
        origin += text.origin[done:]
        return Aligned("".join(chars), tuple(origin), text.begins)


PATTERNS = (
    {"String": " "},
    {"String": "e"},
    {"String": "an"},
    {"String": ""},
    {"Regex": r"\s+"},
    {"Regex": r"[aeiou]"},
    {"Regex": r"^"},
    {"Regex": r"(?<=l)|$"},
    {"Regex": r"(\p{L})\1"},
)
CONTENTS = ("", " ", "\u2581", "xy", "\u00e9")
TYPE = StageType(
    "Replace",
    ReplaceNormalizer,
    (Option("pattern", read_pattern, PATTERNS), Option("content", Node.string, CONTENTS)),
    array=("pattern", "content"),
    sweep={
        pattern: {"pattern": {"Regex": pattern}, "content": "xy"}
        for pattern in (r"\s", r"\w", r"(?i)k|σ")
    },
)
