"""Print whether the vote of three engines names the file in which a defect was planted.

    python -m evaluation.tables.votes [--changes 7] [--seed N] [MODEL]…

Each model is held three ways (`tokparity formats`). One of the three files gets one change
(`evaluation.file_changes`): a merge, a score, an id, a type, a flag, a pre-tokenizer. Then it is
compared with each of the two others, the third beside them. Of the divergences that are new then
the vote names the file that is odd in most. A change that makes nobody odd is visible to no vote.

Exit code 1 where fewer than 95 of 100 visible defects are named; 2 where nothing was measured.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

from evaluation.arguments import parser_of
from evaluation.file_changes import FileChange, changes_of
from evaluation.tables.file_changes import written
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.models import models
from tokparity.harness.artefacts.directed import directed
from tokparity.harness.artefacts.static_diff import static_diff
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import ENCODE_OPTIONS, SKIP_OPTIONS, CellSpec, parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.harness.compare.voting import odd_one
from tokparity.harness.derivation.three_ways import Holding, ThreeWays, three_ways
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    EncodeCase,
    Observation,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MODELS = (
    "aranizer-bpe-32k", "aranizer-sp-32k", "aranizer-tbpe-32k", "aranizer-tsp-32k", "baichuan",
    "bert-chinese", "bert-english-uncased", "cl100k", "claude2", "gpt2", "hanbert", "llama2",
    "llama3", "mistral-v1", "mistral-v3", "mon-burmese", "p50k", "phi3", "pix2tex", "spm-test",
)  # fmt: skip
TEXTS, IDS, MOST = 512, 128, 2_000
LEAST = 0.95
REFUSED = "refused"
"""A change that its library does not load: it needs no vote."""
Made = TypeVar("Made")


def odd_files(slot: Slot, planted: Artefact, holding: Holding, ways: ThreeWays) -> Counter[str]:
    """Of the divergences that are new with the change, in how many each file is odd: cases in
    which the planted file answers otherwise than the one it was, and that one as the other."""
    plain = alike(parity_cell(planted, holding.artefact, ways.model), slot.tokenizer)
    tokenizers = slot.tokenizer(planted), slot.tokenizer(holding.artefact)
    cases = list(cases_of(slot, plain, *tokenizers))
    others = [each.artefact for each in ways.holdings if each is not holding]
    answers = [_beside(slot, planted, holding.artefact, other, cases) for other in others]
    odd: Counter[str] = Counter()
    for both in zip(*answers, strict=True):
        for at, (mine, was, theirs) in enumerate(both):
            is_new = isinstance(compare(mine, was, strict=False), Divergence)
            agreed = is_new and isinstance(compare(was, theirs, strict=False), Agreement)
            if agreed and isinstance(compare(mine, theirs, strict=False), Divergence):
                votes = {"left": planted.name, "right": others[at].name}
                who = odd_one(mine, theirs, both[1 - at][2])
                odd[votes.get(who, who)] += 1
    del odd["silent"]
    return odd


Three = tuple[Observation, Observation, Observation]


def _beside(
    slot: Slot, planted: Artefact, plain: Artefact, other: Artefact, cases: Sequence[Case]
) -> Iterator[Three]:
    """What the planted file, the one that it was, and another answer, each set as beside that."""
    now, _ = slot.sides(alike(parity_cell(planted, other, other.name), slot.tokenizer))
    before, beside = slot.sides(alike(parity_cell(plain, other, other.name), slot.tokenizer))
    yield from zip(*(observe(side, cases) for side in (now, before, beside)), strict=True)


def cases_of(slot: Slot, cell: CellSpec, left: Tokenizer, right: Tokenizer) -> Iterator[Case]:
    """Made for what the two files say differently, then generated ones, under all options."""
    runner = generating_runner(slot, cell, 0)
    made = [case for each in static_diff(left, right) for case in directed(each, left, right)]
    texts = [case.text for case in made if isinstance(case, EncodeCase)]
    ids = [tuple(case.ids) for case in made if isinstance(case, DecodeCase)]
    for options in ENCODE_OPTIONS:
        for text in (*thinned(texts), *runner.texts(0, TEXTS)):
            yield EncodeCase(text, options)
    for skip in SKIP_OPTIONS:
        for sequence in (*thinned(ids), *runner.source.ids(0, IDS)):
            yield DecodeCase(tuple(sequence), skip)


def thinned(made: Sequence[Made]) -> Sequence[Made]:
    """At most so many of them, spread over all."""
    return made[:: max(1, len(made) // MOST)]


def chosen(artefact: Artefact, seed: int, count: int) -> list[FileChange]:
    """Some of the changes that a file has a place for, of as many kinds as there are."""
    every = list(changes_of(artefact, seed))
    Random(f"{seed} {artefact.sha256}").shuffle(every)
    kinds: dict[str, list[FileChange]] = {}
    for change in every:
        kinds.setdefault(change.name.split()[0], []).append(change)
    mixed = [change for rank in range(len(every)) for some in kinds.values()
             for change in some[rank : rank + 1]]  # fmt: skip
    return mixed[:count]


def rows(ways: ThreeWays, seed: int, count: int) -> Iterator[tuple[str, str, str | None]]:
    """(the planted file, the change, the file that the vote names, None, or REFUSED)."""
    with Slot() as slot, TemporaryDirectory(prefix="tokparity-") as folder:
        shares = [count // 3 + (at < count % 3) for at in range(3)]
        for holding, share in zip(ways.holdings, shares, strict=True):
            artefact = holding.artefact
            for number, change in enumerate(chosen(artefact, seed, share)):
                path = Path(folder) / f"{number}{artefact.path.suffix}"
                planted = replace(written(artefact, change, path), name=artefact.name)
                try:
                    odd = odd_files(slot, planted, holding, ways)
                except (TokparityError, CannotLoad) as error:
                    yield artefact.name, f"{change.name}: {error}", REFUSED
                    continue
                finally:
                    slot.tokenizers.pop(planted.identity, None)
                yield artefact.name, change.name, named_by(odd)


def named_by(odd: Mapping[str, int]) -> str | None:
    """The file that is odd most often; "all" where all three differ in every case."""
    files = {name: count for name, count in odd.items() if name != "all"}
    return max(files or odd, key=lambda name: odd[name]) if odd else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row a plant, and the sum."""
    parser = parser_of("evaluation.tables.votes", __doc__)
    parser.add_argument("models", nargs="*", default=MODELS, metavar="MODEL")
    parser.add_argument("--changes", type=int, default=7, help="in the files of a model [7]")
    parser.add_argument("--seed", type=int, default=0, help="other places of the same changes")
    options = parser.parse_args(arguments)
    cache = Cache.default()
    known = {model.name: model for model in models(catalogue.manifests())}
    sums: Counter[str] = Counter()
    if unknown := [name for name in options.models if name not in known]:
        print(f"no model is called {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in options.models:
        here = [one for one in known[name].artefacts if catalogue.is_cached(one, cache)]
        ways = three_ways(name, [catalogue.artefact(one, cache) for one in here], cache)
        if len(ways.holdings) != 3:
            print(f"{name}: no three engines hold it here")
            sums["models not measured"] += 1
            continue
        for planted, change, named in rows(ways, options.seed, options.changes):
            sums["planted"] += 1
            sums["refused"] += named == REFUSED
            sums["visible"] += named not in (None, REFUSED)
            sums["named"] += named == planted
            word = {None: "-", planted: "named", REFUSED: REFUSED}.get(named, f"NOT: {named}")
            print(f"{planted:28} {word:12} {change[:80]}", flush=True)
    words = ("planted", "refused", "visible", "named", "models not measured")
    print(", ".join(f"{sums[word]} {word}" for word in words))
    if not sums["visible"]:
        return 2
    return int(sums["named"] < LEAST * sums["visible"])


if __name__ == "__main__":
    sys.exit(main())
