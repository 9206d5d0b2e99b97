"""`Stream`: the cases of one arm on one vocabulary and seed, with the native library's answers.

Cases and answers are made once, block by block, and every mutant of the vocabulary replays them.
The reference answers too: what it gets wrong is a false alarm, and what its stages make of a case
tells whether a mutant's do otherwise.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from evaluation.finding_power.stage_work import StageWork
from tokparity.harness.compare.sides import Side, batch_of
from tokparity.harness.compare.verdict import Divergence, Results, compare, differing_cases
from tokparity.harness.fault_models.mutant import MutantOp
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    Observation,
    Options,
    case_texts,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BLOCK = 250
"""Cases of a block."""
TOGETHER = 4
"""Cases in a row that have the same options: arms mix two kinds of texts, or of ids, by turns."""

Texts = Callable[[int, int], Sequence[str]]
Ids = Callable[[int, int], Sequence[tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class ArmSource:
    """An arm on one vocabulary: `texts(block, count)`; `ids(block, count)` where it makes ids of
    its own to decode, beside those that its texts are encoded to."""

    texts: Texts
    ids: Ids | None = None


@dataclass(slots=True)
class Block:
    """Some cases of a stream, in order. `first` is how many came before; `seconds` (before, after)
    are those spent on the stream's cases by making them, the native library and the reference.
    `groups`: the indices of each batch of `native` and `honest`."""

    first: int
    cases: list[Case]
    native: list[Results]
    honest: list[Results]
    groups: list[list[int]]
    work: StageWork
    seconds: tuple[float, float]
    characters: int = 0
    """Characters of the texts, or ids, of all blocks before this one."""
    false_alarms: int = 0
    _places: dict[int, tuple[int, int]] = field(init=False)
    _native: dict[int, list[Observation]] = field(default_factory=dict)
    _honest: dict[int, list[Observation]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = enumerate(self.groups)
        self._places = {at: (number, place) for number, of in every for place, at in enumerate(of)}

    def native_answer(self, index: int) -> Observation:
        """The native library's answer to the case at an index of the block."""
        return self._answer(self.native, self._native, index)

    def honest_answer(self, index: int) -> Observation:
        """The reference's answer to it."""
        return self._answer(self.honest, self._honest, index)

    def at(self, index: int) -> tuple[int, float]:
        """(cases, seconds) until the case at an index of the block was known to be answered: a
        block is made and answered whole."""
        return self.first + index + 1, self.seconds[1]

    def _answer(
        self, results: list[Results], opened: dict[int, list[Observation]], index: int
    ) -> Observation:
        group, place = self._places[index]
        if group not in opened:
            opened[group] = list(results[group].observations())
        return opened[group][place]


@dataclass
class Stream:
    """`blocks()` gives one block after the other, without end.

    `can` are the options that both sides express; a case takes the next of them in turn.
    """

    op: MutantOp
    source: ArmSource
    tokenizer: Tokenizer
    honest: Side
    native: Side
    can: Sequence[Options]

    def blocks(self) -> Iterator[Block]:
        """Blocks of `BLOCK` cases or fewer: what cannot be encoded has no ids to decode."""
        first, spent, number, characters = 0, 0.0, 0, 0
        while True:
            started = time.perf_counter()
            cases = self._cases(number, first)
            alike: dict[Options, list[int]] = {}
            for at, case in enumerate(cases):
                alike.setdefault(case.options, []).append(at)
            batches = [batch_of([cases[at] for at in group]) for group in alike.values()]
            native, honest = [], []
            for batch in batches:
                waiting = self.native.submit(batch)
                honest.append(self.honest.submit(batch).result())
                native.append(waiting.result())
            before, spent = spent, spent + time.perf_counter() - started
            work = StageWork(self.tokenizer, cases)
            clock = (before, spent)
            groups = list(alike.values())
            block = Block(first, cases, native, honest, groups, work, clock, characters)
            block.false_alarms = _false_alarms(block)
            yield block
            first, number = first + len(cases), number + 1
            characters += sum(map(size_of, cases))

    def _cases(self, number: int, first: int) -> list[Case]:
        match self.op:
            case "encode":
                texts = self.source.texts(number, BLOCK)
                return [
                    EncodeCase(text, self._encode_options(first + at))
                    for at, text in enumerate(texts)
                ]
            case "encode_full":
                texts = self.source.texts(number, BLOCK)
                options = [self._encode_options(first + at) for at in range(len(texts))]
                turns = [(first + at) // TOGETHER // len(self.can) for at in range(len(texts))]
                pairs = [texts[at - 1] if turn % 2 else None for at, turn in enumerate(turns)]
                return [FullCase(*row) for row in zip(texts, pairs, options, strict=True)]
            case "decode":
                return self._decode_cases(number, first)

    def _decode_cases(self, number: int, first: int) -> list[Case]:
        own: list[tuple[int, ...]] = []
        if self.source.ids is not None:
            own = list(self.source.ids(number, BLOCK // 2))
        texts = self.source.texts(number, BLOCK)[: BLOCK - len(own)]  # a whole block: as steered
        encoded = self.native.submit(
            batch_of([EncodeCase(text, self._harvest) for text in texts])
        ).result()
        ids = [answer.ids for answer in encoded.observations() if isinstance(answer, Encoding)]
        mixed = [*own, *ids]
        mixed[::2], mixed[1::2] = mixed[: (len(mixed) + 1) // 2], mixed[(len(mixed) + 1) // 2 :]
        return [
            DecodeCase(token_ids, self._decode_options(first + at))
            for at, token_ids in enumerate(mixed)
        ]

    @cached_property
    def _harvest(self) -> EncodeOptions:
        """With all that the library can add: so that specials are decoded too."""
        every = [EncodeOptions(*flags) for flags in product((True, False), repeat=2)]
        every.sort(key=lambda choice: not choice.parse_special)
        for options in every:
            batch = batch_of([EncodeCase("a", options)])
            [observation] = self.native.submit(batch).result().observations()
            if isinstance(observation, Encoding):
                return options
        return every[-1]

    def _encode_options(self, at: int) -> EncodeOptions:
        options = self.can[at // TOGETHER % len(self.can)]
        assert isinstance(options, EncodeOptions)
        return options

    def _decode_options(self, at: int) -> DecodeOptions:
        options = self.can[at // TOGETHER % len(self.can)]
        assert isinstance(options, DecodeOptions)
        return options


def size_of(case: Case) -> int:
    """Characters of its texts, or ids."""
    return len(case.ids) if isinstance(case, DecodeCase) else sum(map(len, case_texts(case)))


def _false_alarms(block: Block) -> int:
    """Cases in which the reference itself and the library differ."""
    count = 0
    for mine, theirs in zip(block.honest, block.native, strict=True):
        for _, left, right in differing_cases(mine, theirs):
            count += isinstance(compare(left, right, strict=True), Divergence)
    return count
