"""A rank file with its facts as a document: the rank of a token is its id and its order."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tokparity.corpora.embedded import Embedded, rank_bytes
from tokparity.harness.reduction.documents.alternatives import shorter
from tokparity.harness.reduction.documents.document import (
    Document,
    DocumentPart,
    NotWritable,
    Numbers,
)
from tokparity.harness.reduction.documents.spelling import all_apart
from tokparity.reference_impl.contract import Artefact, RankFacts
from tokparity.reference_impl.formats.tiktoken_ranks import read_ranks

PLAINEST = r"[\s\S]+"
"""A pattern that takes a text whole."""


def read(artefact: Artefact) -> "TiktokenRanks":
    """The document of a file that the reference reads too; of an artefact without facts none."""
    assert artefact.facts is not None
    ranks = {rank: token for token, rank in read_ranks(artefact.path).items()}
    facts = artefact.facts
    return TiktokenRanks(ranks, dict(facts.specials), facts.pattern, facts.source)


@dataclass(frozen=True, slots=True)
class TiktokenRanks:
    """Tokens by rank, and the facts."""

    ranks: Mapping[int, bytes]
    specials: Mapping[str, int]
    pattern: str
    source: str

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.ranks).union(self.specials.values())

    @property
    def needed(self) -> frozenset[int]:
        return frozenset()

    @property
    def last(self) -> frozenset[int]:
        return frozenset()

    def keep(self, ids: Collection[int]) -> "TiktokenRanks":
        return replace(
            self,
            ranks={rank: token for rank, token in self.ranks.items() if rank in ids},
            specials={name: rank for name, rank in self.specials.items() if rank in ids},
        )

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        if self.pattern != PLAINEST:
            yield replace(self, pattern=PLAINEST)
            for pattern in shorter(self.pattern):
                yield replace(self, pattern=pattern)

    def parts(self) -> Iterator[DocumentPart]:
        yield from ()

    def respelled(self, old: str, new: str) -> "TiktokenRanks | None":
        raw, other = (text.encode("utf-8", "surrogatepass") for text in (old, new))
        ranks = {rank: token.replace(raw, other) for rank, token in self.ranks.items()}
        specials = {name.replace(old, new): rank for name, rank in self.specials.items()}
        apart = all_apart(list(ranks.values())) and len(specials) == len(self.specials)
        return replace(self, ranks=ranks, specials=specials) if apart else None

    def write(self, numbers: Numbers) -> Embedded:
        if not self.ranks:
            raise NotWritable("a rank file without ranks is refused")
        ranks: Sequence[tuple[bytes, int]] = [
            (token, numbers[rank]) for rank, token in sorted(self.ranks.items())
        ]
        specials = {name: numbers[rank] for name, rank in self.specials.items()}
        facts = RankFacts(self.pattern, specials, self.source)
        return Embedded("tiktoken", rank_bytes(ranks), facts)
