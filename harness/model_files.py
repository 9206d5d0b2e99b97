"""What says more of a model than its vocabulary: chat templates and stop tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from corpora.vocabs.cache import Cache
from harness.artefacts import DIRECTORY, manifest_of
from reference_impl.chat import templates
from reference_impl.chat.templates import Files, Templates
from reference_impl.contract import Artefact
from reference_impl.formats import chat_template, gguf
from reference_impl.stop_tokens import StopTokens, of_files, of_gguf
from reference_impl.tokenizer import Tokenizer


def files_beside(artefact: Artefact) -> Files:
    """The files of its folder, or what was fetched along with it; of a GGUF none, as its keys say
    it all, and the folder of a model may be of many."""
    if artefact.format == "gguf":
        return {}
    if artefact.format == "tokenizer_config.json":
        return templates.folder_files(artefact.path.parent)
    if Path(artefact.name.removeprefix(DIRECTORY)).exists():
        return templates.folder_files(artefact.path.parent)
    cache = Cache.default()
    beside = manifest_of(artefact.name).companions
    return {one.path: cache.path(one.sha256) for one in beside if cache.has(one.sha256, one.bytes)}


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """What was read of a model's files, or of its GGUF."""

    templates: Templates
    _stops: Callable[[Tokenizer], StopTokens]

    @classmethod
    def of(cls, artefact: Artefact) -> "ModelFiles":
        """Errors: BadArtefact."""
        if artefact.format == "chat_template":
            held = chat_template.templates(artefact)
            return cls(held, lambda _: StopTokens(()))
        if artefact.format == "gguf":
            keys, vocabulary = gguf.read(artefact.path)
            stops = of_gguf(keys, vocabulary)
            return cls(templates.of_gguf(keys, vocabulary), lambda tokenizer: stops)
        files = files_beside(artefact)
        return cls(templates.of_files(files), partial(of_files, files))

    def stop_tokens(self, tokenizer: Tokenizer) -> StopTokens:
        """The ids of what the files name; `tokenizer` is the artefact's. Errors: BadArtefact."""
        return self._stops(tokenizer)


def chat_templates_of(artefact: Artefact) -> Templates:
    """Those of a model's files, or of a GGUF; none where they hold none. Errors: BadArtefact."""
    return ModelFiles.of(artefact).templates
