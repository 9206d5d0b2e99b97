"""What a user may write where an ARTEFACT is asked for: a path, or a name of the catalogue."""

import hashlib
import json
import re
from pathlib import Path

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.manifest import Manifest
from reference_impl.contract import Artefact, Format
from reference_impl.errors import BadArtefact, TokparityError
from reference_impl.formats.gguf_file import MAGIC
from reference_impl.formats.gguf_identity import identity as identity_of_gguf
from reference_impl.formats.tokenizer_config import CONFIG, identity

_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$")
_PIECES = b"\n"
"""How a .model of sentencepiece begins: with the tag of its pieces. A rank file may be called
so too, and begins with base64."""


class NoSuchArtefact(TokparityError):
    """Neither a file nor a catalogue name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: neither a file nor a name of the catalogue: `tokparity vocabs list` shows it"
        )
        self.name = name


def resolve(name: str) -> Artefact:
    """The artefact behind a path (file or directory) or a catalogue name.

    Errors: NoSuchArtefact; BadArtefact for a file whose format cannot be told;
    NotFetched for a catalogue entry that is not in the cache.
    """
    path = Path(name)
    if path.exists():
        return _from_path(path, name)
    return catalogue.artefact(manifest_of(name), Cache.default())


def manifest_of(name: str) -> Manifest:
    """The catalogue entry of this exact name."""
    for manifest in catalogue.manifests(catalogue.OWN):
        if manifest.name == name:
            return manifest
    raise NoSuchArtefact(name)


def _from_path(path: Path, name: str) -> Artefact:
    """Called as the user called it, so that a finding in it can be looked up the same way."""
    if path.name == CONFIG:
        path = path.parent
    if path.is_dir():
        inside = path / "tokenizer.json"
        if (path / CONFIG).is_file() and inside.is_file():
            if not isinstance(_json(path / CONFIG, _read(path / CONFIG)), dict):
                raise BadArtefact(path / CONFIG, "JSON", "is no object")
            return Artefact(name, "tokenizer_config.json", path / CONFIG, identity(path))
        path = inside if inside.is_file() else _only_other(path)
    if not path.is_file():  # to read a pipe or a device might never end
        raise BadArtefact(path, "file", "is no regular file")
    if _begins(path, MAGIC):
        return Artefact(name, "gguf", path, identity_of_gguf(path))
    raw = _read(path)
    sha256 = hashlib.sha256(raw).hexdigest()
    return Artefact(name, _format(path, raw), path, sha256)


def _only_other(folder: Path) -> Path:
    """What a folder without a tokenizer.json holds instead, where there is no doubt which it is."""
    model = folder / "tokenizer.model"
    if model.is_file():
        return model
    found = sorted(folder.glob("*.gguf"))
    first = [one for one in found if not _LATER_PART.search(one.name)]
    if len(first) == 1:
        return first[0]
    held = f"{len(first)} models in .gguf files" if first else "no .gguf"
    reason = f"holds no tokenizer.json, no tokenizer.model and {held}: name the file itself"
    raise BadArtefact(folder, "directory", reason)


def _begins(path: Path, magic: bytes) -> bool:
    """Whether a file begins so: a model of many gigabytes is not read to find out."""
    try:
        with path.open("rb") as file:
            return file.read(len(magic)) == magic
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None


def _format(path: Path, raw: bytes) -> Format:
    if not raw.strip():
        raise BadArtefact(path, "file", "is empty")
    if ".model" in path.suffixes and raw[:1] == _PIECES:  # "tokenizer.model.v3" too
        return "sentencepiece"
    if path.suffix == ".json" or raw.lstrip()[:1] == b"{":
        top = _json(path, raw)
        is_tekken = isinstance(top, dict) and "config" in top and "model" not in top
        return "tekken.json" if is_tekken else "tokenizer.json"
    if path.suffix == ".txt":
        return "vocab.txt"
    if path.suffix == ".gguf":
        raise BadArtefact(path, "magic", f"begins with {raw[:4]!r}: a GGUF begins with {MAGIC!r}")
    reason = (
        "is neither .json, .txt, .model nor a GGUF; a rank file names neither its pattern nor "
        "its special tokens: write a manifest for it "
        "with `tokparity vocabs add --pattern`, and use the name you give it there"
    )
    raise BadArtefact(path, "format", reason)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None


def _json(path: Path, raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", str(error)) from None
