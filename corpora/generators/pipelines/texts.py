"""The texts of a pipeline: made of what its document holds, so that its options have a say."""

from typing import Any

from tokparity.corpora.generators.added import BESIDE
from tokparity.corpora.generators.case import TRICKY
from tokparity.corpora.generators.pipelines.training import Spelling, words
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.whitespace import KINDS

Text = tuple[str, str | None]
"""A text, and the second one of a pair."""

_ODDS = (
    *("é", "e\u0301", "ñ", "Ü", "ö\u0323\u0302", "İ", "ß", "ﬁ", "ſ", "Σ", "ΟΔΟΣ", "a\u0301\u0316"),
    *("각", "\u1100\u1161\u11a8", "한국어", "世界", "你好", "𠀀", "豈", "カタ", "ｶﾀ", "ひら", "ー"),
    *("\x00", "\x07", "\x7f", "\x85", "\u00ad", "\u200b", "\u200d", "\ufeff", "\ufffd", "\u2028"),
    *(
        "👍",
        "👍🏽",
        "👩\u200d👩\u200d👦",
        "🇩🇪",
        "1️⃣",
        "½",
        "①",
        "Ａ",
        "１",
        "\u3000",
        "ͅ",
        "\u0e33",
        "ำ",
    ),
    *("...", "!?", "--", "«»", "$1.50", "^", "`", "'s", " n't", " do not", " ' ", "|", "_", "~~"),
    *("12345", "٣٤", "४", "Ⅷ", "²", "\u0378", "\ue000", "\U000e0041", "▁", "▁▁", "Ġ", "<0x41>"),
    *("\r\n", "\n\n", "\t", " ", "  ", "   ", "</w>", "##", "##a", "<pad>", "e", "ee", "lle"),
    *(
        "अनुच्छेद",
        "עִבְרִית",
        "العربية",
        "ไทย",
        "Ελλάδα",
        "мир",
        "Ёж",
        "tiếng",
        "naïve",
        "Ω",
        "\u1e9b\u0323",
    ),
)


def texts(
    rng: Rng, seed: int, document: dict[str, Any], spelling: Spelling, count: int
) -> list[Text]:
    """`count` texts, each third one a pair; the first are the empty text and a plain sentence."""
    contents = [token["content"] for token in document["added_tokens"]]
    known = words(seed, "plain", rng.below(4))
    found: list[Text] = [("", None), ("Hello world, then the user-name and 123 cafés.", "")]
    while len(found) < count:
        text = _text(rng, known, contents)
        found.append((text, _text(rng, known, contents) if rng.chance(0.3) else None))
    return found[:count]


def _text(rng: Rng, known: tuple[str, ...], contents: list[str]) -> str:
    parts = [rng.choice(("", "", "", " "))]
    for _ in range(rng.between(1, 7)):
        match rng.below(10):
            case 0 | 1 | 2:
                parts.append(rng.choice(known))
            case 3:
                parts.append(_cased(rng, rng.choice(known)))
            case 4 | 5:
                parts.append(rng.choice(_ODDS))
            case 6 | 7 if contents:
                parts.append(_near(rng, rng.choice(contents)))
            case 8:
                parts.append(rng.choice(known) * rng.between(2, 5))
            case _:
                parts.append(rng.choice(TRICKY) + rng.choice(KINDS))
        parts.append(rng.choice((" ", " ", " ", "", "", rng.choice(BESIDE))))
    return "".join(parts)


def _cased(rng: Rng, word: str) -> str:
    return rng.choice((word.upper(), word.lower(), word.title(), word.swapcase()))


def _near(rng: Rng, content: str) -> str:
    """An added token, with white space or letters beside it, cut short, or in another case."""
    match rng.below(8):
        case 0:
            return content[: rng.between(1, len(content))]
        case 1:
            return rng.choice((content.upper(), content.lower()))
        case 2:
            return content * 2
        case 3:
            return f"a{content}b"
        case 4:
            return f"  {content}  "
        case _:
            return content
