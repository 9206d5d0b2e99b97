"""The files that a subject is given: each under the name that its format has in the world.

A cache calls a file by its digest, and loaders look at names: `D/tokenizer.json` with a
`tokenizer_config.json` beside it. What a subject cannot be told to leave out, padding and
truncation, is left out of the copy that it gets. Not here: who asks for them (`client`).
"""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tokparity.reference_impl.contract import Artefact, Format

NAMES: dict[Format, str] = {
    "tokenizer.json": "tokenizer.json",
    "sentencepiece": "tokenizer.model",
    "tiktoken": "ranks.tiktoken",
    "tekken.json": "tekken.json",
    "vocab.txt": "vocab.txt",
    "gguf": "model.gguf",
}


_WITHOUT_LIMITS = {"truncation": None, "padding": None}


class Handover:
    """Folders with files for one subject, gone with `close`. Nothing is copied but what changes."""

    def __init__(self) -> None:
        self._folders: dict[str, TemporaryDirectory[str]] = {}

    def close(self) -> None:
        """Remove the folders."""
        for folder in self._folders.values():
            folder.cleanup()
        self._folders.clear()

    def request(self, artefact: Artefact, beside: Mapping[str, Path]) -> dict[str, Any]:
        """What a request to load an artefact says."""
        said: dict[str, Any] = {
            "name": artefact.name,
            "format": artefact.format,
            "path": str(self.path(artefact, beside)),
        }
        if artefact.facts is not None:
            said["pattern"] = artefact.facts.pattern
            said["special_tokens"] = artefact.facts.specials
        return said

    def path(self, artefact: Artefact, beside: Mapping[str, Path]) -> Path:
        """Where a subject reads an artefact: `…/tokenizer.json`, with these files `beside` it.

        A file that has its name already is given where it lies: what is beside it there, is.
        """
        name = NAMES.get(artefact.format, artefact.path.name)
        unlimited = artefact.format == "tokenizer.json" and not artefact.settings.limits
        if artefact.path.name == name and not unlimited:
            return artefact.path.absolute()
        key = repr((artefact.identity, sorted(beside.items())))
        if key not in self._folders:
            if unlimited:
                content = json.loads(artefact.path.read_bytes()) | _WITHOUT_LIMITS
            folder = TemporaryDirectory(prefix="tokparity-subject-")
            for other, path in beside.items():
                if other != name:
                    place = Path(folder.name, other)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.symlink_to(path.absolute())
            if unlimited:
                Path(folder.name, name).write_text(json.dumps(content), "utf-8")
            else:
                Path(folder.name, name).symlink_to(artefact.path.absolute())
            self._folders[key] = folder
        return Path(self._folders[key].name, name)
