"""What batches cost beside the library, one text after the other: the table of `bench --batches`.

Both sides in this process's forks, in turn, so that no cache outlives a round and the machine is as
busy for one as for the other. What is compared is CPU time, by the median of the rounds.
"""

import gc
import os
import random
import re
import statistics
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pydoc_data import topics

from tokparity.corpora.generators.categories import CATEGORIES
from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.shards import Mix, encode_texts
from tokparity.corpora.texts.corpus import texts as corpus_texts
from tokparity.harness.commands.bench_libraries import PLAIN, Ids, Library
from tokparity.reference_impl.contract import Artefact, DecodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

TEXTS = 4096
SHORTEST, LONGEST = 60, 400
"""Characters of a natural text."""
DECODE = DecodeOptions(skip_special=True)
SIZES = (1024, 256)

Work = Callable[[], object]


def natural_texts(seed: int, count: int = TEXTS) -> list[str]:
    """Paragraphs of Python's own manual and of the corpora, cut to natural lengths; all distinct.

    >>> some = natural_texts(0)
    >>> len(some) > 2000, len(set(some)) == len(some), max(map(len, some)) <= LONGEST
    (True, True, True)
    """
    rng = random.Random(seed)
    given = [*topics.topics.values(), *(text.text for text in corpus_texts())]
    parts = (" ".join(part.split()) for text in given for part in re.split(r"\n\s*\n", text))
    found = []
    for part in dict.fromkeys(parts):
        at = 0
        while len(part) - at >= SHORTEST:
            size = rng.randint(SHORTEST, LONGEST)
            found.append(part[at : at + size].strip())
            at += size
    rng.shuffle(found)
    return list(dict.fromkeys(found))[:count]


KINDS: tuple[tuple[str, Mix], ...] = (
    ("random characters", ((CATEGORIES, 1),)),
    ("fragments", ((FRAGMENTS, 1),)),
)


def generated(artefact: Artefact, material: Material, mix: Mix, seed: int) -> list[str]:
    """As many distinct texts of one kind, as a run makes them."""
    made: dict[str, None] = {}
    for shard in range(64):
        for _, text in encode_texts(seed, artefact.sha256, "bench", shard, TEXTS, material, mix):
            made[text] = None
        if len(made) >= TEXTS:
            break
    return list(made)[:TEXTS]


@dataclass(frozen=True, slots=True)
class Ratio:
    """CPU-seconds of both for the same work; `times`: how many times as fast ours is."""

    what: str
    size: int
    theirs: float
    ours: float
    times: float


def ratios(
    artefact: Artefact, tokenizer: Tokenizer, library: Library, seed: int, rounds: int
) -> Iterator[Ratio]:
    """Encoding and decoding, of several kinds of texts, in batches of each size."""
    material = Material.of(tokenizer)
    kinds = [("natural", natural_texts(seed, TEXTS))]
    kinds += [(name, generated(artefact, material, mix, seed)) for name, mix in KINDS]
    other = generated(artefact, material, KINDS[0][1], seed + 1)
    for ranges in (True, False):  # its tables are made: what a long run has once
        tokenizer.encode_batch(other, PLAIN, ranges=ranges)
    rng = random.Random(seed)
    ids = list(tokenizer.pieces())
    drawn = [rng.choices(ids, k=rng.randint(0, 200)) for _ in range(TEXTS)]
    tokenizer.decode_batch(drawn, DECODE)
    gc.collect()
    gc.freeze()
    for name, texts in kinds:
        for size in SIZES:

            def theirs(texts: Sequence[str] = texts) -> None:
                for text in texts:
                    library.encode(text)

            def ours(texts: Sequence[str] = texts, size: int = size, ranges: bool = False) -> None:
                for at in range(0, len(texts), size):
                    tokenizer.encode_batch(texts[at : at + size], PLAIN, ranges=ranges)

            yield _ratio(f"{name}, cold", size, theirs, ours, rounds)
            if size == SIZES[0]:
                yield _ratio(f"{name}, again", size, theirs, ours, rounds, before=ours)
            with_ranges = partial(ours, ranges=True)
            yield _ratio(f"{name}, cold, with ranges", size, theirs, with_ranges, rounds)
    encoded = [list(library.encode(text)) for text in kinds[0][1]]
    for name, rows in (("decode natural", encoded), ("decode random ids", drawn)):
        for size in SIZES:

            def theirs_decode(rows: Sequence[Ids] = rows) -> None:
                for row in rows:
                    library.decode(row)

            def ours_decode(rows: Sequence[Ids] = rows, size: int = size) -> None:
                for at in range(0, len(rows), size):
                    tokenizer.decode_batch(rows[at : at + size], DECODE)

            yield _ratio(name, size, theirs_decode, ours_decode, rounds)


def _ratio(
    what: str, size: int, theirs: Work, ours: Work, rounds: int, before: Work | None = None
) -> Ratio:
    pairs = []
    for number in range(rounds):
        turns = [(0, theirs, None), (1, ours, before)]
        spent = [0.0, 0.0]
        for side, work, first in turns if number % 2 else turns[::-1]:
            spent[side] = forked(work, first)
        pairs.append(spent)
    lib, here = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    return Ratio(what, size, lib, here, statistics.median(a / b for a, b in pairs))


class EndedEarly(TokparityError):
    """A side that was to be measured failed, or ended its process, as llama.cpp does on some texts.

    >>> str(EndedEarly())
    'a side of the measurement failed: see what it prints, and `check`'
    """

    def __init__(self) -> None:
        super().__init__("a side of the measurement failed: see what it prints, and `check`")


def forked(work: Work, first: Work | None) -> float:
    """CPU-seconds of `work` in a fork, behind `first`. Errors: EndedEarly."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        said = b"failed"
        try:
            if first is not None:
                first()
            begun = time.process_time()
            work()
            said = repr(time.process_time() - begun).encode()
        except Exception:  # whatever a library raises: the parent says that it ended early
            traceback.print_exc()
        finally:
            os.write(write, said)
            os._exit(0)
    os.close(write)
    said = os.read(read, 64)
    os.close(read)
    os.waitpid(child, 0)
    if said in (b"", b"failed"):
        raise EndedEarly
    return float(said)
