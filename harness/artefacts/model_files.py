"""What says more of a model than its vocabulary: chat templates and stop tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.catalogue_names import DIRECTORY, manifest_of
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import chat_template, load
from tokparity.reference_impl.formats import template_sources as templates
from tokparity.reference_impl.formats.gguf import reader as gguf
from tokparity.reference_impl.formats.stop_tokens import STOP_FILES, StopTokens, of_files, of_gguf
from tokparity.reference_impl.formats.template_sources import Files
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class NotFetchedAlong(TokparityError):
    """A vocabulary that was fetched by a version that did not know what stands beside it.

    >>> str(NotFetchedAlong("yi", "config.json"))
    'config.json, beside yi, is not in the cache: run `tokparity vocabs fetch yi`'
    """

    def __init__(self, vocabulary: str, name: str) -> None:
        super().__init__(
            f"{name}, beside {vocabulary}, is not in the cache: "
            f"run `tokparity vocabs fetch {vocabulary}`"
        )
        self.vocabulary, self.name = vocabulary, name


def files_beside(artefact: Artefact) -> Files:
    """The files of its folder, or what was fetched along with it; of a GGUF none, as its keys say
    it all, and the folder of a model may be of many. Errors: NotFetchedAlong."""
    if artefact.format == "gguf":
        return {}
    if artefact.format in ("tokenizer_config.json", "model_folder"):
        return templates.folder_files(artefact.path.parent)
    if Path(artefact.name.removeprefix(DIRECTORY)).exists():
        return templates.folder_files(artefact.path.parent)
    manifest, cache = manifest_of(artefact.name), Cache.default()
    if isinstance(manifest.source, Path):
        return templates.folder_files(manifest.source.parent)
    for name, companion in manifest.beside.items():
        if not cache.has(companion.sha256, companion.bytes):
            raise NotFetchedAlong(artefact.name, name)
    return {name: cache.path(companion.sha256) for name, companion in manifest.beside.items()}


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """What was read of a model's files, or of its GGUF."""

    templates: Templates
    artefact: Artefact
    _stops: Callable[[Tokenizer], StopTokens] | StopTokens

    @classmethod
    def of(cls, artefact: Artefact) -> "ModelFiles":
        """Errors: BadArtefact, NotFetchedAlong."""
        if artefact.format == "chat_template":
            return cls(chat_template.templates(artefact), artefact, StopTokens())
        if artefact.format == "gguf":
            keys, vocabulary = gguf.read(artefact.path)
            chat_templates = templates.of_gguf(keys, vocabulary)
            return cls(chat_templates, artefact, of_gguf(keys, vocabulary))
        files = files_beside(artefact)
        stops = partial(of_files, files) if STOP_FILES & files.keys() else StopTokens()
        return cls(templates.of_files(files), artefact, stops)

    def stop_tokens(self, tokenizer: Tokenizer | None = None) -> StopTokens:
        """The ids of what the files name; `tokenizer` is the artefact's, where it is loaded
        already: else it is, if any file names a token. Errors: BadArtefact."""
        if isinstance(self._stops, StopTokens):
            return self._stops
        return self._stops(load(self.artefact) if tokenizer is None else tokenizer)


def chat_templates_of(artefact: Artefact) -> Templates:
    """Those of a model's files, or of a GGUF; none where they hold none.

    Errors: BadArtefact, NotFetchedAlong.
    """
    return ModelFiles.of(artefact).templates
