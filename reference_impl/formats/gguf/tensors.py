"""The shapes of the tensors of a GGUF file, which stand behind its keys; their data is not read."""

from pathlib import Path

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import Cursor, walk_keys

EMBEDDING = b"token_embd.weight"
_LONGEST_NAME = 64
_MOST_DIMENSIONS = 4
"""`GGML_MAX_NAME`, `GGML_MAX_DIMS`."""


def embedding_rows(path: Path) -> int | None:
    """How many tokens the embedding has room for; None where the file has no such tensor.

    llama.cpp loads a model only if the vocabulary has as many tokens. Source: src/llama-model.cpp
    `create_tensor` with {n_embd, n_vocab}, llama.cpp b11549. Raises BadArtefact.
    """
    try:
        with path.open("rb", buffering=0) as file:
            cursor = Cursor(path, file)
            _, tensors = walk_keys(cursor)
            for index in range(tensors):
                cursor.field = f"tensor {index}"
                name, shape = _tensor(cursor)
                if name == EMBEDDING:
                    return shape[1] if len(shape) > 1 else 1
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    return None


def _tensor(cursor: Cursor) -> tuple[bytes, tuple[int, ...]]:
    length = cursor.size("the name")
    if length >= _LONGEST_NAME:
        raise cursor.bad(f"has a name of {length} bytes")
    name = cursor.take(length, "the name")
    dimensions = cursor.number("I", 4, "the number of dimensions")
    if dimensions > _MOST_DIMENSIONS:
        raise cursor.bad(f"has {dimensions} dimensions, more than {_MOST_DIMENSIONS}")
    shape = tuple(cursor.number("q", 8, "a dimension") for _ in range(dimensions))
    if any(size < 0 for size in shape):
        raise cursor.bad(f"has the shape {shape}")
    cursor.skip(12, "its type and place")
    return name, shape
