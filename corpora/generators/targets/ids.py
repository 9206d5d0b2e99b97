"""Ids to decode: every one in company, telling ones first and alone, special ones, and gaps."""

from collections.abc import Iterator, Sequence

from tokparity.corpora.generators.material import MARK, Material
from tokparity.corpora.generators.targets.kind import Ids, Kind, evenly, ids, row
from tokparity.corpora.texts.corpus import texts
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_MOST_ADDED = 400
_MOST_FIRST = 2500
_GAPS = 60
_ALONE = 24
"""Texts of the corpus that are encoded by themselves before it is worth to encode all."""
_LENGTHS = (64, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 10_000, 16_384)
_MARKS = frozenset((MARK, "Ġ", "Ċ", " ", "\n", "\t", "#"))
_CLEANED = (
    *("a .", "a ?", "a !", "a ,", "a ' b", "do n't", "I 'm", "it 's", "we 've", "we 're", "do not"),
    *(
        "a . b",
        " .",
        "a  .",
        "a .\n",
        "n't",
        " n't",
        "a ' ",
        "( a )",
        "a :",
        "it 'll",
        "a -b",
        "a##b",
    ),
    *("  a", "a  ", "\na", " ", "  ", "a\tb", "<s> a", "a </s>", "1 . 5", "ab c", "##", "a ' s"),
)


def letter_of(tokenizer: Tokenizer) -> Ids:
    """The ids of "a"; none where it has none."""
    return _encoded(tokenizer, "a")


def every(material: Material, letter: Ids) -> Kind[Ids]:
    """Every id, many in a row, some rows with a letter between each two."""
    ids_of_all = material.ids
    return Kind(
        "ids",
        len(ids_of_all),
        lambda at: (ids_of_all[at],),
        row(len(ids_of_all)),
        ((), (), letter),
        share=1.5,
    )


def first(material: Material, letter: Ids) -> Kind[Ids]:
    """Ids at the start and the end of a text, where decoders take prefixes and spaces off: of
    pieces with a mark or white space at an end, and evenly of all others."""

    def forms() -> Iterator[Ids]:
        listed = list(zip(material.ids, material.pieces, strict=False))
        marked = [token_id for token_id, piece in listed if _is_marked(piece)]
        telling = [marked[at] for at in evenly(len(marked), _MOST_FIRST // 2)]
        plain = [listed[at][0] for at in evenly(len(listed), _MOST_FIRST // 2)]
        for token_id in (*telling, *plain):
            yield from ((token_id,), (token_id, *letter), (*letter, token_id))

    return ids("ids first", forms(), share=0.5)


def _is_marked(piece: str) -> bool:
    return bool(piece) and (piece[0] in _MARKS or piece[-1] in _MARKS or piece.endswith("</w>"))


def special(material: Material, letter: Ids) -> Kind[Ids]:
    """Every added token alone, first, last, between, doubled, and beside the next one."""

    def forms() -> Iterator[Ids]:
        token_ids = [material.added_ids[at] for at in evenly(len(material.added_ids), _MOST_ADDED)]
        for at, token_id in enumerate(token_ids):
            other = token_ids[at - 1]
            yield from (
                (token_id,),
                (token_id, *letter),
                (*letter, token_id),
                (*letter, token_id, *letter),
            )
            yield from (
                (token_id, token_id),
                (token_id, other),
                (token_id, *letter, other, *letter, token_id),
            )

    return ids("special ids", forms(), share=0.7)


def cleaned(tokenizer: Tokenizer) -> Kind[Ids]:
    """What a decoder may clean up: spaces before punctuation, cut contractions, marks of words."""

    def forms() -> Iterator[Ids]:
        for text in _CLEANED:
            whole = _encoded(tokenizer, text)
            yield from (whole, whole * 2)
            yield tuple(
                token_id for part in text.split(" ") for token_id in _encoded(tokenizer, part)
            )
            yield tuple(token_id for char in text for token_id in _encoded(tokenizer, char))

    return ids("ids cleaned up", forms())


def of_texts(tokenizer: Tokenizer) -> Kind[Ids]:
    """What the texts of the corpus are encoded to: a decoder mostly sees what people write. Each is
    encoded once: the first few by themselves, then all together."""
    corpus = [text.text for text in texts()]
    known: dict[int, Ids] = {}

    def target(number: int) -> Ids:
        if number not in known:
            if len(known) < _ALONE:
                known[number] = _encoded(tokenizer, corpus[number])
            else:
                known.update(enumerate(_encoded_together(tokenizer, corpus)))
        return known[number]

    return Kind("ids of texts", len(corpus), target, 2, ((),))


def gaps(material: Material, letter: Ids) -> Kind[Ids]:
    """Ids below the highest that no token has, at the edges of each gap, alone and in company."""

    def forms() -> Iterator[Ids]:
        for low, high in material.gaps[:_GAPS]:
            for token_id in dict.fromkeys((low, high - 1)):
                yield from (
                    (token_id,),
                    (*letter, token_id),
                    (token_id, *letter),
                    (*letter, token_id, token_id, *letter),
                )

    return ids("gaps", forms(), share=0.5)


def lengths(material: Material) -> Kind[Ids]:
    """As many as, one fewer and one more than what buffers commonly hold: one id, and many."""
    known = material.ids

    def target(number: int) -> Ids:
        which, alone = divmod(number, 2)
        limit, size = divmod(which, 3)
        count = _LENGTHS[limit] - 1 + size
        if alone:
            return (known[(limit * 7 + len(known) // 3) % len(known)],) * count
        rows = -(-count // len(known))
        return (known * rows)[-count:] if rows > 1 else known[:count]

    return Kind("many ids", 6 * len(_LENGTHS), target, 1, ((),), share=0.5)


def _encoded(tokenizer: Tokenizer, text: str) -> Ids:
    try:
        return tokenizer.encode(text, EncodeOptions(add_special=False)).ids
    except TokparityError:
        return ()


def _encoded_together(tokenizer: Tokenizer, texts: Sequence[str]) -> Iterator[Ids]:
    batch = tokenizer.encode_batch(texts, EncodeOptions(add_special=False), ranges=False)
    at = 0
    for count in batch.counts:
        yield tuple(batch.ids[at : at + count])
        at += count


def joined(targets: Sequence[Ids], between: Ids) -> Ids:
    """All in one row.

    >>> joined([(1,), (2, 3)], (0,))
    (1, 0, 2, 3)
    """
    row: list[int] = []
    for at, target in enumerate(targets):
        row += (*between, *target) if at else target
    return tuple(row)
