"""What the configs of a folder say to its class: the options, and the added and special tokens.

    tokenizer_config.json     the options, by their names; some are special tokens
    special_tokens_map.json   special tokens too, where the first lists no `added_tokens_decoder`
    added_tokens.json         ids of added tokens, likewise

Not here: what a class makes of them (`classes`), which ids the tokens get (`backend`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.serde_json.node import Node, read_json

CONFIG, MAP, ADDED = "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"
NAMED = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)
"""The special tokens that every class has a place for, in the order in which they are added."""


@dataclass(frozen=True, slots=True)
class Token:
    """An added token before it has an id: `AddedToken` of the library's Python binding.

    `normalized` None: whatever is not special.
    """

    content: str
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool | None = None
    special: bool = False

    def flags(self) -> tuple[Any, ...]:
        """All that two equal ones have in common."""
        normalized = not self.special if self.normalized is None else self.normalized
        return self.content, self.single_word, self.lstrip, self.rstrip, normalized, self.special

    def to_json(self) -> dict[str, Any]:
        """An entry of `added_tokens` in tokenizer.json; its id is found by its content."""
        names = ("content", "single_word", "lstrip", "rstrip", "normalized", "special")
        return {"id": 0, **dict(zip(names, self.flags(), strict=True))}


Named = str | Token


def content_of(token: Named) -> str:
    """What is looked for in a text."""
    return token if isinstance(token, str) else token.content


@dataclass(frozen=True, slots=True)
class Settings:
    """What a class is called with, and the file of each option that is wrong.

    `added`: tokens by their ids in `added_tokens_decoder` or added_tokens.json.
    """

    path: Path
    values: Mapping[str, Any]
    added: Mapping[int, Token]

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def bad(self, name: str, reason: str) -> BadArtefact:
        """The error to raise of one option."""
        return BadArtefact(self.path, name, reason)

    def flag(self, name: str, default: bool) -> bool:
        """An option that the library tokenizers takes: true or false."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            raise self.bad(name, f"must be true or false, is {value!r}")
        return value

    def holds(self, name: str, default: bool = False) -> bool:
        """An option that Python asks for its truth: anything."""
        return bool(self.values.get(name, default))

    def count(self, name: str, default: int) -> int:
        """A whole number."""
        value = self.values.get(name, default)
        if type(value) is not int:
            raise self.bad(name, f"must be a whole number, is {value!r}")
        return value

    def named(self, name: str, default: Named | None = None) -> Named | None:
        """A special token; None where there is none. Raises BadArtefact for what is no token."""
        value = self.values.get(name, default)
        if value is not None and not isinstance(value, str | Token):
            raise self.bad(name, f"must be a token, is {value!r}")
        return value

    def tokens(self, name: str) -> list[Named] | None:
        """A list of special tokens; None where it is missing or null."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, list):
            raise self.bad(name, "must be a list of tokens")
        for token in value:
            if not isinstance(token, str | Token):
                raise self.bad(name, f"must hold tokens, holds {token!r}")
        return list(value)

    def with_values(self, **values: Any) -> "Settings":
        """These, with some set otherwise."""
        return replace(self, values={**self.values, **values})


def read_settings(folder: Path, config: Node) -> Settings:
    """The settings of a folder. `config`: its tokenizer_config.json, or an empty object.

    Raises BadArtefact naming file and field. Source: transformers 5.23 tokenization_utils_base.py
    `_from_pretrained`.
    """
    values = {name: value for name, value in config.mapping().items() if name != "tokenizer_class"}
    _move_additional(values)
    specific = {
        name: values.pop(name)
        for name in list(values)
        if name.endswith("_token") and name not in NAMED and isinstance(values[name], str)
    }
    values = dict(_with_tokens(config, values))
    if isinstance(values.get("extra_special_tokens"), dict):
        specific |= values.pop("extra_special_tokens")
    decoder = config.get("added_tokens_decoder") if "added_tokens_decoder" in values else None
    if "added_tokens_decoder" in values:
        added = dict(_listed(decoder)) if decoder is not None else {}
        del values["added_tokens_decoder"]
    else:
        values |= _of_map(folder / MAP, values)
        if isinstance(values.get("extra_special_tokens"), dict):
            specific |= values.pop("extra_special_tokens")
        added = dict(_of_file(folder / ADDED, values))
    by_content = {token.content: token for token in added.values()}
    for name in NAMED:
        value = values.get(name)
        if isinstance(value, str | Token):
            values[name] = by_content.get(content_of(value), value)
    if specific:
        values["model_specific_special_tokens"] = specific
    return Settings(folder / CONFIG, values, added)


def _move_additional(values: dict[str, Any]) -> None:
    """Its older name, where the newer says nothing."""
    if "additional_special_tokens" in values and not values.get("extra_special_tokens"):
        values["extra_special_tokens"] = values.pop("additional_special_tokens")


def _with_tokens(config: Node, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values, each object that says it is an `AddedToken` made one."""
    for name, value in values.items():
        yield name, _converted(config.at(name, value))


def _converted(node: Node) -> Any:
    value = node.value
    if isinstance(value, dict):
        if value.get("__type") == "AddedToken":
            return _token(node)
        return {key: _converted(node.at(key, inner)) for key, inner in value.items()}
    return [_converted(inner) for inner in node.items()] if isinstance(value, list) else value


def _token(node: Node, **flags: bool) -> Token:
    """What the library does not know of a token it leaves out, with a word on its terminal."""
    said = {
        name: node[name].boolean()
        for name in ("single_word", "lstrip", "rstrip", "normalized", "special")
        if name in node.mapping() and name not in flags
    }
    content = node["content"].string() if "content" in node.mapping() else ""
    return Token(content, **said, **flags)


def _listed(decoder: Node) -> Iterator[tuple[int, Token]]:
    """`added_tokens_decoder`: from id to token."""
    for key, value in decoder.mapping().items():
        node = decoder.at(key, value)
        try:
            yield int(key), value if isinstance(value, Token) else _token(node)
        except ValueError:
            raise node.bad("its name is no id") from None


def _of_map(path: Path, values: Mapping[str, Any]) -> dict[str, Any]:
    """What special_tokens_map.json says; what it says counts."""
    if not path.is_file():
        return {}
    found: dict[str, Any] = {}
    for name, value in (root := read_json(path)).mapping().items():
        node = root.at(name, value)
        if isinstance(value, dict) and name != "extra_special_tokens":
            found[name] = _token(node, special=True)
        elif isinstance(value, list) and name == "extra_special_tokens":
            tokens = list(values.get(name) or [])
            for inner in node.items():
                token = (
                    _token(inner, special=True) if isinstance(inner.value, dict) else inner.value
                )
                if token not in tokens:
                    tokens.append(token)
            found[name] = tokens
        else:
            found[name] = value
    return found


def _of_file(path: Path, values: Mapping[str, Any]) -> Iterator[tuple[int, Token]]:
    """added_tokens.json: from content to id; special is what a special token is called."""
    if not path.is_file():
        return
    named = [values[name] for name in NAMED if values.get(name)]
    extra = values.get("extra_special_tokens") or []
    special = {content_of(token) for token in (*named, *extra) if isinstance(token, str | Token)}
    for content, value in (root := read_json(path)).mapping().items():
        is_special = content in special
        yield (
            root.at(content, value).token_id(),
            Token(content, normalized=not is_special, special=is_special),
        )
