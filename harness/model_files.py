"""What says more of a model than its vocabulary: chat templates and stop tokens."""

from pathlib import Path

from corpora.vocabs.cache import Cache
from harness.artefacts import DIRECTORY, manifest_of
from reference_impl.chat import templates
from reference_impl.chat.templates import Files, Templates
from reference_impl.contract import Artefact
from reference_impl.formats import gguf
from reference_impl.stop_tokens import StopTokens, of_files, of_gguf
from reference_impl.tokenizer import Tokenizer


def files_beside(artefact: Artefact) -> Files:
    """The files of its folder, or what was fetched along with it; of a GGUF none, as its keys say
    it all, and the folder of a model may be of many."""
    if artefact.format == "gguf":
        return {}
    if Path(artefact.name.removeprefix(DIRECTORY)).exists():
        return templates.folder_files(artefact.path.parent)
    cache = Cache.default()
    beside = manifest_of(artefact.name).companions
    return {one.path: cache.path(one.sha256) for one in beside if cache.has(one.sha256, one.bytes)}


def templates_of(artefact: Artefact) -> Templates:
    """The chat templates of its model. Errors: BadArtefact."""
    if artefact.format == "gguf":
        return templates.of_gguf(*gguf.read(artefact.path))
    return templates.of_files(files_beside(artefact))


def stop_tokens_of(artefact: Artefact, tokenizer: Tokenizer) -> StopTokens:
    """The stop tokens of its model. Errors: BadArtefact."""
    if artefact.format == "gguf":
        return of_gguf(*gguf.read(artefact.path))
    return of_files(files_beside(artefact), tokenizer)
