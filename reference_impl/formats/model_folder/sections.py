"""Sections of a tokenizer.json, as the classes of transformers write them."""

import base64
from typing import Any

Json = dict[str, Any]
UNDERLINE = "\u2581"


def sequence(kind: str, parts: list[Json]) -> Json:
    """`kind` is the name of its list: "normalizers", "pretokenizers", "decoders"."""
    return {"type": "Sequence", kind: parts}


def byte_level(
    add_prefix_space: bool = True, trim_offsets: bool = True, use_regex: bool = True
) -> Json:
    """Pre-tokenizer or decoder."""
    return {
        "type": "ByteLevel",
        "add_prefix_space": add_prefix_space,
        "trim_offsets": trim_offsets,
        "use_regex": use_regex,
    }


def metaspace(scheme: str, split: bool = True) -> Json:
    """Pre-tokenizer or decoder; `scheme`: where "▁" is put before a text."""
    return {
        "type": "Metaspace",
        "replacement": UNDERLINE,
        "prepend_scheme": scheme,
        "split": split,
    }


def replace(content: str, *, string: str | None = None, regex: str | None = None) -> Json:
    """Normalizer or decoder."""
    pattern = {"Regex": regex} if string is None else {"String": string}
    return {"type": "Replace", "pattern": pattern, "content": content}


def split(
    behavior: str, *, string: str | None = None, regex: str | None = None, invert: bool = False
) -> Json:
    """Pre-tokenizer."""
    pattern = {"Regex": regex} if string is None else {"String": string}
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


def strip(left: bool, right: bool) -> Json:
    """Normalizer."""
    return {"type": "Strip", "strip_left": left, "strip_right": right}


def precompiled(charsmap: bytes) -> Json:
    """Normalizer."""
    encoded = base64.b64encode(charsmap).decode()
    return {"type": "Precompiled", "precompiled_charsmap": encoded}


def bert_normalizer(
    *, chinese: bool = True, accents: bool | None = None, lowercase: bool = True, clean: bool = True
) -> Json:
    """Normalizer."""
    return {
        "type": "BertNormalizer",
        "clean_text": clean,
        "handle_chinese_chars": chinese,
        "strip_accents": accents,
        "lowercase": lowercase,
    }


def digits() -> Json:
    """Pre-tokenizer: each digit alone."""
    return {"type": "Digits", "individual_digits": True}


def around(
    kind: str, sep: tuple[str, int | None], cls: tuple[str, int | None], **options: bool
) -> Json:
    """Post-processor `BertProcessing` or `RobertaProcessing`."""
    return {"type": kind, "sep": list(sep), "cls": list(cls), **options}


SPACED_BYTES = (replace(" ", string=UNDERLINE), {"type": "ByteFallback"}, {"type": "Fuse"})
"""Decoders of a BPE with byte pieces that writes "▁" for a space."""
