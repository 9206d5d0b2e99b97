"""Distil: of many texts a few that together exercise as much of one pipeline.

For a corpus to keep: it runs in seconds, and a text that is left out does nothing that none of
the others does. As much as `harness.guidance.rule_coverage` tells apart, no more.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from pathlib import Path

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.guidance.feedback import FeatureReader
from tokparity.harness.run.check import ShardExtent
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shrinking.sequence import shortlex
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError


class BadDistilled(TokparityError):
    """A file that distilled texts cannot be written to, or not be read back from."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"--distil {path}: {reason}")
        self.path, self.reason = path, reason


@dataclass(frozen=True, slots=True)
class Distilled:
    """The texts kept, shortlex; how many distinct ones there were, with how many features."""

    texts: tuple[str, ...]
    given: int
    features: int

    def summary(self) -> str:
        """One line for people.

        >>> Distilled(("a",), 2048, 1).summary()
        '1 of 2,048 distinct texts, all 1 features'
        """
        return (
            f"{len(self.texts):,} of {self.given:,} distinct texts, all {self.features:,} features"
        )


def distil(
    texts: Iterable[str],
    reader: FeatureReader,
    options: Sequence[EncodeOptions] = (EncodeOptions(),),
) -> Distilled:
    """As few of the texts as a greedy choice finds that reach every feature any of them reaches.

    Again and again the text that adds most, of several the shortlex smallest: so the order in
    which texts come changes nothing. A text's features are those under each of the options.
    """
    reached = features_of(texts, reader, options)
    every = frozenset[int]().union(*reached.values())
    return Distilled(tuple(sorted(_fewest(reached), key=shortlex)), len(reached), len(every))


def features_of(
    texts: Iterable[str], reader: FeatureReader, options: Sequence[EncodeOptions]
) -> dict[str, frozenset[int]]:
    """What each text reaches under any of the options."""
    return {
        text: frozenset[int]().union(*(reader.features(text, choice) for choice in options))
        for text in dict.fromkeys(texts)
    }


def ranked(reached: Mapping[str, frozenset[int]]) -> Iterator[str]:
    """All texts, each as it adds most to those before it; when nothing is left to add, those that
    remain begin anew."""
    left = dict(reached)
    while left:
        kept = _fewest(left) or sorted(left, key=shortlex)
        yield from kept
        for text in kept:
            del left[text]


def _fewest(reached: Mapping[str, frozenset[int]]) -> list[str]:
    """The greedy choice, in its order."""
    # What a text adds only falls: a text that still leads after it was counted anew is the best.
    waiting = [(-len(features), shortlex(text), text) for text, features in reached.items()]
    heapify(waiting)
    missing = set(frozenset[int]().union(*reached.values()))
    kept = []
    while missing:
        estimate, order, text = waiting[0]
        adds = len(reached[text] & missing)
        if -estimate == adds:
            kept.append(text)
            missing -= reached[text]
            adds = 0
        heapreplace(waiting, (-adds, order, text))
    return kept


def distil_cell(
    slot: Slot, cell: CellSpec, seed: int, extent: ShardExtent, own: Iterable[str]
) -> Distilled:
    """Of the texts that a check's shards of a cell ask, and of `own`: made again, none is asked."""
    runner = generating_runner(slot, cell, seed)
    assert runner.feedback is not None
    can = [choice for choice in runner.options("encode")[0] if isinstance(choice, EncodeOptions)]
    told_apart = {choice.parse_special: choice for choice in reversed(can)}
    texts = [*own]
    for shard in range(extent.shards):
        texts += runner.texts(shard, extent.texts)
    return distil(texts, runner.feedback.reader, list(told_apart.values()) or [EncodeOptions()])


def check_distilled(path: Path) -> None:
    """Refuse, before anything runs, a file that `read_texts` would not read as JSON lines, or
    whose folder is none. Errors: BadDistilled."""
    if path.suffix != ".jsonl":
        raise BadDistilled(path, "is read back as JSON lines: name it .jsonl")
    if path.is_dir() or not path.parent.is_dir():
        raise BadDistilled(path, "is no file in a folder that exists")


def write_texts(path: Path, texts: Iterable[str]) -> None:
    """A JSON string a line, ASCII: what `check --texts` reads."""
    path.write_text("".join(json.dumps(text) + "\n" for text in texts), "ascii", newline="\n")
