"""What implementations get wrong first: a short list for each vocabulary, the same for every seed.

Random cases meet most bugs and miss a few that everybody knows of: a text that begins with a BOM,
that ends at its first NUL, a thousand spaces, a special token in plain text, a piece from the
middle of a word decoded alone, an id that no token has. Whoever is under test is asked these first.

Not here: who is asked (`harness.shards.case_source`).
"""

from collections.abc import Iterable, Iterator

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import HIGHEST

RUN = 1000
"""Characters of a long run: more than what any pattern may cut at, and quick to ask."""
LONG = 20_000
"""Of a word by which time that grows with its square is over what a batch may take: js-tiktoken
takes half as long again."""
SPECIALS = 3
"""So many added tokens, spread over all, are put in texts: there may be a thousand."""
CONTROLS = (
    "\0",
    "a\0b",
    "\ufeff",
    "\ufeffa",
    "a\ufeff",
    "\x85",
    "a\x85b",
    "\x7f",
    "\u200b",
    "\xad",
)
SPACES = (" ", "  a", "a  ", "\n", "a\nb", "\r\n", "\t", "a \n b", "\xa0", "\u3000", "\u2028")
MARKS = ("\xe9", "e\u0301", "a\u0323\u0301", "a\u0301\u0323", "\uac00", "\u1100\u1161", "\u212b")
LETTERS = ("\ufb01", "\u0130", "\u03a3\u03a3", "\xdf", "\u017f", "Stra\xdfe", "\u01c5", "\u0e33")
PLANES = ("\u4e2d\u6587", "\U0001f600", "\U0001f468\u200d\U0001f469", "\U0001f1e9\U0001f1ea",
          "\U0010ffff", "\u0378")  # fmt: skip
MARKUP = ("<0x0A>", "<0x41>", "<p>Hello", "<a>a", "<unk>", "[UNK]", "\u2581", "\u2581a", "\u0120")
WORDS = (
    "Hello, world!",
    "tokenization",
    "untokenizable",
    "don't 'S",
    "12345",
    "3.14",
    "snake_case",
)
RUNS = (" " * RUN, "a" * RUN, "=" * RUN, "\n" * RUN, "ab" * (RUN // 2), "\u4e2d" * 200, "a" * LONG)


def checklist_texts(material: Material) -> list[str]:
    """The texts for a vocabulary, its own added tokens among them; none twice."""
    added = material.added
    some = [added[at * len(added) // SPECIALS] for at in range(SPECIALS)] if added else []
    around = [text for it in some for text in (it, f"a{it}", f"{it}b", f"{it}{it}", f"a {it} b")]
    fixed = (*CONTROLS, *SPACES, *MARKS, *LETTERS, *PLANES, *MARKUP, *WORDS, *RUNS)
    return list(dict.fromkeys(("", *fixed, *around)))


def checklist_ids(material: Material, encoded: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Ids to decode: those of encoded texts, whole and from the second on, and some of no token."""
    return list(dict.fromkeys((*_rows(material, encoded),)))


def _rows(material: Material, encoded: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    yield ()
    for ids in encoded:
        if len(ids) <= RUN // 4:
            yield ids
            yield ids[-1:]
            yield ids[1:]
    if material.broken:
        yield material.broken[:1]
        yield (material.ids[0], material.broken[0])
    if material.gaps:
        yield (material.gaps[0][0],)
    for outside in (material.size, 10_000_000, HIGHEST):
        if material.size <= outside <= HIGHEST:
            yield (outside,)
            yield (material.ids[0], outside)
