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

from evaluation.finding_power.naming import Asked
from evaluation.mutants import mutants
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.findings.joining import Bears, Seen, bears, joined_keys
from tokparity.harness.findings.merge import merge_findings
from tokparity.harness.naming.black_box_investigation import BlackBoxInvestigator
from tokparity.harness.naming.investigation import DivergingCase
from tokparity.harness.naming.policy import black_box_investigator
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
class Shown:
    """Pairs of which both bugs are in some finding; of those, how many are two."""

    both: int = 0
    before: int = 0
    after: int = 0
    findings: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Boxes:
    """One tokenizer of two bugs in each vocabulary, and what investigates it there."""

    slot: Slot
    asked: Mapping[str, Asked]
    pair: tuple[FaultModel, FaultModel]
    _at: dict[str, BlackBoxInvestigator] = field(default_factory=dict)

    def findings(self) -> list[Finding]:
        """What a run would find, one finding a key."""
        engine = BlackBox("two")
        results = []
        for name, asked in self.asked.items():
            honest = asked.changed.honest
            made = self.pair[1].apply(self.pair[0].apply(honest))
            box = BlackBoxSide(engine, made, frozenset(one.family for one in self.pair))
            cell = fidelity_cell(asked.artefact, name, engine)
            right = ReferenceSide(honest, cell.right.engine)
            at = self._at[name] = black_box_investigator(
                cell, box, right, box, self.slot.changed_by_fault_models(cell.left.artefact)
            )
            raws = list(_diverging(asked, box))
            results.append(ShardResult(name, 0, found=at.investigate(raws)))
        return merge_findings(results)

    def wrong_in(self, cases: Sequence[Case], vocabulary: str) -> Sequence[bool]:
        """Of each case, whether the box is wrong about it in a vocabulary."""
        wrong = {one.case for one in self._at[vocabulary].diverging(cases)}
        return [case in wrong for case in cases]

    def named_in(self, seen: Seen, vocabulary: str) -> Bears | None:
        """What a case is named in another vocabulary."""
        met = self._at[vocabulary].diverging([seen.case])
        if not met:
            return None
        found = self._at[vocabulary].as_found(met[0])
        return bears(found.signature, found.sighting.field)


def _diverging(asked: Asked, box: BlackBoxSide) -> Iterator[DivergingCase]:
    for group in asked.groups:
        if not isinstance(group[0], EncodeCase):
            continue
        for case, said in zip(group, observe(box, group), strict=True):
            verdict = compare(said, asked.right[case], strict=True)
            if isinstance(verdict, Divergence):
                yield DivergingCase(case, said, asked.right[case], verdict)


def _shows(fault_model: FaultModel, case: Case, asked: Asked) -> bool:
    """Whether a defect alone shows in a case."""
    honest = asked.changed.honest
    sides = BlackBoxSide(BlackBox("box"), fault_model.apply(honest)), ReferenceSide(honest)
    said = [observe(side, [case])[0] for side in sides]
    return isinstance(compare(*said, strict=True), Divergence)


def shown_in_several(asked: Mapping[str, Asked]) -> dict[str, FaultModel]:
    """The mutants that a short text shows in two vocabularies or more."""
    found = {}
    for mutant in mutants():
        fault_model, met = mutant.fault_model, 0
        for one in asked.values():
            changed = fault_model.apply(one.changed.honest)
            if changed is not one.changed.honest and fault_model.stage != "decoder":
                case = one.smallest(BlackBoxSide(BlackBox("box"), changed), decoder=False)
                met += isinstance(case, EncodeCase) and len(case.text) < SHORT
        if met > 1:
            found[fault_model.name] = fault_model
    return found


def tell(shown: Shown, boxes: Boxes) -> None:
    """Count one pair."""
    findings = [one for one in boxes.findings() if one.signature.op == "encode"]
    seen = [
        Seen(one.artefact, bears(finding.signature, one.field), one.case)
        for finding in findings
        for one in finding.sightings
    ]
    whose: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        for one in finding.sightings:
            whose[finding.key] |= {
                fault_model.name
                for fault_model in boxes.pair
                if _shows(fault_model, one.case, boxes.asked[one.artefact])
            }
    if len(set().union(*whose.values())) < len(boxes.pair):
        return
    sets = joined_keys(seen, boxes)
    shown.both += 1
    shown.before += _two(list(whose.values()))
    shown.after += _two([set().union(*(whose[key] for key in keys)) for keys in sets])
    shown.findings.update(before=len(findings), after=len(sets))


def _two(whose: Sequence[set[str]]) -> bool:
    """Whether one finding shows one bug alone, and another the other."""
    return len({*map(frozenset, (one for one in whose if len(one) == 1))}) > 1


def main(arguments: list[str] | None = None) -> int:
    """See the module's text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vocab", action="append", default=[])
    parser.add_argument("--pairs", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    said = parser.parse_args(arguments)
    if said.pairs < 1:
        parser.error("--pairs is 1 or more")
    try:
        _print(said)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print(said: argparse.Namespace) -> None:
    cache = Cache.default()
    names = said.vocab or VOCABULARIES
    held = [artefact(find(name)[0], cache) for name in names]
    asked = {one.name: Asked.of(one, load(one), said.seed) for one in held}
    fault_models = shown_in_several(asked)
    slot = Slot()
    for one in asked.values():  # loaded already
        slot.tokenizers[one.artefact.identity] = one.changed.honest
        slot.changed[one.artefact.identity] = one.changed
    print(f"{len(fault_models)} defects that two or more of {len(asked)} vocabularies show")
    kinds: dict[str, list[tuple[FaultModel, FaultModel]]] = defaultdict(list)
    for first, second in combinations(sorted(fault_models), 2):
        pair = fault_models[first], fault_models[second]
        kinds["of one stage" if pair[0].stage == pair[1].stage else "of two stages"].append(pair)
    for kind, pairs in sorted(kinds.items()):
        drawn = random.Random(said.seed).sample(pairs, min(said.pairs, len(pairs)))
        shown = Shown()
        for pair in drawn:
            tell(shown, Boxes(slot, asked, pair))
        print(f"{kind}: {len(drawn)} pairs, both shown of {shown.both}")
        for when, two in (("before", shown.before), ("after", shown.after)):
            share = f"{100 * two / shown.both:5.1f} %" if shown.both else "–"
            print(f"  as two findings {when} joining {share} ({two} of {shown.both}), ", end="")
            print(f"{shown.findings[when]} findings in all")


if __name__ == "__main__":
    sys.exit(main())
