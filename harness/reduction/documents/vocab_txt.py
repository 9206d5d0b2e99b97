"""A vocab.txt as a document: a piece a line. The file says nothing else."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tokparity.corpora.embedded import Embedded
from tokparity.harness.reduction.documents.document import Document, DocumentPart, Numbers
from tokparity.harness.reduction.documents.spelling import all_apart
from tokparity.reference_impl.contract import Artefact


def read(artefact: Artefact) -> "VocabTxt":
    """The document of a file that the reference reads too: lines end as in Python's text files."""
    text = artefact.path.read_bytes().decode("utf-8")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return VocabTxt(dict(enumerate(lines if lines[-1] else lines[:-1])))


@dataclass(frozen=True, slots=True)
class VocabTxt:
    """Pieces by number of the line."""

    lines: Mapping[int, str]

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.lines)

    @property
    def needed(self) -> frozenset[int]:
        return frozenset()

    @property
    def last(self) -> frozenset[int]:
        return frozenset()

    def keep(self, ids: Collection[int]) -> "VocabTxt":
        return VocabTxt({at: piece for at, piece in self.lines.items() if at in ids})

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        yield from ()

    def parts(self) -> Iterator[DocumentPart]:
        yield from ()

    def respelled(self, old: str, new: str) -> "VocabTxt | None":
        lines = {at: piece.replace(old, new) for at, piece in self.lines.items()}
        return VocabTxt(lines) if all_apart(list(lines.values())) else None

    def write(self, numbers: Numbers) -> Embedded:
        """An id that only another document of the finding has is a line "[unusedN]"."""
        new = {numbers[at]: piece for at, piece in self.lines.items()}
        size = max(new, default=-1) + 1
        lines = [new.get(at, f"[unused{at}]") + "\n" for at in range(size)]
        return Embedded("vocab.txt", "".join(lines).encode("utf-8"))
