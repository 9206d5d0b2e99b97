"""Traces: what each stage made of one text, step by step.

Plain frozen data, as in `contract`. Not here: how a trace comes about (`tokenizer`).
"""

from dataclasses import dataclass

from tokparity.reference_impl.contract import Encoding, Natural, Stage


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text at one stage: its text there, its range in the original, any id it has.

    Byte-level pieces are shown in the byte-level alphabet ("Ġworld") whatever the
    artefact's format, so that traces of two formats can be compared.
    """

    text: str
    start: Natural
    end: Natural
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge step of BPE: the pair taken, its rank, and every candidate pair of that pass.

    `candidates` are (left, right, rank) in text order, the chosen one among them.
    """

    left: str
    right: str
    rank: int
    candidates: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A piece over the characters start to end of a word. `score` as the file has it, where it
    is finite; None of what is no piece there: an unknown character, a byte."""

    start: Natural
    end: Natural
    text: str
    score: float | None
    taken: bool


@dataclass(frozen=True, slots=True)
class StageTrace:
    """What one stage made of its input. `component` is the field's own type name ("NFC", "BPE")."""

    stage: Stage
    component: str
    pieces: tuple[Piece, ...]
    merges: tuple[tuple[str, tuple[Merge, ...]], ...] = ()
    """For BPE: (pre-token, its merges in order)."""
    lattices: tuple[tuple[str, tuple[Edge, ...]], ...] = ()
    """For Unigram: (word, every piece that it could be cut into). Of words not too long to read."""
    origins: tuple[tuple[Natural, Natural], ...] = ()
    """Of a normalizer that changed the text: of each character of all pieces its range in the
    original."""


@dataclass(frozen=True, slots=True)
class Trace:
    """All stages of one encode, in order, and the result."""

    stages: tuple[StageTrace, ...]
    encoding: Encoding

    @property
    def lattices(self) -> tuple[tuple[str, tuple[Edge, ...]], ...]:
        """Each word that the model cut by scores, with every piece that it could be cut into."""
        return tuple(found for stage in self.stages for found in stage.lattices)

    @property
    def merges(self) -> tuple[tuple[str, tuple[Merge, ...]], ...]:
        """Each word that the model merged, with its merges in order."""
        return tuple(merged for stage in self.stages for merged in stage.merges)
