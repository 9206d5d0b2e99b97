"""What a class of transformers is made of, beside its stages: its files and its vocabulary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.sections import metaspace, precompiled
from tokparity.reference_impl.formats.model_folder.settings import (
    Named,
    Settings,
    Token,
    content_of,
)
from tokparity.reference_impl.formats.model_folder.vocabularies import Proto, Scores

Kind = Literal["BPE", "Unigram", "WordPiece"]


@dataclass(frozen=True, slots=True)
class Source:
    """What a class is called with.

    `vocab`: id of each piece, of a BPE or WordPiece; `scores` of a Unigram, in the order of its
    ids. `proto`: the .model that they are from.
    """

    settings: Settings
    vocab: Mapping[str, int] = field(default_factory=dict)
    scores: Scores = field(default_factory=list)
    merges: list[list[str]] = field(default_factory=list)
    proto: Proto | None = None

    @property
    def charsmap(self) -> bytes | None:
        """That of the .model."""
        return self.proto.charsmap if self.proto is not None else None

    @property
    def charsmaps(self) -> list[dict[str, Any]]:
        """The normalizer of that: none or one."""
        return [precompiled(self.charsmap)] if self.charsmap is not None else []

    def mask(self, default: str, **flags: bool) -> Named | None:
        """The mask token, which takes the space before it along where it is no more than named."""
        token = self.token("mask_token", default)
        return Token(token, lstrip=True, rstrip=False, **flags) if isinstance(token, str) else token

    def named(self, name: str, default: str) -> str:
        """The content of a special token, "None" where a config says null: as `str` has it."""
        token = self.settings.named(name) if name in self.settings else default
        return "None" if token is None else content_of(token)

    def token(self, name: str, default: str) -> Named | None:
        """A special token, as a config names it or as the class does."""
        return self.settings.named(name) if name in self.settings else default

    def metaspace(self, otherwise: str = "never") -> dict[str, Any]:
        """By the option `add_prefix_space`, which most classes switch on."""
        return metaspace("always" if self.settings.holds("add_prefix_space", True) else otherwise)

    def set(self, **values: Any) -> "Source":
        """This, with some options set otherwise."""
        return replace(self, settings=self.settings.with_values(**values))


@dataclass(frozen=True, slots=True)
class Recipe:
    """A class: the names of its files, the kind of its model, and what it makes.

    `model` None: by what a .model says. `vocab_file` is "" of a class that names
    tokenizer.json alone. `from_proto` moves or adds pieces of a .model first.
    """

    build: Callable[[Source], Backend]
    vocab_file: str = ""
    merges_file: str = ""
    model: Kind | None = None
    from_proto: Callable[[Source], Source] | None = None
