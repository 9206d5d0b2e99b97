"""Generated GGUF vocabularies: is the reference what llama.cpp is, on all of them?

    python -m evaluation.comparisons.gguf_vocabularies [--count N] [--start N] [--texts N] [--seed
        N]

Each text is encoded, and each sequence of ids decoded, under every combination of options; of the
texts that the reference refuses two a vocabulary are given to llama.cpp, which ends its process on
them. Prints what diverged and the counts; exit 1 where anything did.
"""

import argparse
import hashlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tokparity.corpora.generators.gguf_vocabularies.vocabulary import (
    GeneratedVocabulary,
    described,
    vocabulary,
)
from tokparity.oracles.protocol import ALL_OPTIONS
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    Encoding,
    Observation,
    Refusal,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ASKED_REFUSALS = 2
SLOWEST = "CPU microseconds of the slowest load"


def compare(
    worker: OracleWorker,
    one: GeneratedVocabulary,
    folder: Path,
    counts: Counter[str],
    data: bytes | None = None,
) -> Iterator[str]:
    """What diverges, a line each. `data`: another file than the vocabulary's own."""
    data = one.document.to_bytes() if data is None else data
    path = folder / f"{one.number}.gguf"
    path.write_bytes(data)
    artefact = Artefact(path.name, "gguf", path, hashlib.sha256(data).hexdigest())
    handle = worker.load(artefact)
    started = time.process_time()
    try:
        tokenizer = load(artefact)
    except TokparityError as error:
        _count_load(counts, started)
        counts["both refuse the file" if isinstance(handle, Refusal) else "diverged"] += 1
        if not isinstance(handle, Refusal):
            yield f"only the reference refuses the file: {error}"
        return
    _count_load(counts, started)
    if isinstance(handle, Refusal):
        counts["diverged"] += 1
        yield f"only llama.cpp refuses the file: {handle.detail}"
        return
    may_end = _ASKED_REFUSALS
    for options in ALL_OPTIONS:
        started = time.process_time()
        items: list[object] = []
        mine: list[Observation] = []
        if isinstance(options, DecodeOptions):
            mine += tokenizer.decode_batch(one.ids, options).observations()
            items += one.ids
        else:
            mine += tokenizer.encode_batch(one.texts, options).observations()
            items += one.texts
        counts["CPU microseconds"] += int((time.process_time() - started) * 1e6)
        refused = [at for at, got in enumerate(mine) if isinstance(got, Refusal)]
        left_out = set(refused[may_end:])
        may_end = max(0, may_end - len(refused))
        counts["refused, not asked"] += len(left_out)
        asked = [at for at in range(len(items)) if at not in left_out]
        if isinstance(options, DecodeOptions):
            ids = [one.ids[at] for at in asked]
            theirs: list[Observation] = [*worker.decode(handle, ids, options).observations()]
        else:
            texts = [one.texts[at] for at in asked]
            theirs = [*worker.encode(handle, texts, options).observations()]
        for at, their in zip(asked, theirs, strict=True):
            counts["decoded" if isinstance(options, DecodeOptions) else "encoded"] += 1
            if _said(mine[at]) == _said(their):
                counts["both refuse a case"] += isinstance(their, Refusal)
                continue
            counts["diverged"] += 1
            yield f"{options} {items[at]!a}: {_told(tokenizer, their)} by llama.cpp, {mine[at]}"
    worker.drop(handle)


def _count_load(counts: Counter[str], started: float) -> None:
    took = int((time.process_time() - started) * 1e6)
    counts[SLOWEST] = max(counts[SLOWEST], took)


def _said(one: Observation) -> object:
    match one:
        case Encoding(ids):
            return ids
        case Refusal():
            return "refused"
        case _:
            return one


def _told(tokenizer: Tokenizer, one: Observation) -> str:
    if isinstance(one, Encoding):
        return str([(token_id, tokenizer.pieces().get(token_id)) for token_id in one.ids])
    return str(one)


def main(arguments: list[str]) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=300, help="vocabularies [300]")
    parser.add_argument("--start", type=int, default=0, help="number of the first [0]")
    parser.add_argument("--texts", type=int, default=200, help="of each [200]")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    counts = Counter({"diverged": 0})
    with tempfile.TemporaryDirectory() as folder, OracleWorker("ggml_llama_cpp") as worker:
        for number in range(given.start, given.start + given.count):
            one = vocabulary(given.seed, number, given.texts)
            counts["vocabularies"] += 1
            for at, line in enumerate(compare(worker, one, Path(folder), counts)):
                if at < 3:
                    print(f"{number} {described(one)}: {line}")
    seconds = counts.pop("CPU microseconds") / 1e6
    for name, count in sorted(counts.items()):
        print(f"{count:9,} {name}")
    cases = counts["encoded"] + counts["decoded"] + counts["refused, not asked"]
    print(f"{cases / max(seconds, 1e-6):9,.0f} cases per CPU-second of the reference")
    return min(counts["diverged"], 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
