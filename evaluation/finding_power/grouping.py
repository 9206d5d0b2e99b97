"""How many fault models are one finding, and how many pairs of them stay two?

As a run would group them: findings of one key are one, and of a black box those that
`harness.findings.joining` joins, each smallest text being put to the other vocabularies of its
defect.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evaluation.finding_power.naming import Asked, NamedDefect, Way, borne_by_box
from evaluation.pages.grouping import Count
from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.findings.joining import Bears, Seen, joined_keys
from tokparity.harness.naming.evidence import Evidence
from tokparity.reference_impl.contract import Case, case_ids
from tokparity.reports.records.engine import BlackBox

OF_BOXES: tuple[Way, ...] = ("withheld", "known")
"""The ways whose findings are joined: both sides traced name a text alike everywhere."""

Who = tuple[str, tuple[str, str]]
"""A defect, and its engine and kind of model."""

Keys = frozenset[str]
"""Those of one finding: several where some were joined."""


def keys_of(defects: Sequence[NamedDefect], way: Way) -> dict[Who, Counter[Keys]]:
    """Of each defect its findings, and in how many vocabularies each is; none joined yet."""
    found: dict[Who, Counter[Keys]] = {}
    for one in defects:
        found.setdefault(one.who, Counter())[frozenset({one.named[way].key})] += 1
    return found


def joined(
    defects: Sequence[NamedDefect],
    way: Way,
    fault_models: Mapping[str, FaultModel],
    asked: Callable[[str], Asked],
) -> dict[Who, Counter[Keys]]:
    """As `keys_of`, and findings that are one bug are one; those of two traces as they are.

    `asked` gives a vocabulary by its name, `fault_models` a defect by its own.
    """
    found = keys_of(defects, way)
    if way not in OF_BOXES:
        return found
    of_each: dict[Who, list[NamedDefect]] = defaultdict(list)
    for one in defects:
        if len(found[one.who]) > 1:
            of_each[one.who].append(one)
    for who, met in sorted(of_each.items(), key=lambda item: item[0][::-1]):
        found[who] = _joined(met, way, fault_models[who[0]], asked)
    return found


def _joined(
    met: Sequence[NamedDefect], way: Way, fault_model: FaultModel, asked: Callable[[str], Asked]
) -> Counter[Keys]:
    """The findings of one defect, joined."""
    box = _Faulty(fault_model, way, asked)
    seen = []
    for one in met:
        ids = case_ids(one.case)
        pieces = asked(one.vocabulary).changed.honest.pieces() if ids else {}
        spelled = {i: pieces[i] for i in ids if i in pieces}
        seen.append(Seen(one.vocabulary, one.named[way], one.case, spelled))
    of_key = {key: keys for keys in joined_keys(seen, box) for key in keys}
    return Counter(of_key[one.named[way].key] for one in met)


@dataclass(frozen=True, slots=True)
class _Faulty:
    """One defect as a box, in every vocabulary."""

    fault_model: FaultModel
    way: Way
    asked: Callable[[str], Asked]

    def named_in(self, seen: Seen, vocabulary: str) -> Bears | None:
        there = self.asked(vocabulary)
        pieces = there.changed.honest.pieces()
        case = seen.put_to({piece: one for one, piece in pieces.items()})
        return None if case is None else borne_by_box(there, self.fault_model, case, self.way)

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool]:
        there = self.asked(vocabulary)
        box = BlackBoxSide(BlackBox("box"), self.fault_model.apply(there.changed.honest))
        return Evidence(there.changed.reader, box, cases[0], {}, {}).parted(cases)


def one_group(found: Mapping[Who, Counter[Keys]]) -> tuple[Count, Count]:
    """(of all defects, of those in several vocabularies): how many are one finding in all.

    A defect counts once for each engine and kind of model: engines stand in a key anyway.
    """
    several = [met for met in found.values() if met.total() > 1]
    return (
        (sum(len(met) == 1 for met in found.values()), len(found)),
        (sum(len(met) == 1 for met in several), len(several)),
    )


def kept_apart(found: Mapping[Who, Counter[Keys]], stages: Mapping[str, str]) -> Count:
    """Of pairs of defects that share engine, kind of model and stage: how many share no key.

    The finding of a defect is that of most of its vocabularies, with all its keys. `stages` maps
    defect → its true stage.
    """
    most = {who: met.most_common(1)[0][0] for who, met in found.items()}
    apart = [
        not most[one] & most[other]
        for one, other in combinations(sorted(most), 2)
        if one[1] == other[1] and stages[one[0]] == stages[other[0]]
    ]
    return sum(apart), len(apart)
