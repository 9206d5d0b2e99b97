"""What a user may write where an ARTEFACT is asked for: a path, a name of the catalogue, a spec.

    my/tokenizer.json   dir:my/model   qwen3   qwen3-as-gguf
    chat_template.jinja   template:qwen3
    hub:owner/name   pip:name==1.0:path   npm:name@1.0.0:path

A spec is used where it was fetched: nothing here asks the network.
"""

import hashlib
import re
from pathlib import Path

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.file_format import as_json, format_of, is_gguf
from tokparity.corpora.vocabs.known_files import known_files
from tokparity.harness.artefacts.catalogue_names import DIRECTORY, NoSuchArtefact, manifest_of
from tokparity.harness.derivation.names import named_as
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.identity import identity as identity_of_gguf
from tokparity.reference_impl.formats.tokenizer_config import CONFIG, identity

_VOCABULARIES = ("vocab.json", "vocab.txt", "*.model", "*.spm")
"""What a folder without a tokenizer.json has instead, of which a class makes a tokenizer."""
_LISTED = 8
_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$")


def resolve(name: str) -> Artefact:
    """The artefact behind a path (file or directory), a catalogue name or a spec.

    Errors: NoSuchArtefact; BadArtefact for a file whose format cannot be told;
    NotFetched for a catalogue entry that is not in the cache; Underivable.
    """
    if name.startswith("template:"):
        from tokparity.harness.artefacts.templates import (
            template_artefact,  # which reads files by this module
        )

        return template_artefact(name.partition(":")[2])
    path = Path(name.removeprefix(DIRECTORY))
    if path.exists():
        return _from_path(path, name)
    try:
        return catalogue.artefact(manifest_of(name), Cache.default())
    except NoSuchArtefact:
        source, format = named_as(name)
        if format is None:
            raise
        from tokparity.harness.derivation.derive import derive  # which imports libraries

    return derive(resolve(source), format, Cache.default()).artefact


def _from_path(path: Path, name: str) -> Artefact:
    """Called as the user called it, so that a finding in it can be looked up the same way."""
    if path.name == CONFIG and not _has_template_only(path):
        path = path.parent
    if path.is_dir():
        inside = path / "tokenizer.json"
        if (path / CONFIG).is_file() and inside.is_file():
            if not isinstance(as_json(path / CONFIG, _read(path / CONFIG)), dict):
                raise BadArtefact(path / CONFIG, "JSON", "is no object")
            return Artefact(name, "tokenizer_config.json", path / CONFIG, identity(path))
        if not inside.is_file() and (config := _config_of(path)) is not None:
            return Artefact(name, "model_folder", config, identity(path))
        path = inside if inside.is_file() else _only_other(path)
    if path.suffix == ".jinja" and path.is_file():
        from tokparity.harness.artefacts.templates import template_of_file  # as in `resolve`

        return template_of_file(path, name)
    if not path.is_file():  # to read a pipe or a device might never end
        raise BadArtefact(path, "file", "is no regular file")
    if is_gguf(path):
        return Artefact(name, "gguf", path, identity_of_gguf(path))
    raw = _read(path)
    sha256 = hashlib.sha256(raw).hexdigest()
    known = known_files().get(sha256)
    if known is not None and known.facts is not None:
        return Artefact(name, known.format, path, sha256, known.facts)
    return Artefact(name, format_of(path, raw), path, sha256)


def _has_template_only(config: Path) -> bool:
    """Whether no vocabulary stands beside a tokenizer_config.json."""
    folder = config.parent
    return not (folder / "tokenizer.json").exists() and _config_of(folder) is None


def _config_of(folder: Path) -> Path | None:
    """The config of a folder that `AutoTokenizer` can make a tokenizer of; None where there is
    none, or no vocabulary though its class reads one."""
    configs = (folder / name for name in (CONFIG, "config.json"))
    config = next((config for config in configs if config.is_file()), None)
    if config is None:
        return None
    from tokparity.reference_impl.formats.model_folder.reader import (
        needs_no_file,  # its classes take a third of the time in which a name is resolved
    )

    has_vocabulary = any(any(folder.glob(pattern)) for pattern in _VOCABULARIES)
    return config if has_vocabulary or needs_no_file(folder) else None


def _only_other(folder: Path) -> Path:
    """What a folder without a tokenizer.json holds instead, where there is no doubt which it is."""
    model = folder / "tokenizer.model"
    if model.is_file():
        return model
    found = sorted(folder.glob("*.gguf"))
    first = [file for file in found if not _LATER_PART.search(file.name)]
    if len(first) == 1:
        return first[0]
    listed = sorted(path.name for path in folder.iterdir())
    more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    reason = (
        f"holds {', '.join(listed[:_LISTED]) or 'nothing'}{more}: it needs a tokenizer.json, or a "
        f"vocabulary ({', '.join(_VOCABULARIES)}) and a {CONFIG}, or a single model in .gguf "
        "files; or name the file itself"
    )
    raise BadArtefact(folder, "directory", reason)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
