"""Compare every normalizer and pre-tokenizer with the library on every scalar value.

    python -m evaluation.sweeps.unicode [NAME ...] [--every N] [--jobs N]

All 1,112,064, assigned or not, in the contexts of `shapes`: text and ranges must be the same. NAME
is a part of a component's name; `--every` asks about one code point in N. Prints a row a
component; exit code 1: something differs.
"""

import gc
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

from evaluation.arguments import parser_of
from evaluation.sweeps.unicode_components import NORMALIZERS, PRE_TOKENIZERS
from evaluation.sweeps.unicode_pair import ComponentSides, pair
from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES

NAMES = [f"normalizer {name}" for name in NORMALIZERS]
NAMES += [f"pre_tokenizer {name}" for name in PRE_TOKENIZERS]
ENDS = {"alone": "{0}", "at both ends": "{0}{0}a{0}"}
"""Each is a text of its own."""
CONTEXTS = {
    "doubled between letters": "a{0}{0}",
    "between a letter and a mark": "e{0}\u0301",
    "between jamo": "\u1100{0}\u11a8",
    "between sigmas": "Σ{0}",
    "in an emoji sequence": "👩\u200d{0}",
}
"""Many stand one behind the other in one text, which is compared as a whole."""
_AT_ONCE = 1024
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class SweepRow:
    """What came of one component: differing (context, code point) pairs, in order."""

    name: str
    contexts: int
    code_points: int
    differing: tuple[tuple[str, str], ...]
    seconds: float

    def __str__(self) -> str:
        examples = [f"U+{ord(char):04X} {context}" for context, char in self.differing[:_EXAMPLES]]
        counts = f"{self.contexts:>9}{self.code_points:>13,}{len(self.differing):>13,}"
        return f"{self.name:<40}{counts}{self.seconds:>9.1f}  {'; '.join(examples)}"


HEADER = f"{'component':<40}{'contexts':>9}{'code points':>13}{'differences':>13}{'seconds':>9}"


def scalar_values(points: range) -> list[str]:
    """The characters of code points that are no surrogates."""
    return [chr(point) for point in points if point not in SURROGATES]


def shapes(name: str) -> dict[str, str]:
    """The contexts that a component is asked about: of Strip, only the ends count."""
    if " Strip" in name and "Accents" not in name:
        return ENDS
    return {"alone": ENDS["alone"]} | CONTEXTS


def differing(both: ComponentSides, shape: str, chars: list[str]) -> Iterator[str]:
    """The characters on which the two differ, in a context."""
    if shape in ENDS.values():
        yield from (char for char in chars if not both.agree(shape.format(char)))
        return
    for at in range(0, len(chars), _AT_ONCE):
        part = chars[at : at + _AT_ONCE]
        if both.agree("".join(map(shape.format, part))):
            continue
        single = [char for char in part if not both.agree(2 * shape.format(char))]
        yield from single or part[:1]  # differ in company only: named by the first of them


def row(name: str, points: range) -> SweepRow:
    """Sweep one component over some code points."""
    gc.disable()  # millions of small tuples, no cycles
    started = time.process_time()
    both, chars = pair(name), scalar_values(points)
    contexts = shapes(name)
    pairs = [
        (context, char)
        for context in contexts
        for char in differing(both, contexts[context], chars)
    ]
    seconds = time.process_time() - started
    return SweepRow(name, len(contexts), len(chars), tuple(pairs), seconds)


def main() -> int:
    """Print the table; 1 if anything differs."""
    parser = parser_of("evaluation.sweeps.unicode", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args()
    names = [name for name in NAMES if any(part in name for part in options.names or [""])]
    if not names:
        parser.error(f"no component is called {options.names}")
    ranges = repeat(range(0, LAST + 1, options.every), len(names))
    print(HEADER, flush=True)
    rows = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in pool.map(row, names, ranges) if options.jobs > 1 else map(row, names, ranges):
            print(done, flush=True)
            rows.append(done)
    count = sum(len(done.differing) for done in rows)
    comparisons = sum(done.code_points * done.contexts for done in rows)
    print(f"{len(rows)} components, {comparisons:,} comparisons, {count:,} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
