"""Malformed GGUF files: what do the reference and llama.cpp make of them?

    python -m evaluation.comparisons.malformed_gguf [--count N] [--start N] [--every N] [FILE]…

Of each generated vocabulary, or of the keys of each given file, some 300 malformed files are made,
or every Nth of them. Where both load one, they must agree on texts and ids; where only one refuses
it, it is listed. Exit 1 where two that load it disagree, where the reference raises anything but
its own errors, or takes over a second or 200 MB.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from evaluation.arguments import parser_of
from evaluation.comparisons.gguf_vocabularies import SLOWEST, compare
from evaluation.comparisons.sentencepiece_broken_files import peak_megabytes
from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.generators.gguf_vocabularies.malformed import malformed
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import (
    GeneratedVocabulary,
    vocabulary,
)
from tokparity.corpora.generators.rng import Rng
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.formats.gguf.file import read_metadata

_SECONDS, _MEGABYTES = 1.0, 200


def wholes(files: list[Path], seed: int, start: int, count: int) -> Iterator[GeneratedVocabulary]:
    """What malformed files are made of; without given files vocabularies that are generated."""
    for number, path in enumerate(files):
        some = vocabulary(seed, number, 12)
        document = GgufDocument.of(read_metadata(path))
        yield GeneratedVocabulary(number, document, some.texts, some.ids)
    for number in range(start, start + count * (not files)):
        yield vocabulary(seed, number, 12)


def main(arguments: list[str]) -> int:
    """Print the counts."""
    parser = parser_of("evaluation.comparisons.malformed_gguf", __doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=16, help="vocabularies [16]")
    parser.add_argument("--start", type=int, default=0, help="number of the first [0]")
    parser.add_argument("--every", type=int, default=1, help="of the files of each only every Nth")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    counts = Counter({"diverged": 0})
    only: dict[str, list[str]] = {}
    before = peak_megabytes()
    with (
        tempfile.TemporaryDirectory() as folder,
        OracleWorker("ggml_llama_cpp", load_timeout=10.0) as worker,
    ):
        for whole in wholes(options.files, options.seed, options.start, options.count):
            rng = Rng("malformed", options.seed, whole.number)
            files = malformed(rng, whole.document)
            for what, data in islice(files, whole.number % options.every, None, options.every):
                counts["files"] += 1
                for line in list(compare(worker, whole, Path(folder), counts, data))[:1]:
                    if line.startswith("only "):
                        counts["diverged"] -= 1
                        only.setdefault(line.split(" refuses")[0], []).append(
                            f"{whole.number} {what}: {line}"
                        )
                    else:
                        print(f"{whole.number} {what}: {line}", flush=True)
        restarts = worker.restarts
    for side, lines in only.items():
        print(f"{len(lines):9,} {side} refuses")
        for line in lines[:20]:
            print(f"          {line[:200]}")
    slowest = counts.pop(SLOWEST) / 1e6
    del counts["CPU microseconds"]
    for name, count in sorted(counts.items()):
        print(f"{count:9,} {name}")
    grown = peak_megabytes() - before
    print(f"{slowest:9.2f} CPU-seconds at most to load one, {grown:.0f} MB more than before")
    print(f"{restarts:9,} times llama.cpp ended its process")
    bad = counts["diverged"] > 0 or slowest > _SECONDS or grown > _MEGABYTES
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
