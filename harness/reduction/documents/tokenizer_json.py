"""A tokenizer.json as a document: BPE, WordPiece, WordLevel and Unigram.

An added token is an entry by its id, whether or not the model has a piece of that id too.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tokparity.corpora.embedded import Embedded, tokenizer_bytes
from tokparity.corpora.generators.pipelines.stages import places, with_value
from tokparity.harness.reduction.documents.alternatives import shorter
from tokparity.harness.reduction.documents.charsmaps import without_rules
from tokparity.harness.reduction.documents.document import (
    Document,
    DocumentPart,
    NotWritable,
    Numbers,
)
from tokparity.harness.reduction.documents.scores import rounder
from tokparity.harness.reduction.documents.spelling import all_apart, respelling
from tokparity.harness.shrinking.tokenizer_json import simpler_documents
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact

_SECTIONS = ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
Entry = tuple[str, float | None]
"""A piece, and its score where the model is a Unigram."""


def read(artefact: Artefact) -> "TokenizerJson":
    """The document of a file that the reference reads too.

    Errors: BadArtefact where a component has no type by name, as a few old ones that are known by
    their fields.
    """
    data = json.loads(artefact.path.read_bytes())
    for section in _SECTIONS:
        data.setdefault(section, None)
    data.setdefault("added_tokens", [])
    model = data["model"]
    model.setdefault("type", _kind(model))
    if not _is_typed(data):
        raise BadArtefact(
            artefact.path, "type", "is not told of every component: it is not reduced"
        )
    vocab = model.pop("vocab")
    entries: dict[int, tuple[Entry, ...]] = {}
    if isinstance(vocab, list):
        entries = {at: ((piece, score),) for at, (piece, score) in enumerate(vocab)}
    else:
        for piece, token_id in vocab.items():
            entries[token_id] = (*entries.get(token_id, ()), (piece, None))
    merges = [tuple(m.split(" ", 1)) if isinstance(m, str) else tuple(m)
              for m in model.pop("merges", ())]  # fmt: skip
    return TokenizerJson(data, entries, tuple(merges))


def _is_typed(data: dict[str, Any]) -> bool:
    try:
        return all(isinstance(place.component[1], str) for place in places(data))
    except (KeyError, TypeError):
        return False


def _kind(model: dict[str, Any]) -> str:
    """Files of old have no type of the model: which it is shows by what only one has."""
    if "merges" in model:
        return "BPE"
    if isinstance(model["vocab"], list):
        return "Unigram"
    return "WordPiece" if "max_input_chars_per_word" in model else "WordLevel"


@dataclass(frozen=True, slots=True)
class TokenizerJson:
    """`data` is the file without vocabulary and merges, `entries` the model's pieces by id."""

    data: dict[str, Any]
    entries: dict[int, tuple[Entry, ...]]
    merges: tuple[tuple[str, ...], ...]

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.entries).union(token["id"] for token in self.data["added_tokens"])

    @property
    def needed(self) -> frozenset[int]:
        return frozenset()

    @property
    def last(self) -> frozenset[int]:
        """Added tokens that are no pieces: the library counts them on from the vocabulary's end."""
        return self.ids - frozenset(self.entries)

    def keep(self, ids: Collection[int]) -> "TokenizerJson":
        entries = {token_id: rows for token_id, rows in self.entries.items() if token_id in ids}
        added = [token for token in self.data["added_tokens"] if token["id"] in ids]
        restricted = replace(self, data=self.data | {"added_tokens": added}, entries=entries)
        return restricted._with_merges(self.merges)

    def _with_merges(self, merges: Sequence[tuple[str, ...]]) -> "TokenizerJson":
        """Those of which both halves and the product are pieces."""
        pieces = {piece for rows in self.entries.values() for piece, _ in rows}
        prefix = self.data["model"].get("continuing_subword_prefix") or ""
        return replace(
            self,
            merges=tuple(
                [
                    (a, b)
                    for a, b in merges
                    if a in pieces and b in pieces and a + b.removeprefix(prefix) in pieces
                ]
            ),
        )

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        for data in simpler_documents(self.data):
            yield replace(self, data=data)
        for place in places(self.data):
            if place.component == ("normalizer", "Precompiled"):
                encoded = place.options["precompiled_charsmap"]
                for small in without_rules(encoded, texts):
                    path = (*place.path, "precompiled_charsmap")
                    yield replace(self, data=with_value(self.data, path, small))
            pattern = place.options.get("pattern")
            if isinstance(pattern, dict) and "Regex" in pattern:
                for alternative in shorter(pattern["Regex"]):
                    changed = with_value(
                        self.data, (*place.path, "pattern"), {"Regex": alternative}
                    )
                    yield replace(self, data=changed)
        if self.data["model"]["type"] == "Unigram":
            flat = [
                (token_id, piece, score)
                for token_id, rows in self.entries.items()
                for piece, score in rows
            ]
            for scores in rounder([score or 0.0 for _, _, score in flat]):
                rescored: dict[int, tuple[Entry, ...]] = {
                    token_id: ((piece, score),)
                    for (token_id, piece, _), score in zip(flat, scores, strict=True)
                }
                yield replace(self, entries=rescored)

    def parts(self) -> Iterator[DocumentPart]:
        def with_added(tokens: Sequence[Any]) -> Document:
            return replace(self, data=self.data | {"added_tokens": list(tokens)})

        yield DocumentPart(
            "added tokens", self.data["added_tokens"], with_added, lambda token: token["content"]
        )
        yield DocumentPart(
            "merges", self.merges, lambda merges: replace(self, merges=tuple(merges)), tuple
        )

    def respelled(self, old: str, new: str) -> "TokenizerJson | None":
        change = respelling(old, new)
        entries = {
            token_id: tuple((change(piece), score) for piece, score in rows)
            for token_id, rows in self.entries.items()
        }
        added = [
            token | {"content": token["content"].replace(old, new)}
            for token in self.data["added_tokens"]
        ]
        pieces = [piece for rows in entries.values() for piece, _ in rows]
        if not all_apart(pieces) or not all_apart([token["content"] for token in added]):
            return None
        merges = tuple([tuple(map(change, merge)) for merge in self.merges])
        data = self.data | {"added_tokens": added}
        unknown = data["model"].get("unk_token")
        if isinstance(unknown, str):
            data = with_value(data, ("model", "unk_token"), change(unknown))
        return replace(self, data=data, entries=entries, merges=merges)

    def write(self, numbers: Numbers) -> Embedded:
        data = {**self.data, "model": dict(self.data["model"])}
        model = data["model"]
        numbered = sorted((numbers[token_id], rows) for token_id, rows in self.entries.items())
        if model["type"] == "Unigram":
            if [number for number, _ in numbered] != list(range(len(numbered))):
                raise NotWritable("a Unigram's ids have no gaps")
            model["vocab"] = [list(entry) for _, rows in numbered for entry in rows]
            model["unk_id"] = numbers.get(model.get("unk_id"))
        else:
            model["vocab"] = {piece: number for number, rows in numbered for piece, _ in rows}
        if model["type"] == "BPE":
            model["merges"] = [list(merge) for merge in self.merges]
        added = [token | {"id": numbers[token["id"]]} for token in data["added_tokens"]]
        data["added_tokens"] = sorted(added, key=lambda token: int(token["id"]))
        for section in ("post_processor", "padding"):
            data[section] = _renumbered(data[section], numbers)
        return Embedded("tokenizer.json", tokenizer_bytes(data))


def _renumbered(component: Any, numbers: Numbers) -> Any:
    """A post-processor or a padding with the new ids; what is gone gets one that no entry has."""

    def new(token_id: int) -> int:
        return numbers.get(token_id, len(numbers) + token_id)

    match component:
        case {"pad_id": int(pad_id)}:
            return component | {"pad_id": new(pad_id)}
        case {"type": "Sequence", "processors": processors}:
            return component | {"processors": [_renumbered(part, numbers) for part in processors]}
        case {"special_tokens": dict(tokens)}:
            changed = {
                name: token | {"ids": [new(part) for part in token["ids"]]}
                for name, token in tokens.items()
            }
            return component | {"special_tokens": changed}
        case {"sep": [sep, sep_id], "cls": [cls, cls_id]}:
            return component | {"sep": [sep, new(sep_id)], "cls": [cls, new(cls_id)]}
        case _:
            return component
