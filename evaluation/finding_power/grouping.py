"""How many fault models are one finding, and how many pairs of them stay two?

As a run would group them: findings of one key are one, and of a black box those that
`harness.findings.joining` joins, each smallest text being put to the other vocabularies of its
defect.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evaluation.finding_power.naming import NamedDefect, VocabularyCases, Way, borne_by_black_box
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
    findings: dict[Who, Counter[Keys]] = {}
    for defect in defects:
        findings.setdefault(defect.who, Counter())[frozenset({defect.named[way].key})] += 1
    return findings


def join_findings(
    defects: Sequence[NamedDefect],
    way: Way,
    fault_models: Mapping[str, FaultModel],
    cases_of: Callable[[str], VocabularyCases],
) -> dict[Who, Counter[Keys]]:
    """As `keys_of`, and findings that are one bug are one; those of two traces as they are.

    `cases_of` gives the cases of a vocabulary by its name, `fault_models` a defect by its own.
    """
    findings = keys_of(defects, way)
    if way not in OF_BOXES:
        return findings
    of_each: dict[Who, list[NamedDefect]] = defaultdict(list)
    for defect in defects:
        if len(findings[defect.who]) > 1:
            of_each[defect.who].append(defect)
    for who, occurrences in sorted(of_each.items(), key=lambda item: item[0][::-1]):
        findings[who] = _join_defect(occurrences, way, fault_models[who[0]], cases_of)
    return findings


def _join_defect(
    defects: Sequence[NamedDefect],
    way: Way,
    fault_model: FaultModel,
    cases_of: Callable[[str], VocabularyCases],
) -> Counter[Keys]:
    """The findings of one defect, joined."""
    black_boxes = _Faulty(fault_model, way, cases_of)
    sightings = []
    for defect in defects:
        ids = case_ids(defect.case)
        pieces = cases_of(defect.vocabulary).changed.honest.pieces() if ids else {}
        spelled = {i: pieces[i] for i in ids if i in pieces}
        sightings.append(Seen(defect.vocabulary, defect.named[way], defect.case, spelled))
    of_key = {key: keys for keys in joined_keys(sightings, black_boxes) for key in keys}
    return Counter(of_key[defect.named[way].key] for defect in defects)


@dataclass(frozen=True, slots=True)
class _Faulty:
    """One defect as a black box, in every vocabulary."""

    fault_model: FaultModel
    way: Way
    cases_of: Callable[[str], VocabularyCases]

    def named_in(self, sighting: Seen, vocabulary: str) -> Bears | None:
        cases = self.cases_of(vocabulary)
        pieces = cases.changed.honest.pieces()
        case = sighting.put_to({piece: token_id for token_id, piece in pieces.items()})
        return None if case is None else borne_by_black_box(cases, self.fault_model, case, self.way)

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool]:
        vocabulary_cases = self.cases_of(vocabulary)
        black_box = BlackBoxSide(
            BlackBox("box"), self.fault_model.apply(vocabulary_cases.changed.honest)
        )
        return Evidence(vocabulary_cases.changed.reader, black_box, cases[0], {}, {}).parted(cases)


def one_group(findings: Mapping[Who, Counter[Keys]]) -> tuple[Count, Count]:
    """(of all defects, of those in several vocabularies): how many are one finding in all.

    A defect counts once for each engine and kind of model: engines stand in a key anyway.
    """
    several = [keys for keys in findings.values() if keys.total() > 1]
    return (
        (sum(len(keys) == 1 for keys in findings.values()), len(findings)),
        (sum(len(keys) == 1 for keys in several), len(several)),
    )


def pairs_apart(findings: Mapping[Who, Counter[Keys]], stages: Mapping[str, str]) -> Count:
    """Of pairs of defects that share engine, kind of model and stage: how many share no key.

    The finding of a defect is that of most of its vocabularies, with all its keys. `stages` maps
    defect → its true stage.
    """
    most = {who: keys.most_common(1)[0][0] for who, keys in findings.items()}
    apart = [
        not most[first] & most[second]
        for first, second in combinations(sorted(most), 2)
        if first[1] == second[1] and stages[first[0]] == stages[second[0]]
    ]
    return sum(apart), len(apart)
