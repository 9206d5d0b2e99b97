"""Reads a `tekken.json` as mistral-common's Tekkenizer does, into what tiktoken takes.

Follows mistral-common 1.13.1, tokens/tokenizers/tekken.py, `Tekkenizer.from_file`,
`Tekkenizer.__init__` and `_reload_mergeable_ranks`, and refuses what they refuse. Images,
audio and model settings are not read: they do not change what text becomes.
"""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERSIONS = ("v1", "v2", "v3", "v7", "v11", "v13", "v15")
FIRST_VERSION_THAT_NAMES_ITS_SPECIALS = VERSIONS.index("v11")

# `DEPRECATED_SPECIAL_TOKENS`, in order of rank: those of a file (up to v7) that lists none.
OLD_SPECIALS = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


@dataclass(frozen=True, slots=True)
class Tekken:
    """`ranks` of the text tokens from 0; `specials` in order of id, which stand before them."""

    ranks: dict[bytes, int]
    specials: tuple[str, ...]
    pattern: str


def read(path: Path) -> Tekken:
    """The tokens of one file; ValueError, KeyError, TypeError where Tekkenizer fails too."""
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    config = data["config"]
    version = config.get("version")
    if version not in VERSIONS:
        raise ValueError(f"config.version: {version!r} is none of {', '.join(VERSIONS)}")
    listed = data.get("special_tokens")
    if listed is None and VERSIONS.index(version) >= FIRST_VERSION_THAT_NAMES_ITS_SPECIALS:
        raise ValueError(f"special_tokens: missing in a file of version {version}")
    named = OLD_SPECIALS if listed is None else [token["token_str"] for token in listed]

    size = config["default_vocab_size"]
    shift = config["default_num_special_tokens"]
    specials = (*named, *(f"<SPECIAL_{n}>" for n in range(len(named), shift)))
    if len(specials) != shift or len(set(specials)) != shift:
        raise ValueError(f"special_tokens: not {shift} different ones")
    vocab = data["vocab"]
    if not 0 <= size - shift <= len(vocab):
        raise ValueError(f"config.default_vocab_size: {size} asks for more tokens than there are")

    # The files list more tokens than the tokenizer has: those beyond are never looked at.
    ranks = {}
    for rank, token in enumerate(vocab[: size - shift]):
        if token.keys() != {"rank", "token_bytes", "token_str"}:
            raise ValueError(f"vocab[{rank}]: fields other than rank, token_bytes and token_str")
        piece = base64.b64decode(token["token_bytes"])
        if token["rank"] != rank or (rank < 256 and piece != bytes([rank])):
            raise ValueError(f"vocab[{rank}]: out of order, or not the single byte it must be")
        ranks[piece] = rank
    if len(ranks) != size - shift:
        raise ValueError("vocab: a token is listed twice")
    return Tekken(ranks, specials, config["pattern"])
