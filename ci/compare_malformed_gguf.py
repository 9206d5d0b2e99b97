"""Malformed GGUF files: what do the reference and llama.cpp make of them?

    python -m ci.compare_malformed_gguf [--count N] [--start N] [--every N]

Of each generated vocabulary some 300 malformed files are made, or every Nth of them. Where both
load one, they must agree on texts and ids; where only one refuses it, it is listed. Exit 1 where
two that load it disagree, where the reference raises anything but its own errors, or takes over a
second or 200 MB.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from ci.compare_gguf_vocabularies import compare
from corpora.generators.gguf_vocabularies.malformed import malformed
from corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from corpora.generators.rng import Rng
from oracles.client import OracleWorker

_SECONDS, _MEGABYTES = 1.0, 200


def main(arguments: list[str]) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=16, help="vocabularies [16]")
    parser.add_argument("--start", type=int, default=0, help="number of the first [0]")
    parser.add_argument("--every", type=int, default=1, help="of the files of each only every Nth")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    counts = Counter({"diverged": 0})
    only: dict[str, list[str]] = {}
    slowest = 0.0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with (
        tempfile.TemporaryDirectory() as folder,
        OracleWorker("ggml_llama_cpp", load_timeout=10.0) as worker,
    ):
        for number in range(given.start, given.start + given.count):
            whole = vocabulary(given.seed, number, 12)
            rng = Rng("malformed", given.seed, number)
            files = list(malformed(rng, whole.document))
            for what, data in files[number % given.every :: given.every]:
                counts["files"] += 1
                started = time.process_time()
                lines = list(compare(worker, whole, Path(folder), counts, data))
                slowest = max(slowest, time.process_time() - started)
                for line in lines[:1]:
                    if line.startswith("only "):
                        counts["diverged"] -= 1
                        only.setdefault(line.split(" refuses")[0], []).append(
                            f"{number} {what}: {line}"
                        )
                    else:
                        print(f"{number} {what}: {line}", flush=True)
    for side, lines in only.items():
        print(f"{len(lines):9,} {side} refuses")
        for line in lines[:20]:
            print(f"          {line[:200]}")
    for name, count in sorted(counts.items()):
        print(f"{count:9,} {name}")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{slowest:9.2f} CPU-seconds at most, {grown:.0f} MB more than before")
    bad = counts["diverged"] > 0 or slowest > _SECONDS or grown > _MEGABYTES
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
