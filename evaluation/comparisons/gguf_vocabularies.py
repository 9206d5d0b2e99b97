"""Generated GGUF vocabularies: is the reference what llama.cpp is, on all of them?

    python -m evaluation.comparisons.gguf_vocabularies [--count N] [--start N] [--texts N] [--seed
        N]

Each text is encoded, and each sequence of ids decoded, under every combination of options; of the
texts that the reference refuses two a vocabulary are given to llama.cpp, which ends its process on
them. Prints what diverged and the counts; exit 1 where anything did.
"""

import hashlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from evaluation.arguments import parser_of
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

_REFUSALS_SENT = 2
SLOWEST = "CPU microseconds of the slowest load"


def compare(
    worker: OracleWorker,
    source: GeneratedVocabulary,
    folder: Path,
    counts: Counter[str],
    data: bytes | None = None,
) -> Iterator[str]:
    """What diverges, a line each. `data`: another file than the vocabulary's own."""
    data = source.document.to_bytes() if data is None else data
    path = folder / f"{source.number}.gguf"
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
    may_end = _REFUSALS_SENT
    for options in ALL_OPTIONS:
        started = time.process_time()
        items: list[object] = []
        mine: list[Observation] = []
        if isinstance(options, DecodeOptions):
            mine += tokenizer.decode_batch(source.ids, options).observations()
            items += source.ids
        else:
            mine += tokenizer.encode_batch(source.texts, options).observations()
            items += source.texts
        counts["CPU microseconds"] += int((time.process_time() - started) * 1e6)
        refused = [at for at, got in enumerate(mine) if isinstance(got, Refusal)]
        omitted = set(refused[may_end:])
        may_end = max(0, may_end - len(refused))
        counts["refused, not asked"] += len(omitted)
        sent = [at for at in range(len(items)) if at not in omitted]
        if isinstance(options, DecodeOptions):
            ids = [source.ids[at] for at in sent]
            theirs: list[Observation] = [*worker.decode(handle, ids, options).observations()]
        else:
            texts = [source.texts[at] for at in sent]
            theirs = [*worker.encode(handle, texts, options).observations()]
        for at, their in zip(sent, theirs, strict=True):
            counts["decoded" if isinstance(options, DecodeOptions) else "encoded"] += 1
            if _comparable(mine[at]) == _comparable(their):
                counts["both refuse a case"] += isinstance(their, Refusal)
                continue
            counts["diverged"] += 1
            yield f"{options} {items[at]!a}: {_readable(tokenizer, their)} by llama.cpp, {mine[at]}"
    worker.drop(handle)


def _count_load(counts: Counter[str], started: float) -> None:
    took = int((time.process_time() - started) * 1e6)
    counts[SLOWEST] = max(counts[SLOWEST], took)


def _comparable(answer: Observation) -> object:
    match answer:
        case Encoding(ids):
            return ids
        case Refusal():
            return "refused"
        case _:
            return answer


def _readable(tokenizer: Tokenizer, answer: Observation) -> str:
    if isinstance(answer, Encoding):
        return str([(token_id, tokenizer.pieces().get(token_id)) for token_id in answer.ids])
    return str(answer)


def main(arguments: list[str]) -> int:
    """Print the counts."""
    parser = parser_of("evaluation.comparisons.gguf_vocabularies", __doc__)
    parser.add_argument("--count", type=int, default=300, help="vocabularies [300]")
    parser.add_argument("--start", type=int, default=0, help="number of the first [0]")
    parser.add_argument("--texts", type=int, default=200, help="of each [200]")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    counts = Counter({"diverged": 0})
    with tempfile.TemporaryDirectory() as folder, OracleWorker("ggml_llama_cpp") as worker:
        for number in range(options.start, options.start + options.count):
            source = vocabulary(options.seed, number, options.texts)
            counts["vocabularies"] += 1
            for at, line in enumerate(compare(worker, source, Path(folder), counts)):
                if at < 3:
                    print(f"{number} {described(source)}: {line}")
    seconds = counts.pop("CPU microseconds") / 1e6
    for name, count in sorted(counts.items()):
        print(f"{count:9,} {name}")
    cases = counts["encoded"] + counts["decoded"] + counts["refused, not asked"]
    print(f"{cases / max(seconds, 1e-6):9,.0f} cases per CPU-second of the reference")
    return min(counts["diverged"], 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
