"""One table: are the vectors of a model right, and what do they catch?

    python -m evaluation.tables.vectors [--cases 500] [--models NAME…] [--faults]

Each model's vectors are exported and asked of its native library: wrong ones, with exit code 1.
With `--faults` every fault model is planted in a model that it changes (of those named, the first),
and held to that model's vectors; beside them as many cases that were chosen uniformly.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.shards.runner import case_runner, generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import Vector
from tokparity.harness.vectors.verify import verified
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Observation,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.refusals import refusal_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

FITTING = (
    *("minilm", "toke", "spm-test", "spm-toy", "gpt2-ranks", "llama2", "llama2-gguf", "qwen3"),
    *("aranizer-sp-32k", "nomic-bert-moe-gguf", "bert-bge-gguf", "gpt2-gguf", "hanbert-vocab"),
    *("mistral-tekken", "tortoise-tts", "zirhuz-uzbek", "pix2tex"),
)
"""Of many formats and stages, the cheapest first."""


@dataclass(frozen=True, slots=True)
class Held:
    """A model, its vectors, and as many cases chosen uniformly."""

    artefact: Artefact
    tokenizer: Tokenizer
    vectors: Sequence[Vector]
    uniform: Sequence[Case]


def held(slot: Slot, name: str, count: int, seed: int) -> Held:
    """Export the vectors of a model. Errors: as `exported`."""
    artefact = resolve(name)
    _, vectors = exported(slot, artefact, count, seed)
    runner = generating_runner(slot, plain_cell(artefact), seed)
    encode = [one for one in runner.options("encode")[0] if isinstance(one, EncodeOptions)]
    decode = [one for one in runner.options("decode")[0] if isinstance(one, DecodeOptions)]
    texts = runner.source.texts(0, count - count // 4)
    ids = runner.source.ids(0, count // 4)
    cases: list[Case] = [
        EncodeCase(text, encode[at % len(encode)]) for at, text in enumerate(texts)
    ]
    cases += [DecodeCase(tuple(some), decode[at % len(decode)]) for at, some in enumerate(ids)]
    return Held(artefact, slot.tokenizer(plain_cell(artefact).left.artefact), vectors, cases)


def answer(tokenizer: Tokenizer, case: Case) -> Observation:
    """What a tokenizer makes of a case, a refusal too."""
    try:
        if isinstance(case, EncodeCase):
            return tokenizer.encode(case.text, case.options)
        assert isinstance(case, DecodeCase)
        return tokenizer.decode(case.ids, case.options)
    except TokparityError as error:
        return refusal_of(error)


def caught(models: Sequence[Held]) -> list[tuple[str, str, int | None, int | None]]:
    """Of each fault model: where it was planted, how many vectors and uniform cases show it; None
    where no model is changed by it."""
    rows = []
    for name, fault in FAULT_MODELS.items():
        row: tuple[str, str, int | None, int | None] = (name, "", None, None)
        for model in models:
            faulty = fault.apply(model.tokenizer)
            if faulty is model.tokenizer:
                continue
            shown = _differ(faulty, model.tokenizer, [one.case for one in model.vectors])
            uniform = _differ(faulty, model.tokenizer, model.uniform)
            if row[2] is None or shown > row[2]:
                row = (name, model.artefact.name, shown, uniform)
            if shown:
                break
        rows.append(row)
    return rows


def _differ(faulty: Tokenizer, right: Tokenizer, cases: Iterable[Case]) -> int:
    return sum(
        not isinstance(compare(answer(right, case), answer(faulty, case), strict=True), Agreement)
        for case in cases
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.vectors", __doc__)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--models", nargs="*", metavar="NAME", help="default: all that is fetched")
    parser.add_argument("--faults", action="store_true", help="plant every fault model")
    options = parser.parse_args(arguments)
    with Slot() as slot:
        if options.faults:
            names = options.models or FITTING
            models = [held(slot, name, options.cases, options.seed) for name in names]
            return _print_faults(caught(models))
        return _print_verified(slot, options.models or fetched(), options.cases, options.seed)


def fetched() -> list[str]:
    """The names of the vocabularies that are here."""
    cache = Cache.default()
    every = catalogue.manifests(catalogue.OWN)
    return [one.name for one in every if catalogue.is_cached(one, cache)]


def _print_faults(rows: Sequence[tuple[str, str, int | None, int | None]]) -> int:
    for name, model, shown, uniform in rows:
        print(f"{name:44} {model:20} {shown!s:>5} {uniform!s:>5}")
    planted = [row for row in rows if row[2] is not None]
    by_vectors, by_chance = (sum(bool(row[at]) for row in planted) for at in (2, 3))
    print(f"{len(planted)} fault models planted: {by_vectors} caught, uniform choice {by_chance}")
    return 0


def _print_verified(slot: Slot, names: Sequence[str], count: int, seed: int) -> int:
    wrong = total = 0
    for name in names:
        slot.begin(name)
        artefact = resolve(name)
        about, vectors = exported(slot, artefact, count, seed)
        found = verified(case_runner(slot, plain_cell(artefact)), vectors)
        again, same = exported(slot, artefact, count, seed) if total == 0 else (about, vectors)
        wrong += len(found.wrong) + (again != about or same != vectors)
        total += found.asked
        print(f"{name:28} {len(vectors):4} vectors, {len(found.wrong)} wrong", flush=True)
    print(f"{len(names)} models, {total:,} vectors asked of their libraries, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
