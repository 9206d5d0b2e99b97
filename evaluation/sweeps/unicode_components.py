"""What the sweep asks about: every normalizer and pre-tokenizer, as in tokenizer.json.

With each value of each option that has to do with which characters there are. Not here:
Prepend, which asks none; and what a cut becomes under every behaviour, which does not depend
on the character.
"""

import json
from pathlib import Path
from typing import Any

Spec = dict[str, Any]

_CHARSMAP = json.loads((Path(__file__).with_name("charsmap.json")).read_text("ascii"))
_CLASSES = (
    r"\s",
    r"\w",
    r"\d",
    r"\p{L}",
    r"\p{N}",
    r"\p{P}",
    r"\p{Han}",
    "[[:punct:]]",
    r"(?i)k|σ",
)


def _bert(strip_accents: bool | None, *on: str) -> Spec:
    flags = ("clean_text", "handle_chinese_chars", "lowercase")
    chosen = {flag: flag in on for flag in flags} | {"strip_accents": strip_accents}
    return {"type": "BertNormalizer"} | chosen


def _strip(left: bool, right: bool) -> Spec:
    return {"type": "Strip", "strip_left": left, "strip_right": right}


def _byte_level(prefix: bool, regex: bool) -> Spec:
    options = {"add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}
    return {"type": "ByteLevel"} | options


def _metaspace(scheme: str, split: bool) -> Spec:
    options = {"replacement": "▁", "prepend_scheme": scheme, "split": split}
    return {"type": "Metaspace"} | options


NORMALIZERS: dict[str, Spec] = {
    **{
        kind: {"type": kind}
        for kind in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt", "ByteLevel")
    },
    "BertNormalizer": _bert(None, "clean_text", "handle_chinese_chars", "lowercase"),
    "BertNormalizer clean": _bert(False, "clean_text"),
    "BertNormalizer chinese": _bert(False, "handle_chinese_chars"),
    "BertNormalizer accents": _bert(True),
    "BertNormalizer lower": _bert(False, "lowercase"),
    "BertNormalizer null": _bert(None, "clean_text", "handle_chinese_chars"),
    "Strip": _strip(True, True),
    "Strip left": _strip(True, False),
    "Strip right": _strip(False, True),
    "Precompiled": {"type": "Precompiled", "precompiled_charsmap": _CHARSMAP["charsmap"]},
    **{
        f"Replace {pattern}": {"type": "Replace", "pattern": {"Regex": pattern}, "content": "xy"}
        for pattern in (r"\s", r"\w", r"(?i)k|σ")
    },
}
PRE_TOKENIZERS: dict[str, Spec] = {
    **{
        kind: {"type": kind}
        for kind in ("BertPreTokenizer", "UnicodeScripts", "Whitespace", "WhitespaceSplit")
    },
    "ByteLevel": _byte_level(False, True),
    "ByteLevel prefix whole": _byte_level(True, False),
    "CharDelimiterSplit": {"type": "CharDelimiterSplit", "delimiter": "▁"},
    "Digits": {"type": "Digits", "individual_digits": False},
    "Digits individual": {"type": "Digits", "individual_digits": True},
    "FixedLength": {"type": "FixedLength", "length": 2},
    **{
        f"Metaspace {scheme}": _metaspace(scheme, scheme != "never")
        for scheme in ("always", "first", "never")
    },
    **{
        f"Punctuation {behavior}": {"type": "Punctuation", "behavior": behavior}
        for behavior in ("Isolated", "Removed", "Contiguous")
    },
    **{
        f"Split {pattern}": {"type": "Split", "pattern": {"Regex": pattern}}
        | {"behavior": "Removed", "invert": False}
        for pattern in _CLASSES
    },
}
