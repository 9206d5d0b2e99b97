"""One table: are the vectors of a model right, and what do they catch?

    python -m evaluation.tables.vectors [--cases 500] [--models NAME…] [--faults]

Each model's vectors are exported and asked of its native library: exit code 1 where one is wrong.
With `--faults` every fault model is planted in the models that it changes, and held to the vectors
of each; beside them as many cases that were chosen uniformly. Shown is the model whose vectors, or
whose cases, show it most. Answers that a note excuses show nothing. Exit code 2 where nothing was
asked, 1 where fewer than 80 of 100 faults are caught.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.shards.runner import case_runner, generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import Vector
from tokparity.harness.vectors.verify import is_excused, verified
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


CAUGHT = 0.8
"""Of the fault models, so many are to be caught."""


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


@dataclass(slots=True)
class Row:
    """A fault model, how many vectors and uniform cases show it at most, and in which models; None
    where no model is changed by it."""

    fault: str
    vectors: int | None = None
    uniform: int | None = None
    in_vectors: str = ""
    in_uniform: str = ""


def caught(models: Sequence[Held]) -> list[Row]:
    """A row a fault model; none is planted in another once both ways have shown it."""
    rows = []
    for name, fault in FAULT_MODELS.items():
        row = Row(name)
        for model in models:
            faulty = fault.apply(model.tokenizer)
            if faulty is model.tokenizer:
                continue
            shown, uniform = in_vectors(faulty, model), in_cases(faulty, model)
            if row.vectors is None or shown > row.vectors:
                row.vectors, row.in_vectors = shown, model.artefact.name
            if row.uniform is None or uniform > row.uniform:
                row.uniform, row.in_uniform = uniform, model.artefact.name
            if row.vectors and row.uniform:
                break
        rows.append(row)
    return rows


def in_vectors(faulty: Tokenizer, model: Held) -> int:
    """How many vectors a fault answers otherwise, without those that a note excuses."""
    ties = Ties.of(model.tokenizer)
    answers = ((one, answer(faulty, one.case)) for one in model.vectors)
    return sum(
        _is_another(one.answer, given) and not is_excused(one, given, ties)
        for one, given in answers
    )


def in_cases(faulty: Tokenizer, model: Held) -> int:
    """The same of the uniform cases."""
    return sum(
        _is_another(answer(model.tokenizer, case), answer(faulty, case)) for case in model.uniform
    )


def _is_another(right: Observation, given: Observation) -> bool:
    return isinstance(compare(right, given, strict=True), Divergence)


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


def _print_faults(rows: Sequence[Row]) -> int:
    for row in rows:
        print(f"{row.fault:44} {row.in_vectors:20} {row.vectors!s:>5} {row.uniform!s:>5}")
    planted = [row for row in rows if row.vectors is not None]
    by_vectors = sum(bool(row.vectors) for row in planted)
    by_chance = sum(bool(row.uniform) for row in planted)
    print(f"{len(planted)} fault models planted: {by_vectors} caught, uniform choice {by_chance}")
    if not planted:
        return 2
    return int(by_vectors < CAUGHT * len(planted))


def _print_verified(slot: Slot, names: Sequence[str], count: int, seed: int) -> int:
    wrong = total = 0
    for name in names:
        slot.begin(name)
        artefact = resolve(name)
        about, vectors = exported(slot, artefact, count, seed)
        cell = plain_cell(artefact)
        ties = Ties.of(slot.tokenizer(cell.left.artefact))
        found = verified(case_runner(slot, cell), vectors, ties)
        again, same = exported(slot, artefact, count, seed) if total == 0 else (about, vectors)
        wrong += len(found.wrong) + (again != about or same != vectors)
        total += found.asked
        print(f"{name:28} {len(vectors):4} vectors, {len(found.wrong)} wrong", flush=True)
    print(f"{len(names)} models, {total:,} vectors asked of their libraries, {wrong} wrong")
    return int(wrong > 0) if total else 2


if __name__ == "__main__":
    sys.exit(main())
