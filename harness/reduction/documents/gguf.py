"""The vocabulary of a GGUF file as a document: tokens with score and type, merges, and keys.

Only what llama.cpp makes a vocabulary of is kept: no tensors, no template, no model settings.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument, Scalar
from tokparity.harness.reduction.documents.charsmaps import small_charsmap
from tokparity.harness.reduction.documents.document import Document, DocumentPart, Numbers
from tokparity.harness.reduction.documents.scores import rounder
from tokparity.harness.reduction.documents.spelling import all_apart, respelling
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats.gguf.file import read_metadata
from tokparity.reference_impl.formats.gguf.vocabulary import SPECIAL_KEYS

PREFIX = b"tokenizer.ggml."
NORMAL, CONTROL, USER_DEFINED, UNUSED = 1, 3, 4, 5
_ADDED = (CONTROL, USER_DEFINED)
"""Of GGUF's token types."""
TOKENS, SCORES, TYPES, MERGES, CHARSMAP = (
    PREFIX + name
    for name in (b"tokens", b"scores", b"token_type", b"merges", b"precompiled_charsmap")
)
_COLUMNS = (TOKENS, SCORES, TYPES, MERGES, CHARSMAP)
_NEEDED = (b"general.architecture", PREFIX + b"model")
_READ = (b"general.architecture", b"general.name", b"tokenizer.ggml.normalizer.lowercase",
         b"tokenizer.ggml.normalizer.strip_accents")  # fmt: skip
_SPECIAL = frozenset(PREFIX + key.encode() for _, key in SPECIAL_KEYS)

Value = tuple[str, "Scalar | tuple[Scalar, ...]"]


def read(artefact: Artefact) -> "Gguf":
    """The document of a file that the reference reads too."""
    keys = dict(GgufDocument.of(read_metadata(artefact.path)).keys)
    columns: dict[bytes, tuple[str, Any]] = {
        name: keys.pop(name) for name in _COLUMNS if name in keys
    }
    scalars = {
        name: (kind, value)
        for name, (kind, value) in keys.items()
        if (name.startswith(PREFIX) or name in _READ) and not isinstance(value, tuple)
    }
    tokens = columns[TOKENS][1]
    rows = {
        name: dict(enumerate(columns[name][1][: len(tokens)])) if name in columns else {}
        for name in (TOKENS, SCORES, TYPES)
    }
    return Gguf(
        tokens=rows[TOKENS],
        scores=rows[SCORES],
        types=rows[TYPES],
        keys=scalars,
        merges=columns[MERGES][1] if MERGES in columns else None,
        charsmap=bytes(byte & 0xFF for byte in columns[CHARSMAP][1])
        if CHARSMAP in columns
        else b"",
        score_type=columns.get(SCORES, ("f32", ()))[0],
    )


@dataclass(frozen=True, slots=True)
class Gguf:
    """Tokens, scores and types by id; the last two are empty where the file has none."""

    tokens: Mapping[int, bytes]
    scores: Mapping[int, float]
    types: Mapping[int, int]
    keys: Mapping[bytes, Value] = field(default_factory=dict)
    merges: tuple[bytes, ...] | None = None
    charsmap: bytes = b""
    score_type: str = "f32"

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.tokens)

    @property
    def needed(self) -> frozenset[int]:
        return frozenset()

    @property
    def last(self) -> frozenset[int]:
        return frozenset()

    def keep(self, ids: Collection[int]) -> "Gguf":
        keys = {
            name: (kind, value)
            for name, (kind, value) in self.keys.items()
            if name not in _SPECIAL or value in ids
        }
        restricted = replace(
            self,
            tokens={at: token for at, token in self.tokens.items() if at in ids},
            scores={at: score for at, score in self.scores.items() if at in ids},
            types={at: kind for at, kind in self.types.items() if at in ids},
            keys=keys,
        )
        return restricted if self.merges is None else restricted._with_merges(self.merges)

    def _with_merges(self, merges: Sequence[bytes]) -> "Gguf":
        """Those of which both halves and the product are tokens."""
        pieces = set(self.tokens.values())

        def has(merge: bytes) -> bool:
            at = merge.find(b" ", 1)
            left, right = merge[:at], merge[at + 1 :]
            return at > 0 and left in pieces and right in pieces and left + right in pieces

        return replace(self, merges=tuple(filter(has, merges)))

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        if self.charsmap:
            yield replace(self, charsmap=b"")
            for small in small_charsmap(self.charsmap, texts):
                yield replace(self, charsmap=small)
        if self.scores:
            yield replace(self, scores={})
            for scores in rounder(list(self.scores.values())):
                yield replace(self, scores=dict(zip(self.scores, scores, strict=True)))
        others = [at for at, kind in self.types.items() if kind not in (NORMAL, *_ADDED)]
        if others:
            yield replace(self, types={**self.types, **dict.fromkeys(others, NORMAL)})
            for at in others:
                yield replace(self, types={**self.types, at: NORMAL})
        elif self.types and set(self.types.values()) == {NORMAL}:
            yield replace(self, types={})

    def parts(self) -> Iterator[DocumentPart]:
        spare = [name for name in self.keys if name not in _NEEDED]

        def with_keys(names: Sequence[bytes]) -> Document:
            keys = {name: entry for name, entry in self.keys.items() if name in (*_NEEDED, *names)}
            return replace(self, keys=keys)

        yield DocumentPart("keys", spare, with_keys)
        if self.merges:
            yield DocumentPart(
                "merges", self.merges, lambda merges: replace(self, merges=tuple(merges)), _halves
            )
        added = [at for at, kind in self.types.items() if kind in _ADDED]

        def with_added(kept: Sequence[int]) -> Document:
            gone = dict.fromkeys(set(added).difference(kept), NORMAL)
            return replace(self, types={**self.types, **gone})

        yield DocumentPart(
            "added tokens",
            added,
            with_added,
            lambda at: self.tokens[at].decode("utf-8", "surrogateescape"),
        )

    def respelled(self, old: str, new: str) -> "Gguf | None":
        change = respelling(old, new)

        def spelled(raw: bytes) -> bytes:
            text = raw.decode("utf-8", "surrogateescape")
            return change(text).encode("utf-8", "surrogateescape")

        tokens = {at: spelled(token) for at, token in self.tokens.items()}
        if not all_apart(list(tokens.values())):
            return None
        merges = None if self.merges is None else tuple(map(spelled, self.merges))
        return replace(self, tokens=tokens, merges=merges)

    def write(self, numbers: Numbers) -> Embedded:
        """An id that only another document of the finding has is an unused token "[PADn]"."""
        written = GgufDocument()
        for name, (kind, value) in self.keys.items():
            if name in _SPECIAL and isinstance(value, int):
                value = numbers.get(value, len(numbers) + value)  # what was outside stays there
            written.keys[name] = kind, value
        old = {numbers[at]: at for at in self.tokens}
        size = range(max(old, default=-1) + 1)
        written.keys[TOKENS] = (
            "str",
            tuple(self.tokens[old[at]] if at in old else b"[PAD%d]" % at for at in size),
        )
        if self.scores:
            scores = tuple(self.scores[old[at]] if at in old else 0 for at in size)
            whole = self.score_type == "i32"
            written.keys[SCORES] = self.score_type, tuple(map(int, scores)) if whole else scores
        if self.types or len(old) < len(size):
            written.keys[TYPES] = (
                "i32",
                tuple(self.types.get(old[at], NORMAL) if at in old else UNUSED for at in size),
            )
        if self.merges is not None:
            written.keys[MERGES] = "str", self.merges
        if self.charsmap:
            written.keys[CHARSMAP] = "u8", tuple(self.charsmap)
        return Embedded("gguf", written.to_bytes())


def _halves(merge: bytes) -> tuple[str, str]:
    """As a tokenizer.json has a merge."""
    left, _, right = merge.decode("utf-8", "surrogateescape").partition(" ")
    return left, right
