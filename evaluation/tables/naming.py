"""Print how well faults are named and grouped, over vocabularies that are in the cache.

    python -m evaluation.tables.naming [--mutants [--everywhere]] [--vocab GLOB]… [--limit 10]
        [--seed N] [--wrong] [--out DIR]

The defects are the fault models in the vocabularies that match, or, with `--mutants`, the mutants
of `evaluation/mutants`, each in its own vocabularies; `--everywhere`: in all of
the formats that its own have, up to `--limit` of an engine and kind of model. `--limit`:
vocabularies a defect, engine and kind of model counts for grouping. `--out`, with both: the folder
of a measurement; the page that is made of it next shows them (`evaluation.tables.finding_power`,
`mutants run`).

Exit code 2 where there is nothing to measure.
"""

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from evaluation.arguments import parser_of
from evaluation.finding_power.grouping import join_findings, one_group, pairs_apart
from evaluation.finding_power.naming import (
    WAYS,
    NamedDefect,
    VocabularyCases,
    kind_of,
    name_defects,
    stages_named,
)
from evaluation.mutants import mutants
from evaluation.pages.grouping import Count, Grouping, NamingWay, write_grouping
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find, is_cached
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.naming.counterfactual import Changed
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load

WAY = {
    "traced": "both sides traced",
    "withheld": "a black box, its own change withheld",
    "known": "a black box, its own change in the registry",
}


AT_ONCE = 12
"""Vocabularies that are held at once while findings are joined."""


def planned(
    patterns: Sequence[str], of_mutants: bool, everywhere: bool = False
) -> Iterator[tuple[Manifest, Sequence[FaultModel]]]:
    """Every vocabulary and the defects to seed in it, each once."""
    if not of_mutants:
        for manifest in {
            manifest.name: manifest for pattern in patterns for manifest in find(pattern)
        }.values():
            yield manifest, tuple(FAULT_MODELS.values())
        return
    of_each: dict[str, dict[str, FaultModel]] = defaultdict(dict)
    for mutant in mutants():
        names: Iterable[str] = mutant.vocabularies
        if everywhere:
            formats = {find(name)[0].format for name in names}
            names = [manifest.name for manifest in find("*") if manifest.format in formats]
        for name in names:
            if any(fnmatchcase(name, pattern) for pattern in patterns):
                of_each[name][mutant.fault_model.name] = mutant.fault_model
    for name, fault_models in sorted(of_each.items()):
        yield find(name)[0], tuple(fault_models.values())


def measured(
    plan: Iterable[tuple[Manifest, Sequence[FaultModel]]],
    seed: int,
    cache: Cache,
    most: float = math.inf,
) -> Iterator[NamedDefect]:
    """Every defect in every vocabulary that is here, and in no more than `most` of a kind."""
    counts: Counter[tuple[str, tuple[str, str]]] = Counter()
    for manifest, fault_models in plan:
        if not is_cached(manifest, cache):
            print(f"{manifest.name}: not in the cache, left out", file=sys.stderr)
            continue
        try:
            source = artefact(manifest, cache)
            tokenizer = load(source)
        except TokparityError as error:
            print(f"{manifest.name}: left out: {error}", file=sys.stderr)
            continue
        kind = kind_of(source, tokenizer)
        selection = [
            fault_model for fault_model in fault_models if counts[fault_model.name, kind] < most
        ]
        for defect in name_defects(VocabularyCases.of(source, tokenizer, seed), selection):
            counts[defect.defect, defect.kind] += 1
            yield defect


def limited(defects: Sequence[NamedDefect], limit: int) -> list[NamedDefect]:
    """Of each defect and engine the first vocabularies."""
    counts: Counter[tuple[str, tuple[str, str]]] = Counter()
    limited_defects = []
    for defect in defects:
        counts[defect.defect, defect.kind] += 1
        if counts[defect.defect, defect.kind] <= limit:
            limited_defects.append(defect)
    return limited_defects


def grouped(defects: Sequence[NamedDefect], limit: int, seed: int, cache: Cache) -> Grouping:
    """The shares, each way; stages of all vocabularies, groups of at most `limit`."""
    few = limited(defects, limit)
    stages = {defect.defect: defect.stage for defect in defects}
    fault_models = FAULT_MODELS | {
        mutant.fault_model.name: mutant.fault_model for mutant in mutants()
    }

    @lru_cache(AT_ONCE)
    def cases_of(name: str) -> VocabularyCases:
        source = artefact(find(name)[0], cache)
        return VocabularyCases(source, Changed(load(source)), (), {})

    ways = []
    for way in WAYS:
        keys = join_findings(few, way, fault_models, cases_of)
        apart = pairs_apart(keys, stages)
        ways.append(NamingWay(WAY[way], *stages_named(defects, way), *one_group(keys), apart))
    names = {defect.vocabulary for defect in defects}
    return Grouping(
        len({defect.defect for defect in defects}), len(names), limit, seed, tuple(ways)
    )


def _share(count: Count) -> str:
    part, whole = count
    return f"{100 * part / whole:5.1f} % ({part:,} of {whole:,})" if whole else "  –"


def main(arguments: list[str] | None = None) -> int:
    """See the module's text."""
    parser = parser_of("evaluation.tables.naming", __doc__)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--everywhere", action="store_true")
    parser.add_argument("--vocab", action="append", default=[])
    parser.add_argument("--limit", type=int, default=10, help="1 or more")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--wrong", action="store_true", help="list what is named wrong")
    parser.add_argument("--out", type=Path, help="a measurement's folder: for its page")
    options = parser.parse_args(arguments)
    if options.out and not (options.mutants and options.everywhere):
        parser.error("--out is for --mutants --everywhere: that is what the page tells")
    if options.limit < 1:
        parser.error("--limit is 1 or more")
    try:
        return _print(options)
    except (TokparityError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _print(options: argparse.Namespace) -> int:
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)  # not after an hour that it cannot be
    for pattern in options.vocab:
        find(pattern)
    plan = planned(options.vocab or ["*"], options.mutants, options.everywhere)
    most = options.limit if options.everywhere else math.inf
    cache = Cache.default()
    defects = list(measured(plan, options.seed, cache, most))
    if not defects:
        print("no defect shows in any of these vocabularies", file=sys.stderr)
        return 2
    names = {defect.vocabulary for defect in defects}
    print(f"{len({defect.defect for defect in defects})} defects, {len(names)} vocabularies\n")
    grouping = grouped(defects, options.limit, options.seed, cache)
    for rates in grouping.ways:
        print(f"{rates.name}:")
        print(f"  stage named right        {_share(rates.stage_right)}")
        print(f"  stage unknown            {_share(rates.stage_unknown)}")
        print(f"  one group a defect       {_share(rates.one_group)}, ", end="")
        print(f"of those in several {_share(rates.in_several)}")
        print(f"  pairs of a stage apart   {_share(rates.pairs_apart)}\n")
    if options.out:
        print(write_grouping(options.out, grouping))
    if options.wrong:
        for defect in defects:
            for way in WAYS[:2]:
                if defect.named[way].stage != defect.stage:
                    instead = f"{defect.named[way].stage} for {defect.stage}"
                    print(f"{way} {defect.vocabulary} {defect.defect}: {instead}: {defect.case!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
