"""`Document`: a tokenizer file as entries that can be left out, and the file of what is left.

All documents of a finding share one abstract vocabulary: an entry is an id of the file as it was
found, whatever the format spells there. Entries go by these ids from every document at once, and
only `write` numbers what is left anew. Not here: which entries may go (`harness.reduction.passes`).
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, Self

from tokparity.corpora.embedded import Embedded
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.formats.collection_pause import uncollected

Numbers = Mapping[int, int]
"""New id of each kept entry: without gaps, in the order of the old ones."""


class NotWritable(Exception):
    """The format has no file of these entries: the candidate is none."""


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """Items of a document that are no entries, and the document with only some of them.

    `called` says what an item is, whatever the format. What both documents of a finding have goes
    from both at once.
    """

    name: str
    items: Sequence[Any]
    rebuilt: Callable[[Sequence[Any]], "Document"]
    called: Callable[[Any], Hashable] = lambda item: item


class Document(Protocol):
    """One file. Every method gives another document, and leaves this one as it is."""

    @property
    def ids(self) -> frozenset[int]:
        """The entries it has."""
        ...

    @property
    def needed(self) -> frozenset[int]:
        """The entries without which the format has no file at all."""
        ...

    @property
    def last(self) -> frozenset[int]:
        """The entries whose ids must be above all others."""
        ...

    def keep(self, ids: Collection[int]) -> Self:
        """With these entries alone, and what does not name any other."""
        ...

    def plainer(self, texts: Collection[str]) -> Iterator["Document"]:
        """Documents that are one step plainer: a stage or an option less. The great steps first.
        `texts` are those of the case: of rules for single characters others are not needed."""
        ...

    def parts(self) -> Iterator[DocumentPart]:
        """What may be left out besides entries, in the order in which it should be tried."""
        ...

    def respelled(self, old: str, new: str) -> "Document | None":
        """With a part of a text under another name in every piece, letters for letters; None where
        two pieces would become one, or one nothing."""
        ...

    def write(self, numbers: Numbers) -> Embedded:
        """The file. Raises NotWritable."""
        ...


_READERS: Mapping[Format, str] = {
    "tokenizer.json": "tokenizer_json",
    "tiktoken": "tiktoken_ranks",
    "vocab.txt": "vocab_txt",
    "sentencepiece": "sentencepiece_model",
    "gguf": "gguf",
    "tekken.json": "tekken_json",
}


def is_reducible(format: Format) -> bool:
    """Whether files of this format can be read as a document."""
    return format in _READERS


def read_document(artefact: Artefact) -> Document:
    """The document of a file that was loaded before; KeyError for a format that has none."""
    module = import_module(f"tokparity.harness.reduction.documents.{_READERS[artefact.format]}")
    with uncollected():
        document: Document = module.read(artefact)
    return document


def numbered(documents: Sequence[Document]) -> Numbers:
    """New ids for all entries of the documents of one finding.

    An id that any of them has is one entry: they name the same token by it, or differ in it.
    """
    ids = frozenset[int]().union(*(document.ids for document in documents))
    last = frozenset[int]().union(*(document.last for document in documents))
    ordered = sorted(ids, key=lambda token_id: (token_id in last, token_id))
    return {token_id: number for number, token_id in enumerate(ordered)}
