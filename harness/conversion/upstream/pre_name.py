"""The `pre` that llama.cpp's own converter chooses: by a hash over the ids of one text.

Source: conversion/base.py `get_vocab_base_pre`, llama.cpp b11549. Its text and its names lie in
pre_hashes.json, which `tools.record_pre_hashes` writes. Not here: which name is right by how it
cuts (`pre_by_behaviour`).
"""

import json
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

RELEASE = "b11549"


@dataclass(frozen=True, slots=True)
class PreOfHash:
    """`digest` is the sha256 of the ids; `name` the `pre`, None where the converter knows no such
    hash and gives up; `model` the published model that the converter has the hash from."""

    digest: str
    name: str | None
    model: str | None = None

    def line(self) -> str:
        """One line for a person.

        >>> PreOfHash("8b1f" * 16, None).line()
        "pre: unknown to llama.cpp's converter b11549, which gives up (hash 8b1f8b1f8b1f…)"
        """
        if self.name is None:
            gives_up = "which gives up"
            return (
                f"pre: unknown to llama.cpp's converter {RELEASE}, {gives_up} "
                f"(hash {self.digest[:12]}…)"
            )
        return (
            f"pre: llama.cpp's converter {RELEASE} would write {self.name!r}, by the hash of "
            f"{self.model} ({self.digest[:12]}…)"
        )

    def lines_to_add(self, model: str, name: str) -> tuple[str, ...]:
        """What has to be added to the converter for it to write `name`, ready to paste.

        `model` stands where the converter names the published model.
        """
        repository = json.dumps(model)
        return (
            "in convert_hf_to_gguf_update.py, to `models`:",
            f'    {{"name": "{name}", "tokt": TOKENIZER_TYPE.BPE, "repo": {repository}}},',
            "in conversion/base.py, to `get_vocab_base_pre`:",
            f'        if chkhsh == "{self.digest}":',
            f"            # ref: {model}",
            f'            res = "{name}"',
        )


def pre_of_hash(tokenizer: Tokenizer) -> PreOfHash:
    """What the converter makes of the ids that this tokenizer gives, with those it adds.

    Padding and truncation of the file do not count: transformers switches both off for one text.
    Raises what `Tokenizer.encode` raises where the tokenizer refuses the text.
    """
    bare = replace(tokenizer, truncation=None, padding=None)
    ids = bare.encode(_table()["text"], EncodeOptions()).ids
    digest = sha256(str(list(ids)).encode()).hexdigest()
    name, model = _table()["names"].get(digest, (None, None))
    return PreOfHash(digest, name, model)


def known_names() -> frozenset[str]:
    """Every `pre` that the converter writes by a hash."""
    return frozenset(name for name, _ in _table()["names"].values())


@cache
def _table() -> dict[str, Any]:
    path = Path(__file__).with_name("pre_hashes.json")
    table: dict[str, Any] = json.loads(path.read_text("ascii"))
    return table
