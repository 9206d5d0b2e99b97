"""Steered shards: cases that meet, one after the other, every target that a pipeline gives.

Beside the random ones of `shards`: half of a run's cases are these. In the first sweep of a kind
its targets stand as they are, in rows; in other close ones mostly; else doubled, behind added
tokens, among targets of other kinds, before and behind spaces. Shard n depends only on
(seed, sha256, pair, n, count).
"""

from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

from tokparity.corpora.generators.invalid_utf8 import without_too_high
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.schedule import Schedule, ScheduledCase
from tokparity.corpora.generators.targets.ids import joined
from tokparity.corpora.generators.targets.kind import Ids, T
from tokparity.corpora.generators.targets.lengths import long_runs
from tokparity.corpora.generators.targets.plan import Targets

Item = TypeVar("Item")

LONGEST = 20_000
"""Characters of the longest case: targets that are longer together are cut off there."""
GAPS = "gaps"
"""Ids of no token: some libraries refuse a whole row for one of them, so it gets no others."""
LONG_RUN_EVERY = 4096
"""One case in so many, not the first of them, is a run of up to 10^5 characters."""
_BEFORE = (" ", "\n", "a", "  ", ".", "1", "\t", "é", "\u0301", "The ")
_BEHIND = (" ", "\n", "b", "  ", ".", "1", "\r\n", "\u0301", "'s", " end")


def steered_texts(
    seed: int, sha256: str, pair: str, shard: int, count: int, targets: Targets
) -> list[tuple[str, str]]:
    """`count` texts of one shard, each with its kind's name: [(name, text), …].

    Shards of the same `count` share no turn: together they go through all targets.
    """
    key = ("steered", seed, sha256, pair)
    schedule = targets.texts
    if not schedule.kinds:
        return []
    rng = Rng(*key, shard)
    texts = []
    for number in range(shard * count, (shard + 1) * count):
        if number % LONG_RUN_EVERY == LONG_RUN_EVERY - 1:
            runs = long_runs()
            added = targets.material.added
            end = rng.choice(added) if added and rng.chance(0.5) else ""
            texts.append(("long runs", runs[number // LONG_RUN_EVERY % len(runs)] + end))
            continue
        turn = schedule.turn(key, number)
        text = _text(rng, turn, schedule, targets.material)
        texts.append((turn.kind.name, without_too_high(text[:LONGEST])))
    return texts


def targets_held(
    seed: int, sha256: str, pair: str, shard: int, count: int, targets: Targets
) -> int:
    """How many targets the `steered_texts` of the same arguments were aimed at."""
    schedule = targets.texts
    numbers = range(shard * count, (shard + 1) * count) if schedule.kinds else ()
    turns = (
        schedule.turn(("steered", seed, sha256, pair), number)
        for number in numbers
        if number % LONG_RUN_EVERY != LONG_RUN_EVERY - 1
    )
    return sum(len(turn.targets) for turn in turns)


def steered_ids(
    seed: int, sha256: str, pair: str, shard: int, count: int, targets: Targets
) -> list[tuple[str, Ids]]:
    """`count` sequences of ids to decode, each with its kind's name: as `steered_texts`."""
    key = ("steered ids", seed, sha256, pair)
    schedule = targets.ids
    rng = Rng(*key, shard)
    sequences = []
    for number in range(shard * count, (shard + 1) * count):
        turn = schedule.turn(key, number)
        sequences.append((turn.kind.name, _ids(rng, turn, schedule, targets.material)))
    return sequences


def _ids(rng: Rng, turn: ScheduledCase[Ids], schedule: Schedule[Ids], material: Material) -> Ids:
    row, between = turn.targets, _between(rng, turn)
    if turn.is_first or (turn.close and rng.chance(0.8)):
        return joined(row, between)
    match rng.below(4):
        case 0:
            return joined([each + each for each in row], between)
        case 1 if material.added_ids:
            added = (rng.choice(material.added_ids),)
            rows = [joined(row[at : at + 4], between) for at in range(0, len(row), 4)]
            return joined(rows, added) + added
        case 2:
            kind = rng.choice([each for each in schedule.kinds if each.name != GAPS])
            other = kind.target(rng.below(kind.size))
            return joined(row, between) + other if rng.chance(0.5) else other + joined(row, between)
        case _:
            return joined(row[::-1], between)


def _between(rng: Rng, turn: ScheduledCase[T]) -> T:
    """At first what hides a target least, so that each was met once where it shows."""
    return turn.kind.between[0] if turn.is_first else rng.choice(turn.kind.between)


def _text(rng: Rng, turn: ScheduledCase[str], schedule: Schedule[str], material: Material) -> str:
    row, between = turn.targets, _between(rng, turn)
    if turn.is_first or (turn.close and rng.chance(0.8)):
        return between.join(row)
    match rng.below(7):
        case 0:
            return between.join(part + part for part in row)
        case 1 if material.added:
            content = rng.choice(material.added)
            text = between.join(row)
            return content + text if rng.chance(0.5) else text + content
        case 2 if material.added:
            content = rng.choice(material.added)
            rows = (between.join(row[at : at + 4]) for at in range(0, len(row), 4))
            return content.join(rows) + content
        case 3:
            return between.join(part for target in row for part in (target, _any(rng, schedule)))
        case 4:
            return rng.choice(_BEFORE) + between.join(row)
        case 5:
            return between.join(row) + rng.choice(_BEHIND)
        case _:
            return "".join(row)


def _any(rng: Rng, schedule: Schedule[str]) -> str:
    kind = rng.choice(schedule.kinds)
    return kind.target(rng.below(kind.size))[:200]


def interleaved(left: Sequence[Item], right: Sequence[Item]) -> list[Item]:
    """One of each in turn; what is left of the longer comes last.

    >>> interleaved("abc", "12345")
    ['a', '1', 'b', '2', 'c', '3', '4', '5']
    """
    short = min(len(left), len(right))
    pairs = chain.from_iterable(zip(left[:short], right[:short], strict=True))
    return [*pairs, *left[short:], *right[short:]]
