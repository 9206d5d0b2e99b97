"""A tokenizer of the library tokenizers while a class of transformers puts it together.

Not here: which stages it gets (`classes`), where its vocabulary is from (`vocabularies`).
Source: transformers 5.23 tokenization_utils_tokenizers.py `TokenizersBackend`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tokparity.reference_impl.formats.model_folder.settings import (
    NAMED,
    Named,
    Settings,
    Token,
    content_of,
)

Json = dict[str, Any]


@dataclass(slots=True)
class Backend:
    """The stages as tokenizer.json writes them, and the tokens in the order of being added.

    `model` is the section of tokenizer.json; `unk_id` of a Unigram is its own affair.
    """

    settings: Settings
    model: Json
    normalizer: Json | None = None
    pre_tokenizer: Json | None = None
    decoder: Json | None = None
    post_processor: Json | None = None
    added: list[Token] = field(default_factory=list)
    named: dict[str, Named | None] = field(default_factory=dict)
    extra: list[Named] = field(default_factory=list)
    add_bos: bool = False
    add_eos: bool = False
    _ids: dict[str, int] = field(default_factory=dict)
    _size: int = 0

    def __post_init__(self) -> None:
        vocab = self.model["vocab"]
        pieces = vocab.items() if isinstance(vocab, dict) else _numbered(vocab)
        self._ids = dict(pieces)
        self._size = max(len(vocab), len(self._ids))

    # Tokens

    def add(self, tokens: Iterable[Token]) -> None:
        """As `add_tokens` of the library: one that is a piece has its id, others the next."""
        for token in tokens:
            if not token.content:
                continue
            if token.content not in self._ids:
                self._ids[token.content] = self._size
                self._size += 1
            self.added.append(token)

    def add_special(self, tokens: Iterable[Named]) -> None:
        """As its `add_special_tokens`."""
        self.add(
            Token(token, special=True) if isinstance(token, str) else _special(token)
            for token in tokens
        )

    def content(self, name: str) -> str | None:
        """A named special token: "bos_token"."""
        token = self.named.get(name)
        return None if token is None else content_of(token)

    def id_of(self, content: str | None) -> int | None:
        """As `convert_tokens_to_ids`: what is not there has the id of the unknown token."""
        if content is None:
            return None
        found = self._ids.get(content)
        unknown = self.content("unk_token")
        return self._ids.get(unknown) if found is None and unknown is not None else found

    def known(self, content: str | None) -> str:
        """A token, or what the unknown one is called where there is none. Raises BadArtefact."""
        if content is not None and content in self._ids:
            return content
        unknown = self.content("unk_token")
        if unknown is None or unknown not in self._ids:
            raise self.settings.bad("special tokens", f"{content!r} is none")
        return unknown

    def own_id(self, content: str) -> int | None:
        """As `token_to_id` of the library tokenizers: None of what is not there."""
        return self._ids.get(content)

    def specials(self) -> list[Named]:
        """The named ones and the others; one may be among both, with other flags."""
        return [token for token in self.named.values() if token is not None] + self.extra

    # The common part of all classes

    def initialize(self, defaults: Mapping[str, Named | None], **changed: Any) -> None:
        """What every class ends with: the tokens are added, the template made.

        `defaults`: the special tokens of the class, for those that no config names; `changed`:
        options that the class sets itself. Raises BadArtefact.
        """
        settings = self.settings.with_values(**changed)
        if settings.holds("fix_mistral_regex") and self._size > 100_000:
            raise settings.bad("fix_mistral_regex", "is not followed")
        self._read_special(settings, defaults)
        asked = "add_bos_token" in settings or "add_eos_token" in settings
        self.add_bos = settings.holds("add_bos_token")
        self.add_eos = settings.holds("add_eos_token")
        self.add(self._tokens_to_add(settings))
        if asked or self.post_processor is None:
            self.make_template()

    def _read_special(self, settings: Settings, defaults: Mapping[str, Named | None]) -> None:
        for name in NAMED:
            self.named[name] = settings.named(name, defaults.get(name))
        extra = settings.values.get("extra_special_tokens")
        if "extra_special_tokens" not in settings:
            extra = settings.values.get("additional_special_tokens")
            settings = settings.with_values(extra_special_tokens=extra)
        if isinstance(extra, dict):
            self._read_specific(settings, extra)
        else:
            self.extra = settings.tokens("extra_special_tokens") or []
        own = {name: token for name, token in defaults.items() if name not in NAMED}
        said = {
            name: token
            for name, token in settings.values.items()
            if name.endswith("_token") and name not in NAMED and isinstance(token, str | Token)
        }
        last = settings.values.get("model_specific_special_tokens") or {}
        self._read_specific(settings, {**own, **said, **last})

    def _read_specific(self, settings: Settings, tokens: Mapping[str, Any]) -> None:
        for name, token in tokens.items():
            if token is not None and not isinstance(token, str | Token):
                raise settings.bad(name, f"must be a token, is {token!r}")
            if token is not None:
                self.named[name] = token

    def _tokens_to_add(self, settings: Settings) -> list[Token]:
        there = {token.flags() for token in self.added}
        listed = [token for _, token in sorted(settings.added.items(), key=lambda item: item[0])]
        waiting: list[Named] = [token for token in listed if token.flags() not in there]
        known = {token.content for token in self.added} | {content_of(token) for token in waiting}
        names = {content_of(token) for token in self.named.values() if token is not None}
        for token in (*self.named.values(), *self.extra):
            if token is None or content_of(token) in known:
                continue
            if not any(_equal(token, other) for other in waiting):
                waiting.append(token)
        return [
            Token(token, special=True)
            if isinstance(token, str)
            else _special(token)
            if token.content in names
            else token
            for token in waiting
        ]

    def make_template(self) -> None:
        """bos and eos around the text, as the options ask: `update_post_processor`."""
        bos, eos = self.content("bos_token"), self.content("eos_token")
        self.add_bos, self.add_eos = (
            self.add_bos and bos is not None,
            self.add_eos and (eos is not None),
        )
        before, behind = [bos] if self.add_bos else [], [eos] if self.add_eos else []

        def text(name: str, type_id: int) -> list[str]:
            words = [*before, f"${name}", *behind]
            return [f"{word}:{type_id}" for word in words]

        single = " ".join(text("A", 0))
        self.template(single, f"{single} {' '.join(text('B', 1))}", (*before, *behind))

    def template(
        self, single: str | Sequence[str], pair: str | Sequence[str], specials: Iterable[str | None]
    ) -> None:
        """A post-processor `TemplateProcessing` by its short notation: "[CLS]:0 $A:0 [SEP]:0".

        A string is cut at its spaces, so that a token that has one is found to be none. Raises
        BadArtefact. Source: tokenizers 0.23 processors/template.rs `Piece`, `Template`.
        """
        tokens = {token: self.id_of(token) for token in specials if token is not None}
        missing = [token for token, token_id in tokens.items() if token_id is None]
        if missing:
            raise self.settings.bad("special tokens", f"{missing[0]!r} has no id")
        self.post_processor = {
            "type": "TemplateProcessing",
            "single": [self._piece(each, tokens) for each in _words(single)],
            "pair": [self._piece(each, tokens) for each in _words(pair)],
            "special_tokens": {
                token: {"id": token, "ids": [token_id], "tokens": [token]}
                for token, token_id in tokens.items()
            },
        }

    def _piece(self, word: str, tokens: Mapping[str, Any]) -> Json:
        name, *types = word.split(":")
        type_id = types[0] if types else "0"
        if len(types) > 1 or not (type_id.isascii() and type_id.isdigit()):
            raise self.settings.bad("special tokens", f"{word!r} is no piece of a template")
        if name in ("$", "$A", "$a", "$B", "$b"):
            sequence = {"id": "B" if name in ("$B", "$b") else "A", "type_id": int(type_id)}
            return {"Sequence": sequence}
        if name not in tokens or name.startswith("$"):
            raise self.settings.bad("special tokens", f"{name!r} is none that the template knows")
        return {"SpecialToken": {"id": name, "type_id": int(type_id)}}

    def document(self) -> Json:
        """The tokenizer.json that says the same."""
        return {
            "version": "1.0",
            "added_tokens": [token.to_json() for token in self.added],
            "normalizer": self.normalizer,
            "pre_tokenizer": self.pre_tokenizer,
            "post_processor": self.post_processor,
            "decoder": self.decoder,
            "model": self.model,
        }


def _numbered(vocab: Sequence[Sequence[Any]]) -> Iterable[tuple[str, int]]:
    return ((piece, at) for at, (piece, _) in enumerate(vocab))


def _words(template: str | Sequence[str]) -> Sequence[str]:
    return template.split(" ") if isinstance(template, str) else template


def _special(token: Token) -> Token:
    return Token(
        token.content, token.single_word, token.lstrip, token.rstrip, token.normalized, True
    )


def _equal(token: Named, other: Named) -> bool:
    """As Python compares them: a string is no `AddedToken`."""
    if isinstance(token, Token) and isinstance(other, Token):
        return token.flags() == other.flags()
    return isinstance(token, str) and token == other
