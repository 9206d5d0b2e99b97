"""Chat templates as artefacts, "template:NAME": of our own corpus, or of a model of the catalogue.

Each becomes one file, a tokenizer_config.json without a vocabulary, in the user's cache, called by
its content. Not here: what such a file says (`reference_impl.formats.chat_template`).
"""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tokparity.corpora.chat_templates import chat_templates
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.harness.artefacts.model_files import NotFetchedAlong, chat_templates_of
from tokparity.reference_impl.chat.templates import DEFAULT, Templates
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact, TokparityError, did_you_mean
from tokparity.reference_impl.formats.chat_template import to_json
from tokparity.reference_impl.formats.template_sources import FILE, folder_files, of_files

PREFIX = "template:"
PUBLISHED = "-published"
"""Follows a model's name where a template of the corpus is called by it."""


def template_of_file(path: Path, name: str) -> Artefact:
    """A .jinja file, with the special tokens of the files beside it. Errors: BadArtefact."""
    return _written(name, of_files({**folder_files(path.parent), FILE: path}))


class NoSuchTemplate(TokparityError):
    """Neither a template of the corpus nor a model that has one."""

    def __init__(self, name: str) -> None:
        there = ", ".join(chat_templates())
        super().__init__(
            f"{PREFIX}{name}: no model of the catalogue with a template; or: {there}."
            + did_you_mean(name, chat_templates())
        )


def template_artefact(name: str) -> Artefact:
    """The template that follows `PREFIX`.

    Errors: NoSuchTemplate; NotFetched, BadArtefact where the model's files are not there, or bad.
    """
    own = chat_templates().get(name)
    if own is not None:
        return _written(PREFIX + name, Templates({DEFAULT: own.source}, own.special_tokens))
    for manifest in catalogue.manifests(catalogue.OWN):
        if _name_of(manifest) == name:
            owned = chat_templates_of(catalogue.artefact(manifest, Cache.default()))
            if owned.sources:
                return _written(PREFIX + name, owned)
    raise NoSuchTemplate(name)


def _name_of(manifest: Manifest) -> str:
    """What the template of a model is called: no two artefacts of a run have one name."""
    return manifest.name + PUBLISHED * (manifest.name in chat_templates())


def templates_of(
    manifests: Iterable[Manifest], cache: Cache, missing: list[NotFetchedAlong] | None = None
) -> list[Artefact]:
    """Those of the fetched models that have one; each template once, by its first model. Of which
    one the files beside it are `missing` is noted there."""
    found: dict[str, Artefact] = {}
    for manifest in manifests:
        try:
            templates = chat_templates_of(catalogue.artefact(manifest, cache))
        except BadArtefact:
            continue  # it is told of the vocabulary itself
        except NotFetchedAlong as error:
            if missing is not None:
                missing.append(error)
            continue
        if templates.sources:
            artefact = _written(PREFIX + _name_of(manifest), templates)
            found.setdefault(artefact.sha256, artefact)
    return list(found.values())


def own_templates() -> list[Artefact]:
    """Those of the corpus, by name."""
    return [template_artefact(name) for name in chat_templates()]


def _written(name: str, templates: Templates) -> Artefact:
    """The file of these templates; there whole or not at all, whoever else writes it."""
    content = to_json(templates)
    sha256 = hashlib.sha256(content).hexdigest()
    path = Cache.default().root / "templates" / f"{sha256}.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    return Artefact(name, "chat_template", path, sha256)
