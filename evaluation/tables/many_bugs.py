"""Print how well several bugs of one black box are told apart.

    python -m evaluation.tables.many_bugs [--setting known:3:60]… [--seed N] [--vocab NAME]…
        [--box N]… [--all]

Boxes are made of fault models and mutants of different families, in random order, so what is wrong
with each is known. A bug counts as found where a finding's smallest case is wrong by that bug
alone, and right without it. It can be told apart where some generated case is so. Of the others,
which show nowhere without another bug, it is found where the smallest case is wrong by it and the
box would answer otherwise without it. What changes no answer of its box to any case is no bug of
that box: another has replaced what it is about. These are counted alone. As many findings as can be
are of a bug each; all others are spurious.

A setting is known or withheld (the fault models of the bugs' own modules are not looked at), how
many bugs a box has, and how many boxes. Without one: 60 boxes of three and 30 of one, each known
and withheld. `--all` prints every box, else those that are not as planted; `--box` leaves out the
others.

Exit code 2 where there is nothing to measure.
"""

import argparse
import importlib
import pkgutil
import random
import sys
import time
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

from evaluation.arguments import parser_of
from evaluation.mutants import mutants
from evaluation.tables.planting import Planting
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.shards import MIX, encode_texts
from tokparity.harness import fault_models
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.bugs.answers import Ask, Question
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.contrast import contrast_cases
from tokparity.harness.bugs.hypotheses import Hypotheses, Table
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.reference_impl.contract import Artefact, DecodeCase, EncodeCase, EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

VOCABULARIES = (
    "minilm",
    "gpt-neox-20b",
    "llama2",
    "mon-burmese",
    "pix2tex",
    "spm-test",
    "qwen3",
)
SETTINGS = ("known:3:60", "withheld:3:60", "known:1:30", "withheld:1:30")
TEXTS, SEQUENCES, ENCODED = 320, 150, 120
LONGEST = 3000
OF_A_TEXT = 40


@cache
def modules() -> dict[str, str]:
    """The module of each fault model's family."""
    found: dict[str, str] = {}
    for info in pkgutil.walk_packages(fault_models.__path__, f"{fault_models.__name__}."):
        for value in vars(importlib.import_module(info.name)).values():
            for model in value if isinstance(value, tuple) else (value,):
                if isinstance(model, FaultModel | Family) and info.name.count(".") > 3:
                    found.setdefault(model.name.partition(" ")[0], info.name)
    return found


def pool() -> dict[str, FaultModel]:
    """All that may be planted: the catalogue, and the mutants of families."""
    models = dict(FAULT_MODELS)
    for mutant in mutants():
        models.setdefault(mutant.fault_model.name, mutant.fault_model)
    return models


def cases_of(artefact: Artefact, tokenizer: Tokenizer) -> list[Question]:
    """Generated texts and ids, as a small run has them, and the contrast cases."""
    material = Material.of(tokenizer)
    rng = random.Random(artefact.name)
    made = encode_texts(0, artefact.sha256, "bugs", 0, TEXTS, material, MIX)
    texts = [text for _, text in made if len(text) <= LONGEST]
    cases: list[Question] = [
        EncodeCase(text, EncodeOptions(add_special=bool(number % 2)))
        for number, text in enumerate(texts)
    ]
    cases += contrast_cases(tokenizer, material, artefact.sha256)
    ids = [ids for _, ids in decode_ids(0, artefact.sha256, "bugs", 0, SEQUENCES, material)]
    for text in texts[:ENCODED]:
        try:
            ids.append(tokenizer.encode(text, EncodeOptions(bool(rng.randrange(2)))).ids)
        except TokparityError:
            continue
    cases += [DecodeCase(some[:OF_A_TEXT]) for some in ids]
    return [case for case in dict.fromkeys(cases) if not _has_surrogate(case)]


def _has_surrogate(case: Question) -> bool:
    return isinstance(case, EncodeCase) and any("\ud800" <= c <= "\udfff" for c in case.text)


def ask_of(tokenizer: Tokenizer) -> Ask:
    """A tokenizer of ours as a box."""
    side = ReferenceSide(tokenizer)
    return lambda cases: observe(side, cases)


@dataclass(slots=True)
class Score:
    """What came out of the boxes of one setting."""

    setting: str
    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    questions: list[int] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The figures, a line each."""

        def share(name: str, of: str) -> str:
            part, whole = self.counts[name], self.counts[of]
            percent = f"{100 * part / whole:.1f} %" if whole else "–"
            return f"{percent} ({part} of {whole})"

        boxes = self.counts["boxes"]
        figures = {
            "found, of those that a case tells apart": share("found apart", "apart"),
            "found, of the others": share("found otherwise", "others"),
            "planted, and of no effect in any case": f"{self.counts['silent']}",
            "spurious findings": share("spurious", "findings"),
            "stage right": share("stage right", "found"),
            "stage right, or among those named": share("stage named", "found"),
            "boxes with exactly their bugs": share("exact", "boxes"),
            "wrong cases that no finding shows": share("not shown", "wrong"),
            "CPU-seconds a box": f"{sum(self.seconds) / max(1, boxes):.2f}",
            "CPU-seconds of the slowest": f"{max(self.seconds, default=0):.1f}",
            "questions a box": f"{sum(self.questions) // max(1, boxes)}",
            "most questions": f"{max(self.questions, default=0)}",
        }
        head = f"{self.setting}: {boxes} boxes, {self.counts['planted']} bugs"
        return [head, *(f"  {name}: {figure}" for name, figure in figures.items())]


def drawn(
    table: Table, models: dict[str, FaultModel], count: int, rng: random.Random, used: set[str]
) -> list[FaultModel]:
    """Bugs of as many modules that show in the cases, in an order in which each changes something;
    single ones never twice."""
    candidates = [models[name] for name in table.touched if count > 1 or name not in used]
    while True:
        bugs: list[FaultModel] = []
        while len(bugs) < count:
            model = rng.choice(candidates)
            if modules()[model.family] not in {modules()[bug.family] for bug in bugs}:
                bugs.append(model)
        if orders := [order for order in permutations(bugs) if _compose(table, order)]:
            used.update(bug.name for bug in bugs)
            return list(orders[0])


def _compose(table: Table, models: Iterable[FaultModel]) -> bool:
    """Whether each finds something to change, in this order: of two the first may replace what the
    second looks for, and then there is one bug."""
    tokenizer = table.hypotheses.honest.tokenizer
    for model in models:
        changed = model.apply(tokenizer)
        if changed is tokenizer:
            return False
        tokenizer = changed
    return True


def measure(
    setting: str,
    tables: Sequence[tuple[str, Table]],
    seed: int,
    every: bool = False,
    only: Container[int] | None = None,
) -> Score:
    """Make the boxes of a setting, or `only` some of them, and tell their bugs apart."""
    knowledge, bugs, boxes = setting.split(":")
    score, models = Score(setting), pool()
    used: dict[str, set[str]] = {name: set() for name, _ in tables}
    for number in range(int(boxes)):
        name, table = tables[number % len(tables)]
        rng = random.Random(f"box {seed} {bugs} {number}")
        honest = table.hypotheses.honest
        plan = drawn(table, models, int(bugs), rng, used[name])
        if only is not None and number not in only:
            continue
        planting = Planting.of(honest, plan)
        apart = [
            any(
                planting.shows(at, case) and planting.box(case) != honest(case)
                for case in table.cases
            )
            for at in range(int(bugs))
        ]
        silent = planting.silent(table.cases)
        out = {modules()[model.family] for model in planting.models}
        begun = time.process_time()
        separation = Separation.of(
            table.hypotheses,
            ask_of(planting.box.tokenizer),
            table.cases,
            lambda name, out=out: knowledge == "withheld" and modules()[models[name].family] in out,  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
        ).run()
        score.seconds.append(time.process_time() - begun)
        score.questions.append(separation.box.count)
        found, spurious = planting.assigned(separation.bugs, apart)
        silent -= found.keys()
        score.counts["silent"] += len(silent)
        score.counts["others"] -= len(silent)
        _count(score.counts, planting, separation, found, spurious, apart)
        right = all(planting.models[at].stage == bug.stage for at, bug in found.items())
        fine = (
            right
            and not spurious
            and all(at in found for at, is_apart in enumerate(apart) if is_apart)
        )
        if every or not fine:
            print(
                f"{'  ' if fine else '! '}box {number} {name}: {score.seconds[-1]:.1f} s, "
                f"{separation.box.count} questions, {len(separation.wrong)} wrong"
                f"{', bounded' if separation.is_bounded else ''}"
            )
            _tell(planting, separation, found, spurious, apart)
        sys.stdout.flush()
    return score


def _count(
    counts: Counter[str],
    planting: Planting,
    separation: Separation,
    found: dict[int, Bug],
    spurious: Sequence[Bug],
    apart: Sequence[bool],
) -> None:
    models = planting.models
    counts["boxes"] += 1
    counts["planted"] += len(models)
    counts["apart"] += sum(apart)
    counts["others"] += len(models) - sum(apart)
    counts["found"] += len(found)
    counts["found apart"] += sum(apart[at] for at in found)
    counts["found otherwise"] += sum(not apart[at] for at in found)
    counts["findings"] += len(separation.bugs)
    counts["spurious"] += len(spurious)
    counts["stage right"] += sum(models[at].stage == bug.stage for at, bug in found.items())
    counts["stage named"] += sum(
        models[at].stage in (bug.stage, *bug.others) for at, bug in found.items()
    )
    wrong = [separation.table.cases[at] for at in separation.wrong]
    counts["wrong"] += len(wrong)
    counts["not shown"] += sum(
        not any(separation.shows(bug, case) for bug in separation.bugs) for case in wrong
    )
    counts["exact"] += len(separation.bugs) == len(models) == len(found)


def _tell(
    planting: Planting,
    separation: Separation,
    found: dict[int, Bug],
    spurious: Sequence[Bug],
    apart: Sequence[bool],
) -> None:
    for at, model in enumerate(planting.models):
        bug = found.get(at)
        words = "not found" if bug is None else _words(bug)
        print(f"     {model.stage} {model.name!r:.70} {'' if apart[at] else '(hidden) '}-> {words}")
    if separation.rejected:
        print(f"     rejected {separation.rejected}")
    for bug in spurious:
        print(f"     spurious: {_words(bug)}")


def _words(bug: Bug) -> str:
    asked = bug.case.text if isinstance(bug.case, EncodeCase) else bug.case.ids
    special = isinstance(bug.case, EncodeCase) and bug.case.options.add_special
    cause = bug.fault_model or bug.cause
    stages = "/".join([bug.stage, *bug.others])
    options = " special" * special
    return f"{stages}: {cause:.90} {bug.symptom!r} {asked!r:.60}{options} x{len(bug.cases)}"


def hypotheses_of(honest: Tokenizer) -> Hypotheses:
    """All that may be planted in a tokenizer, as hypotheses."""
    return Hypotheses.of(honest, ((model, model.apply(honest)) for model in pool().values()))


def tables_of(names: Sequence[str]) -> list[tuple[str, Table]]:
    """The cases of each vocabulary, and what every fault model answers."""
    tables = []
    for name in names:
        artefact = resolve(name)
        honest = load(artefact)
        begun = time.process_time()
        hypotheses = hypotheses_of(honest)
        table = Table.of(hypotheses, cases_of(artefact, honest), hypotheses.models)
        print(
            f"{name}: {len(table.cases)} cases, {len(table.touched)} fault models change some, "
            f"{time.process_time() - begun:.1f} CPU-seconds"
        )
        tables.append((name, table))
    return tables


def main(arguments: list[str] | None = None) -> int:
    """See the module's text."""
    parser = parser_of("evaluation.tables.many_bugs", __doc__)
    parser.add_argument("--setting", action="append", default=[])
    parser.add_argument("--vocab", action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--box", action="append", type=int)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args(arguments)
    try:
        _print(options)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print(options: argparse.Namespace) -> None:
    tables = tables_of(options.vocab or VOCABULARIES)
    scores = [
        measure(setting, tables, options.seed, options.all, options.box)
        for setting in options.setting or SETTINGS
    ]
    for score in scores:
        print("\n".join(score.lines()))


if __name__ == "__main__":
    sys.exit(main())
