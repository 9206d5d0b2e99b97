"""What two GGUF files of one vocabulary share, whatever tensors come behind it."""

import hashlib
from pathlib import Path

from tokparity.reference_impl.formats.gguf.file import read_metadata


def identity(path: Path) -> str:
    """A sha256 over the keys that a vocabulary is read from: 64 hex digits.

    Of the header alone, so that a model of 40 GB is told from another without being read.
    Raises BadArtefact.
    """
    digest = hashlib.sha256()
    for key, value in read_metadata(path).items():
        parts = value.strings or (value.raw,)
        head = f"{len(key)} {value.type} {value.is_array} {len(parts)}\n"
        digest.update(head.encode() + key)
        digest.update(" ".join(str(len(part)) for part in parts).encode())
        digest.update(b"\n" + b"".join(parts))
    return digest.hexdigest()
