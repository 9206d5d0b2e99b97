"""A folder without a tokenizer.json, as models are published: what `AutoTokenizer` makes of it.

    vocab.json merges.txt tokenizer_config.json
    spiece.model tokenizer_config.json config.json

The configs name a class, the class decides: which file it reads, which tokens it adds, how it cuts
a text. Not here: a folder with a tokenizer.json, whose file is followed (`tokenizer_config`).
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.decoders.cleaned import Cleaned
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.model_folder import (
    byte_level_classes,
    language_classes,
    piece_bpe_classes,
    piece_classes,
    python_classes,
    ranks_class,
    wordpiece_classes,
)
from tokparity.reference_impl.formats.model_folder.auto_class import (
    BACKEND,
    class_of,
    is_python,
)
from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.recipe import Recipe, Source
from tokparity.reference_impl.formats.model_folder.settings import (
    CONFIG,
    Settings,
    content_of,
    read_settings,
)
from tokparity.reference_impl.formats.model_folder.vocabularies import (
    NoProto,
    Proto,
    merges_of,
    read_bpe,
    read_proto,
    read_wordpiece,
)
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node, read_json
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CLASSES: dict[str, Recipe] = {
    **byte_level_classes.CLASSES,
    **wordpiece_classes.CLASSES,
    **piece_classes.CLASSES,
    **piece_bpe_classes.CLASSES,
    **language_classes.CLASSES,
}
"""Those that are followed; every other is refused by its name."""

_MISTRAL = "tekken.json"
_OTHER = re.compile(r"tekken\.json|tokenizer\.model\.*|tiktoken\.model")
_TIKTOKEN = "tiktoken.model"
_MODEL = ".model"


def load(artefact: Artefact) -> Tokenizer:
    """The tokenizer of a folder; `artefact.path` is one of its two configs.

    Raises BadArtefact, Unsupported.
    """
    folder = artefact.path.parent
    name, config = _class(folder)
    if name in python_classes.CLASSES:
        return python_classes.CLASSES[name](folder, read_settings(folder, config))
    settings, backend = _made(folder)
    tokenizer = read_tokenizer(Node(artefact.path.parent, "", backend.document()))
    if not _cleans(settings, backend) or tokenizer.decoder is None:
        return tokenizer
    return replace(tokenizer, decoder=Cleaned(tokenizer.decoder))


def document(artefact: Artefact) -> dict[str, Any]:
    """The tokenizer.json that says the same, but for the cleaning of decoded texts.

    Raises as `load`.
    """
    return _made(artefact.path.parent)[1].document()


def needs_no_file(folder: Path) -> bool:
    """Whether the configs name a class that reads no vocabulary. Raises BadArtefact."""
    return _class(folder)[0] in python_classes.WITHOUT_FILES


def _class(folder: Path) -> tuple[str, Node]:
    config = _config(folder, CONFIG) or Node(folder / CONFIG, "", {})
    return class_of(config, _config(folder, "config.json")), config


def _made(folder: Path) -> tuple[Settings, Backend]:
    name, config = _class(folder)
    if name in python_classes.CLASSES:
        raise Unsupported(folder, "tokenizer_class", f"of {name} no tokenizer.json can be made")
    if name not in CLASSES:
        python = ", which answers in Python alone" if is_python(name) else ""
        raise Unsupported(folder, "tokenizer_class", f"the class {name}{python} is not followed")
    recipe, settings = CLASSES[name], read_settings(folder, config)
    return settings, _backend(folder, name, recipe, settings)


def _config(folder: Path, name: str) -> Node | None:
    path = folder / name
    if not path.is_file():
        return None
    root = read_json(path)
    root.mapping()
    return root


def _backend(folder: Path, name: str, recipe: Recipe, settings: Settings) -> Backend:
    path = _vocab_file(folder, recipe)
    if path.suffix != _MODEL:
        return recipe.build(_of_files(folder, path, recipe, settings))
    if path.name != _TIKTOKEN:
        try:
            proto = read_proto(path)
        except NoProto:
            proto = None
        if proto is not None:
            return recipe.build(_of_proto(proto, name, recipe, settings))
    return ranks_class.build(path, settings, None if name == BACKEND else name)


def _vocab_file(folder: Path, recipe: Recipe) -> Path:
    """The file that the class reads: its own, or where there is one tekken.json, tokenizer.model
    or tiktoken.model.

    Source: transformers 5.23 tokenization_utils_base.py `from_pretrained`.
    """
    listed = sorted(path.name for path in folder.iterdir())
    name = recipe.vocab_file
    if not any("tokenizer.json" in each for each in listed):
        others = {found.group() for each in listed for found in [_OTHER.search(each)] if found}
        if len(others) > 1:
            reason = f"holds {' and '.join(sorted(others))}: the library takes whichever is first"
            raise Unsupported(folder, "directory", reason)
        name = others.pop() if others else name
    if name == _MISTRAL:
        raise Unsupported(folder, _MISTRAL, "name the file itself: tokparity reads it")
    path = folder / name
    if not name or not path.is_file():
        wanted = name or "tokenizer.json"
        reason = f"has no {wanted}, which its class reads; it holds {', '.join(listed)[:200]}"
        raise BadArtefact(folder, "directory", reason)
    return path


def _of_files(folder: Path, path: Path, recipe: Recipe, settings: Settings) -> Source:
    if recipe.model == "WordPiece":
        return Source(settings, vocab=read_wordpiece(path))
    if recipe.merges_file:
        merges = folder / recipe.merges_file
        if not merges.is_file():
            raise BadArtefact(folder, "directory", f"has no {merges.name} beside {path.name}")
        vocab, pairs = read_bpe(path, merges)
        return Source(settings, vocab=vocab, merges=pairs)
    raise Unsupported(folder, path.name, "is not what its class reads")


def _of_proto(proto: Proto, name: str, recipe: Recipe, settings: Settings) -> Source:
    settings = settings.with_values(additional_special_tokens=list(proto.added))
    source = Source(settings, proto=proto)
    if recipe.model is None and not proto.unigram and name != BACKEND:
        raise settings.bad("tokenizer_class", f"{name} is of Unigram models, this is none")
    if recipe.model == "Unigram" or (recipe.model is None and proto.unigram):
        source = replace(source, scores=list(proto.pieces))
    else:
        vocab = proto.ids
        source = replace(source, vocab=vocab, merges=merges_of(vocab))
    if recipe.from_proto is not None:
        source = recipe.from_proto(source)
    return _renamed(source) if name == BACKEND else source


def _renamed(source: Source) -> Source:
    """Placeholders of a BPE get the names that `added_tokens_decoder` gives their ids."""
    if source.settings.added and not source.vocab:
        reason = "the library looks for its ids in a BPE, and fails over a Unigram"
        raise source.settings.bad("added_tokens_decoder", reason)
    vocab, by_id = dict(source.vocab), {id_: piece for piece, id_ in source.vocab.items()}
    for token_id, token in source.settings.added.items():
        piece, content = by_id.get(token_id), content_of(token)
        if piece and piece != content and content not in vocab:
            vocab[content] = vocab.pop(piece)
            by_id[token_id] = content
    return replace(source, vocab=vocab)


def _cleans(settings: Settings, backend: Backend) -> bool:
    """Whether decoded texts lose the spaces before English punctuation.

    Source: transformers 5.23 tokenization_utils_tokenizers.py `_decode`.
    """
    bpe = backend.model["type"] == "BPE"
    forced = "clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output"
    return settings.holds("clean_up_tokenization_spaces") and (not bpe or settings.holds(forced))
