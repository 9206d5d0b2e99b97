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

from evaluation.finding_power.grouping import joined, kept_apart, one_group
from evaluation.finding_power.naming import (
    WAYS,
    Asked,
    NamedDefect,
    kind_of,
    name_defects,
    stages_named,
)
from evaluation.mutants import mutants
from evaluation.pages.grouping import Count, Grouping, Way, write_grouping
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
        for manifest in {one.name: one for pattern in patterns for one in find(pattern)}.values():
            yield manifest, tuple(FAULT_MODELS.values())
        return
    of_each: dict[str, dict[str, FaultModel]] = defaultdict(dict)
    for mutant in mutants():
        names: Iterable[str] = mutant.vocabularies
        if everywhere:
            formats = {find(name)[0].format for name in names}
            names = [one.name for one in find("*") if one.format in formats]
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
    met: Counter[tuple[str, tuple[str, str]]] = Counter()
    for manifest, fault_models in plan:
        if not is_cached(manifest, cache):
            print(f"{manifest.name}: not in the cache, left out", file=sys.stderr)
            continue
        try:
            held = artefact(manifest, cache)
            tokenizer = load(held)
        except TokparityError as error:
            print(f"{manifest.name}: left out: {error}", file=sys.stderr)
            continue
        kind = kind_of(held, tokenizer)
        wanted = [one for one in fault_models if met[one.name, kind] < most]
        for one in name_defects(Asked.of(held, tokenizer, seed), wanted):
            met[one.defect, one.kind] += 1
            yield one


def limited(defects: Sequence[NamedDefect], limit: int) -> list[NamedDefect]:
    """Of each defect and engine the first vocabularies."""
    met: Counter[tuple[str, tuple[str, str]]] = Counter()
    kept = []
    for one in defects:
        met[one.defect, one.kind] += 1
        if met[one.defect, one.kind] <= limit:
            kept.append(one)
    return kept


def grouped(found: Sequence[NamedDefect], limit: int, seed: int, cache: Cache) -> Grouping:
    """The shares, each way; stages of all vocabularies, groups of at most `limit`."""
    few = limited(found, limit)
    stages = {one.defect: one.stage for one in found}
    fault_models = FAULT_MODELS | {one.fault_model.name: one.fault_model for one in mutants()}

    @lru_cache(AT_ONCE)
    def asked(name: str) -> Asked:
        held = artefact(find(name)[0], cache)
        return Asked(held, Changed(load(held)), (), {})

    ways = []
    for way in WAYS:
        keys = joined(few, way, fault_models, asked)
        apart = kept_apart(keys, stages)
        ways.append(Way(WAY[way], *stages_named(found, way), *one_group(keys), apart))
    names = {one.vocabulary for one in found}
    return Grouping(len({one.defect for one in found}), len(names), limit, seed, tuple(ways))


def _share(count: Count) -> str:
    part, whole = count
    return f"{100 * part / whole:5.1f} % ({part:,} of {whole:,})" if whole else "  –"


def main(arguments: list[str] | None = None) -> int:
    """See the module's text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--everywhere", action="store_true")
    parser.add_argument("--vocab", action="append", default=[])
    parser.add_argument("--limit", type=int, default=10, help="1 or more")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--wrong", action="store_true", help="list what is named wrong")
    parser.add_argument("--out", type=Path, help="a measurement's folder: for its page")
    said = parser.parse_args(arguments)
    if said.out and not (said.mutants and said.everywhere):
        parser.error("--out is for --mutants --everywhere: that is what the page tells")
    if said.limit < 1:
        parser.error("--limit is 1 or more")
    try:
        return _print(said)
    except (TokparityError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _print(said: argparse.Namespace) -> int:
    if said.out:
        said.out.mkdir(parents=True, exist_ok=True)  # not after an hour that it cannot be
    for pattern in said.vocab:
        find(pattern)
    plan = planned(said.vocab or ["*"], said.mutants, said.everywhere)
    most = said.limit if said.everywhere else math.inf
    cache = Cache.default()
    found = list(measured(plan, said.seed, cache, most))
    if not found:
        print("no defect shows in any of these vocabularies", file=sys.stderr)
        return 2
    names = {one.vocabulary for one in found}
    print(f"{len({one.defect for one in found})} defects, {len(names)} vocabularies\n")
    grouping = grouped(found, said.limit, said.seed, cache)
    for told in grouping.ways:
        print(f"{told.name}:")
        print(f"  stage named right        {_share(told.stage_right)}")
        print(f"  stage unknown            {_share(told.stage_unknown)}")
        print(f"  one group a defect       {_share(told.one_group)}, ", end="")
        print(f"of those in several {_share(told.in_several)}")
        print(f"  pairs of a stage apart   {_share(told.pairs_apart)}\n")
    if said.out:
        print(write_grouping(said.out, grouping))
    if said.wrong:
        for one in found:
            for way in WAYS[:2]:
                if one.named[way].stage != one.stage:
                    instead = f"{one.named[way].stage} for {one.stage}"
                    print(f"{way} {one.vocabulary} {one.defect}: {instead}: {one.case!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
