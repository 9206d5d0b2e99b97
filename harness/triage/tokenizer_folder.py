"""The files of a model's folder that a tokenizer is made of: what may be copied beside a report.

A folder may hold anything else, of its owner alone, and its links may lead anywhere. Not here: what
tells two folders apart (`reference_impl.formats.tokenizer_config`).
"""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.template_sources import FOLDER, folder_files

LOADED = (
    "tokenizer.json",
    "tokenizer.[0-9]*.json",  # for one version of the library: `fast_tokenizer_files`
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "config.json",
    "generation_config.json",
    "chat_template.jinja",
    "chat_template.json",
    f"{FOLDER}/*.jinja",
    "*.model",
    "*.spm",
    "*.tiktoken",
    "tekken.json",
    "vocab.json",
    "vocab.txt",
    "merges.txt",
    "bpe.codes",
    "byte_maps.json",
    "dict.txt",
    "emoji.json",
    "entity_vocab.json",
    "normalizer.json",
    "prophetnet.tokenizer",
    "target_vocab.json",
    "vocab-src.json",
    "vocab-tgt.json",
    "word_pronunciation.json",
    "word_shape.json",
)
"""What `AutoTokenizer` of transformers 5.23, or one of its classes, reads of a folder."""
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class LeadsOut(TokparityError):
    """A file of a tokenizer that is a link to somewhere else."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: is a link that leads out of its folder")
        self.path = path


def tokenizer_files(folder: Path) -> Mapping[str, Path]:
    """Those files by their names in the folder. Errors: LeadsOut."""
    found = {name: path for name, path in folder_files(folder).items() if is_loaded(name)}
    whole = folder.resolve()
    for path in found.values():
        place = path.resolve()
        if not place.is_relative_to(whole) and not _is_blob(place, whole):
            raise LeadsOut(path)
    return found


def is_loaded(name: str) -> bool:
    """Whether a library may read a file of this name.

    >>> is_loaded("spiece.model"), is_loaded("credentials.json")
    (True, False)
    """
    return any(fnmatchcase(name, pattern) for pattern in LOADED)


def _is_blob(place: Path, folder: Path) -> bool:
    """Whether the hub's cache keeps a file of `folder` here: snapshots/COMMIT/NAME is a link to
    blobs/HASH of the repository, and that may be one to blobs/HH/HASH of all (huggingface_hub
    2.4)."""
    for parent in folder.parents:
        if parent.name == "snapshots":
            own, shared = parent.parent / "blobs", parent.parent.parent / "blobs"
            kept = place.parent in (own, shared / place.name[:2])
            return kept and _HASH.fullmatch(place.name) is not None
    return False
