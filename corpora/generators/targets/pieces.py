"""Every piece of the vocabulary: the text it stands for, how the file writes it, the odd ones."""

from collections.abc import Iterator
from functools import cache

from tokparity.corpora.generators.material import MARK, Material
from tokparity.corpora.generators.targets.kind import Kind, evenly, row, sound, texts
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_SHORT = 24
_MOST_ODD = 4000
_STEMS = ("7", "q", "a")
_WORDS = ("\n", " ", ".")
_APART = ("\n", "\n", " ", " ", "", ".", "\t", "a", "1", "'", "\n\n")


def surfaces(material: Material, tokenizer: Tokenizer) -> Kind[str]:
    """The text of every piece, many in a row. Behind a newline most pre-tokenizers begin a word, so
    that the piece is a word of its own; with nothing between, neighbours compete, but where one
    unknown part makes a whole word unknown."""
    all_surfaces = material.surfaces
    between = _WORDS if isinstance(tokenizer.model, WordPiece) else _APART
    return Kind(
        "pieces",
        len(all_surfaces),
        all_surfaces.__getitem__,
        row(len(all_surfaces)),
        between,
        share=2.0,
    )


def bare(material: Material) -> Kind[str]:
    """The words of the pieces that begin with a space, without it: at the start of a line, where
    they are seldom pieces, and are put together in another way."""
    known = frozenset(material.surfaces)
    words = dict.fromkeys(word[1:] for word in material.surfaces if word[:1] == " " and word[1:])
    bare_words = [word for word in words if word not in known and sound(word)]
    return Kind(
        "bare words", len(bare_words), bare_words.__getitem__, row(len(bare_words)), ("\n",)
    )


def inner(material: Material, tokenizer: Tokenizer) -> Kind[str]:
    """Every piece that only goes on with a word, or only ends one, in such a word: "##ing" as
    "7ing", "ing</w>" as "7ing"; and at the start of a word, where it is none."""
    model = tokenizer.model
    if not isinstance(model, WordPiece | BPE):
        return texts("inner pieces", ())
    prefix = model.continuing_subword_prefix or ""
    suffix = (model.end_of_word_suffix if isinstance(model, BPE) else None) or ""
    inner_pieces = [piece for piece in material.pieces if _is_inner(piece, prefix, suffix)]

    def target(number: int) -> str:
        piece = inner_pieces[number].removeprefix(prefix).removesuffix(suffix)
        return f"{_STEMS[number % len(_STEMS)]}{piece} {piece}"

    return Kind("inner pieces", len(inner_pieces), target, 20, _WORDS)


def _is_inner(piece: str, prefix: str, suffix: str) -> bool:
    marked = (prefix and piece.startswith(prefix)) or (suffix and piece.endswith(suffix))
    return bool(marked) and sound(piece)


def odd(material: Material) -> Kind[str]:
    """Pieces with white space inside or behind, that hold or are part of an added token, that look
    like byte pieces, and the longest ones: alone and behind a letter."""

    def forms() -> Iterator[str]:
        longest = sorted(material.surfaces, key=len)[-64:]
        for piece in (*_odd(material), *longest):
            yield piece
            yield f"a{piece}b"
            yield f" {piece}"

    return texts("odd pieces", forms(), pack=12, between=("\n", " ", ""), share=0.6)


def _odd(material: Material) -> Iterator[str]:
    added = frozenset(material.added)
    parts = {part for content in added if len(content) <= _SHORT for part in _parts(content)}
    count = 0
    for piece in material.surfaces:
        is_odd = (
            piece[-1] in " \n\t"
            or " " in piece[1:]
            or "\n" in piece[1:]
            or MARK in piece[1:]
            or piece in added
            or (len(piece) > 2 and piece in parts)
            or piece.startswith("<0x")
        )
        if is_odd:
            count += 1
            yield piece
            if count == _MOST_ODD:
                return


def _parts(content: str) -> Iterator[str]:
    for length in range(3, len(content)):
        yield content[:length]
        yield content[-length:]


def as_written(material: Material) -> Kind[str]:
    """Some pieces as the file writes them: "Ġ", "##" and "</w>" are text like any other."""
    surfaces_ = frozenset(material.surfaces)
    written = [piece for piece in material.pieces if piece not in surfaces_]
    some = (written[at] for at in evenly(len(written), 1000))
    return texts("pieces as written", some, pack=24, between=("\n", " ", ""))


@cache
def look_alikes() -> Kind[str]:
    """What a text can say that means a byte, a mark or a special token somewhere else."""
    spelled = [f"<0x{byte:02X}>" for byte in range(256)]
    near = ("<0x0a>", "<0xG0>", "<0x0A", "0x0A>", "<0X0A>", "<0x0A0>", "< 0x0A>", "<0x >")
    marks = (MARK, MARK * 2, f"a{MARK}b", f" {MARK}", f"{MARK} ", "Ġ", "Ġa", "Ċ", "##a", "a##b")
    return texts("look-alikes", (*spelled, *near, *marks, "a</w>", "<unk>", "[UNK]"), pack=8)
