"""Write corpora/goldens/NAME.json: what the official library makes of a few telling texts.

    python -m tools.record_goldens NAME…            catalogue vocabularies, from the cache: "*" all
    python -m tools.record_goldens --check NAME…    exit 1 where a committed file says otherwise

To record anew with another library version, remove the file first.
"""

import json
import sys
from pathlib import Path

from tokparity.corpora.golden import GoldenCase, GoldenFile, read_golden, write_golden
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find, is_cached
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
)
from tokparity.reference_impl.formats import load
from tools.native_library import native_library

PLAIN_ONLY = ("tekken.json", "sentencepiece")
"""Formats whose library never finds a special token in a text."""
FOLDER = Path(__file__).parent.parent / "corpora" / "goldens"
TEXTS = {
    "empty": "",
    "words": "hello world",
    "leading-space": " hello world",
    "digits": "123",
    "numbers": "In 1984, 3.14159 × 1,000,000 = ٣١٤١٥٩٠ or ½?",
    "contractions": "I'm sure they'll say it's DON'T, we’ve 'tis",
    "german": "Die Straße führt über Öfen; GROẞ ist groß.",
    "cjk": "今天天气很好，我们去公园吧。東京タワーは高い！",
    "hangul": "한국어 문장과 \u1112\u1161\u11ab 자모",
    "devanagari": "नमस्ते दुनिया क्षत्रिय",
    "arabic": "مَرْحَبًا بِكَ ٢٠٢٤",
    "emoji": "👩🏽‍🚀🇧🇷 ok 🫠❤️‍🔥 1️⃣",
    "combining": "e\u0301 \xe9 a\u0323\u0302 \u1ead o\u0302\u0323 \u0301x",
    "compatibility": "ﬁne ｆｕｌｌ ①Ⅷ ㎏ ™",
    "white-space": "a  b   c    d     e ",
    "tabs-and-newlines": "\ta\t\tb\n\nc\r\n\r\n  d\n \n",
    "unicode-spaces": "a\u00a0b\u2003c\u3000d\u2028e\u0085f\u200bg\ufeffh",
    "controls": "nul\x00 bell\x07 esc\x1b[0m del\x7f",
    "look-alikes": "<|im_start|>user\n<|im_start <s></s> [INST] <|endoftext|><think>",
    "code": "def f(x):\n    return {k: v**2 for k, v in x.items() if k != 'a_b'}  # TODO\n",
    "latex": "$\\frac{\\partial f}{\\partial x_{i}} \\le \\sum_{k=0}^{\\infty} a_k$",
    "mixed": "Größe=½ширина×3Ωμέγα漢字かなカナ😀end",
    "astral": "\U00020000\U0001d54f\U000e0041\U0010ffff\ue000",
    "long-word": "antidisestablishmentarianism" * 3,
}


def special(artefact: Artefact) -> str:
    """A special token to write into a text: the one of the lowest id, where the file tells."""
    match artefact.format:
        case "tiktoken":
            assert artefact.facts is not None
            specials = artefact.facts.specials
            return min(specials, key=specials.__getitem__)
        case "tokenizer.json":
            data = json.loads(artefact.path.read_text("utf-8"))
            tokens = [token for token in data["added_tokens"] if token["special"]]
            return str(min(tokens, key=lambda token: token["id"])["content"])
        case "gguf":
            added = [token for token in load(artefact).added_tokens if token.special]
            return min(added, key=lambda token: token.id).content
        case "vocab.txt":
            return "[SEP]"
        case _:
            return "<s>"


def cases(token: str, plain_only: bool) -> list[tuple[str, Case]]:
    """Every text under the options that may matter to it.

    `plain_only`: the format cannot express special tokens in a text.
    """
    texts = TEXTS | {"special": f"a{token}b {token} \n{token}{token[:-1]}"}
    named_cases: list[tuple[str, Case]] = []
    for name, text in texts.items():
        named_cases.append((f"{name}/encode", EncodeCase(text, EncodeOptions(False, True))))
        named_cases.append((f"{name}/add-special", EncodeCase(text, EncodeOptions(True, True))))
        if plain_only or name in ("special", "look-alikes"):
            named_cases.append((f"{name}/plain", EncodeCase(text, EncodeOptions(False, False))))
        if plain_only and name in ("empty", "words", "special"):
            named_cases.append((f"{name}/plain-add", EncodeCase(text, EncodeOptions(True, False))))
    return named_cases


def record(artefact: Artefact) -> GoldenFile:
    """Ask the library every case that it can express, and to decode each distinct answer."""
    library = native_library(artefact)
    named_cases = [
        (name, case)
        for name, case in cases(special(artefact), artefact.format in PLAIN_ONLY)
        if library.expresses(case)
    ]
    answers = [GoldenCase(name, case, library.answer(case)) for name, case in named_cases]
    encoded: dict[tuple[int, ...], str] = {}
    for answer in answers:
        assert isinstance(answer.expected, Encoding)
        encoded.setdefault(answer.expected.ids, answer.id)
    for ids, name in encoded.items():
        forms = [DecodeCase(ids, DecodeOptions(skip)) for skip in (False, True)]
        expressible = [case for case in forms if library.expresses(case)]
        for case in expressible:
            skip = case.options.skip_special
            if case is expressible[0] or name.startswith(("special", "words")):
                form = "skip-special" if skip else "decode"
                answers.append(GoldenCase(f"{name}/{form}", case, library.answer(case)))
    return GoldenFile(
        name=artefact.name,
        format=artefact.format,
        sha256=artefact.sha256,
        oracle=library.oracle,
        library=library.name,
        version=library.version,
        cases=tuple(answers),
    )


def main(arguments: list[str]) -> int:
    """Record or check the goldens of every vocabulary named."""
    check = arguments[:1] == ["--check"]
    wrong = 0
    cache = Cache.default()
    for name in arguments[check:]:
        for manifest in find(name):
            if not is_cached(manifest, cache):
                print(f"{manifest.name}: not fetched", file=sys.stderr)
                continue
            made = record(artefact(manifest, cache))
            if not check:
                print(write_golden(made, FOLDER), len(made.cases))
            elif read_golden(FOLDER / f"{manifest.name}.json") != made:
                print(f"{manifest.name}: the library now answers otherwise", file=sys.stderr)
                wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
