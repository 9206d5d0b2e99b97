"""Print how many pairs of bugs in one black box are shown as two, before and after joining.

    python -m evaluation.tables.two_bugs [--vocab NAME]… [--pairs 120] [--seed N]

Joining findings (`harness.findings.joining`) is to make one bug that several vocabularies show one
finding; this is what it costs. Pairs of mutants are drawn, of two stages and of one, and
both made in one tokenizer, which is asked the same texts in each vocabulary. They stay two where
some finding shows nothing but the one and another nothing but the other, each defect alone being
asked whose a smallest case is.

Exit code 2 where there is nothing to measure.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from evaluation.arguments import parser_of
from evaluation.finding_power.naming import VocabularyCases
from evaluation.mutants import mutants
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find
from tokparity.harness.bugs.black_box_investigation import BlackBoxInvestigator
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.findings.joining import Bears, Seen, bears, joined_keys
from tokparity.harness.findings.merge import merge_findings
from tokparity.harness.findings.tally import Tally
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.shards.policy import black_box_investigator
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Case, EncodeCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reports.records.engine import BlackBox
from tokparity.reports.records.finding import Finding

VOCABULARIES = (
    "aranizer-sp-32k",
    "aranizer-tbpe-32k",
    "gpt-neox-20b",
    "llama2",
    "mistral-v1",
    "pix2tex",
    "qwen3",
    "toke",
)
SHORT = 40
"""Defects of length are left out: each of their cases takes a second."""


@dataclass(slots=True)
class PairCounts:
    """Pairs of which both bugs are in some finding; of those, how many are two."""

    both: int = 0
    before: int = 0
    after: int = 0
    findings: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class TwoBugBoxes:
    """One tokenizer of two bugs in each vocabulary, and what investigates it there."""

    slot: Slot
    vocabularies: Mapping[str, VocabularyCases]
    pair: tuple[FaultModel, FaultModel]
    _at: dict[str, BlackBoxInvestigator] = field(default_factory=dict)

    def findings(self) -> list[Finding]:
        """What a run would find, one finding a key."""
        engine = BlackBox("two")
        results = []
        for name, vocabulary in self.vocabularies.items():
            honest = vocabulary.changed.honest
            changed = self.pair[1].apply(self.pair[0].apply(honest))
            black_box = BlackBoxSide(
                engine, changed, frozenset(fault_model.family for fault_model in self.pair)
            )
            cell = fidelity_cell(vocabulary.artefact, name, engine)
            right = ReferenceSide(honest, cell.right.engine)
            at = self._at[name] = black_box_investigator(
                cell,
                black_box,
                right,
                black_box,
                self.slot.changed_by_fault_models(cell.left.artefact),
            )
            raws = list(_diverging(vocabulary, black_box))
            results.append(ShardResult(name, 0, found=at.investigate(raws)))
        return merge_findings(Tally.of(results))

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool]:
        """Of each case, whether the black box is wrong about it in a vocabulary."""
        wrong = {raw.case for raw in self._at[vocabulary].diverging(cases)}
        return [case in wrong for case in cases]

    def named_in(self, sighting: Seen, vocabulary: str) -> Bears | None:
        """What a case is named in another vocabulary."""
        diverging = self._at[vocabulary].diverging([sighting.case])
        if not diverging:
            return None
        occurrence = self._at[vocabulary].as_found(diverging[0])
        return bears(occurrence.signature, occurrence.sighting.field)


def _diverging(vocabulary: VocabularyCases, black_box: BlackBoxSide) -> Iterator[DivergingCase]:
    for group in vocabulary.groups:
        if not isinstance(group[0], EncodeCase):
            continue
        for case, answer in zip(group, observe(black_box, group), strict=True):
            verdict = compare(answer, vocabulary.right[case], strict=True)
            if isinstance(verdict, Divergence):
                yield DivergingCase(case, answer, vocabulary.right[case], verdict)


def _shows(fault_model: FaultModel, case: Case, vocabulary: VocabularyCases) -> bool:
    """Whether a defect alone shows in a case."""
    honest = vocabulary.changed.honest
    sides = BlackBoxSide(BlackBox("box"), fault_model.apply(honest)), ReferenceSide(honest)
    answers = [observe(side, [case])[0] for side in sides]
    return isinstance(compare(*answers, strict=True), Divergence)


def visible_in_several(vocabularies: Mapping[str, VocabularyCases]) -> dict[str, FaultModel]:
    """The mutants that a short text shows in two vocabularies or more."""
    fault_models = {}
    for mutant in mutants():
        fault_model, count = mutant.fault_model, 0
        for vocabulary in vocabularies.values():
            changed = fault_model.apply(vocabulary.changed.honest)
            if changed is not vocabulary.changed.honest and fault_model.stage != "decoder":
                case = vocabulary.smallest(BlackBoxSide(BlackBox("box"), changed), decoder=False)
                count += isinstance(case, EncodeCase) and len(case.text) < SHORT
        if count > 1:
            fault_models[fault_model.name] = fault_model
    return fault_models


def tell(counts: PairCounts, black_boxes: TwoBugBoxes) -> None:
    """Count one pair."""
    findings = [finding for finding in black_boxes.findings() if finding.signature.op == "encode"]
    sightings = [
        Seen(sighting.artefact, bears(finding.signature, sighting.field), sighting.case)
        for finding in findings
        for sighting in finding.sightings
    ]
    whose: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        for sighting in finding.sightings:
            whose[finding.key] |= {
                fault_model.name
                for fault_model in black_boxes.pair
                if _shows(fault_model, sighting.case, black_boxes.vocabularies[sighting.artefact])
            }
    if len(set().union(*whose.values())) < len(black_boxes.pair):
        return
    sets = joined_keys(sightings, black_boxes)
    counts.both += 1
    counts.before += _two(list(whose.values()))
    counts.after += _two([set().union(*(whose[key] for key in keys)) for keys in sets])
    counts.findings.update(before=len(findings), after=len(sets))


def _two(whose: Sequence[set[str]]) -> bool:
    """Whether one finding shows one bug alone, and another the other."""
    return len({*map(frozenset, (names for names in whose if len(names) == 1))}) > 1


def main(arguments: list[str] | None = None) -> int:
    """See the module's text."""
    parser = parser_of("evaluation.tables.two_bugs", __doc__)
    parser.add_argument("--vocab", action="append", default=[])
    parser.add_argument("--pairs", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.pairs < 1:
        parser.error("--pairs is 1 or more")
    try:
        _print(options)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print(options: argparse.Namespace) -> None:
    cache = Cache.default()
    names = options.vocab or VOCABULARIES
    artefacts = [artefact(find(name)[0], cache) for name in names]
    vocabularies = {
        source.name: VocabularyCases.of(source, load(source), options.seed) for source in artefacts
    }
    fault_models = visible_in_several(vocabularies)
    slot = Slot()
    for vocabulary in vocabularies.values():  # loaded already
        slot.tokenizers[vocabulary.artefact.identity] = vocabulary.changed.honest
        slot.changed[vocabulary.artefact.identity] = vocabulary.changed
    print(f"{len(fault_models)} defects that two or more of {len(vocabularies)} vocabularies show")
    kinds: dict[str, list[tuple[FaultModel, FaultModel]]] = defaultdict(list)
    for first, second in combinations(sorted(fault_models), 2):
        pair = fault_models[first], fault_models[second]
        kinds["of one stage" if pair[0].stage == pair[1].stage else "of two stages"].append(pair)
    for kind, pairs in sorted(kinds.items()):
        drawn = random.Random(options.seed).sample(pairs, min(options.pairs, len(pairs)))
        counts = PairCounts()
        for pair in drawn:
            tell(counts, TwoBugBoxes(slot, vocabularies, pair))
        print(f"{kind}: {len(drawn)} pairs, both shown of {counts.both}")
        for when, two in (("before", counts.before), ("after", counts.after)):
            share = f"{100 * two / counts.both:5.1f} %" if counts.both else "–"
            print(f"  as two findings {when} joining {share} ({two} of {counts.both}), ", end="")
            print(f"{counts.findings[when]} findings in all")


if __name__ == "__main__":
    sys.exit(main())
