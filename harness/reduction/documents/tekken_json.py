"""A tekken.json as a document: special tokens by id, and behind them tokens by rank.

The library wants the 256 bytes first: they are needed, whatever the case is.
"""

import base64
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tokparity.corpora.embedded import Embedded, tokenizer_bytes
from tokparity.harness.reduction.documents.alternatives import shorter
from tokparity.harness.reduction.documents.document import (
    Document,
    DocumentPart,
    NotWritable,
    Numbers,
)
from tokparity.harness.reduction.documents.spelling import all_apart
from tokparity.harness.reduction.documents.tiktoken_ranks import PLAINEST
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats.tekken_json import load

_BYTES = 256
_COPIED = ("pattern", "version", "default_vocab_size", "default_num_special_tokens")


def read(artefact: Artefact) -> "TekkenJson":
    """The document of a file that the reference reads too; only what it uses of it."""
    data = json.loads(artefact.path.read_bytes())
    config = {name: data["config"][name] for name in _COPIED}
    shift = int(config["default_num_special_tokens"])
    specials = {token.id: token.content for token in load(artefact).added_tokens}
    rows = data["vocab"][: int(config["default_vocab_size"]) - shift]
    tokens = {shift + at: base64.b64decode(row["token_bytes"]) for at, row in enumerate(rows)}
    return TekkenJson(config, specials, tokens, shift)


@dataclass(frozen=True, slots=True)
class TekkenJson:
    """Special and other tokens by id; `first` is the id of the byte 0."""

    config: Mapping[str, Any]
    specials: Mapping[int, str]
    tokens: Mapping[int, bytes]
    first: int

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.specials).union(self.tokens)

    @property
    def needed(self) -> frozenset[int]:
        return frozenset(range(self.first, self.first + _BYTES))

    @property
    def last(self) -> frozenset[int]:
        return frozenset()

    def keep(self, ids: Collection[int]) -> "TekkenJson":
        return replace(
            self,
            specials={at: name for at, name in self.specials.items() if at in ids},
            tokens={at: token for at, token in self.tokens.items() if at in ids},
        )

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        pattern = self.config["pattern"]
        if pattern != PLAINEST:
            for other in (PLAINEST, *shorter(pattern)):
                yield replace(self, config={**self.config, "pattern": other})

    def parts(self) -> Iterator[DocumentPart]:
        yield from ()

    def respelled(self, old: str, new: str) -> "TekkenJson | None":
        raw, other = (text.encode("utf-8", "surrogatepass") for text in (old, new))
        first = {at: token for at, token in self.tokens.items() if at in self.needed}
        rest = {at: token.replace(raw, other) for at, token in self.tokens.items()
                if at not in self.needed}  # fmt: skip
        tokens = first | rest
        return replace(self, tokens=tokens) if all_apart(list(tokens.values())) else None

    def write(self, numbers: Numbers) -> Embedded:
        specials = [self.specials[at] for at in sorted(self.specials)]
        tokens = [self.tokens[at] for at in sorted(self.tokens)]
        if [numbers[at] for at in sorted(self.ids)] != list(range(len(self.ids))):
            raise NotWritable("the ids of a tekken.json have no gaps")
        sizes = {
            "default_vocab_size": len(specials) + len(tokens),
            "default_num_special_tokens": len(specials),
        }
        listed = [
            {"rank": at, "token_str": name, "is_control": True} for at, name in enumerate(specials)
        ]
        data = {
            "config": {**self.config, **sizes},
            "vocab": [
                {"rank": at, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
                for at, token in enumerate(tokens)
            ],
            "special_tokens": listed,
        }
        return Embedded("tekken.json", tokenizer_bytes(data))
