"""A table of the bytes of each token, as JSON: ours, and one that somebody else made.

    {"artefact": "qwen3", "sha256": "…", "tokens": {"0": "IQ==", "151643": "PHxlbmRvZnRleHR8Pg=="}}

Bytes are base64; null where an id alone does not tell.
"""

import base64
import binascii
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.tokenizer.token_bytes import TokenBytes, token_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def bytes_table(artefact: Artefact, tokenizer: Tokenizer) -> dict[str, Any]:
    """The table of an artefact, ready for JSON."""
    tokens = {
        str(token_id): None if data is None else base64.b64encode(data).decode("ascii")
        for token_id, data in token_bytes(tokenizer).items()
    }
    return {"artefact": artefact.name, "sha256": artefact.sha256, "tokens": tokens}


def tokens_of(path: Path, document: object) -> TokenBytes:
    """The table that a document holds: `tokens` of it, or all of it. Errors: BadArtefact."""
    tokens = document.get("tokens", document) if isinstance(document, dict) else document
    if not isinstance(tokens, dict):
        raise BadArtefact(path, "tokens", "is no object of id to base64")
    return dict(_read(path, key, value) for key, value in tokens.items())


def _read(path: Path, key: str, value: object) -> tuple[int, bytes | None]:
    if not key.isascii() or not key.isdecimal():
        raise BadArtefact(path, "tokens", f"{key!a:.40} is no id: they are decimal numbers")
    if value is None:
        return int(key), None
    try:
        if not isinstance(value, str):
            raise ValueError
        return int(key), base64.b64decode(value, validate=True)
    except (ValueError, binascii.Error):
        raise BadArtefact(path, f"tokens.{key}", "is neither base64 nor null") from None


def bytes_that_differ(tokenizer: Tokenizer, theirs: TokenBytes) -> Iterator[str]:
    """A line an id whose bytes the table gives otherwise, lacks, or has too much."""
    ours = token_bytes(tokenizer)
    for token_id in sorted({*ours, *theirs}):
        if token_id not in theirs:
            yield f"id {token_id}: {ours[token_id]!r} is not in the table"
        elif token_id not in ours:
            yield f"id {token_id}: {theirs[token_id]!r} in the table, and no token has this id"
        elif ours[token_id] != theirs[token_id]:
            yield f"id {token_id}: {theirs[token_id]!r} in the table, not {ours[token_id]!r}"
