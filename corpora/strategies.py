"""Hypothesis strategies: texts, ids, options and cases for the properties that tests state.

Texts that matter to any pipeline (`texts`), that matter to one (`material_texts`), bytes that are
no text (`broken_texts`), and whatever the seeded generators make (`generated`), here from choices
that Hypothesis shrinks and remembers. Whole tokenizers: `tokenizers`; what is said in chats:
`conversations`; what comes back id by id: `replies`.

`hypothesis` is a dependency of the tests only, so nothing else in this package imports this
module. For volume use the seeded generators, which are a hundred times faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from tokparity.corpora.generators import conversations as conversation_generator
from tokparity.corpora.generators import stream_ids
from tokparity.corpora.generators.added import BESIDE
from tokparity.corpora.generators.case import APOSTROPHES, ENDINGS, TRICKY
from tokparity.corpora.generators.code_points import CodePoints, code_points, combining_classes
from tokparity.corpora.generators.digits import BETWEEN
from tokparity.corpora.generators.edges import BORDERS
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.invalid_utf8 import BROKEN, without_too_high
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.pipelines.pipeline import Pipeline
from tokparity.corpora.generators.pipelines.strategy import DrawnRng, pipelines
from tokparity.corpora.generators.random_ids import HIGHEST
from tokparity.corpora.generators.runs import RUNS
from tokparity.corpora.generators.shards import MIX
from tokparity.corpora.generators.stream_ids import Streams
from tokparity.corpora.generators.whitespace import KINDS
from tokparity.corpora.texts.corpus import texts as corpus_texts
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    StreamCase,
)
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONG_RUN = 64
"""Times a unit is repeated at most: longer inputs are for `harness.growth.encoding` and sweeps."""


def characters_of(found: CodePoints) -> st.SearchStrategy[str]:
    """A character of a set of code points, every range alike; shrinks to the lowest."""
    return st.sampled_from(found.ranges).flatmap(
        lambda span: st.integers(span[0], span[1]).map(chr)
    )


def characters() -> st.SearchStrategy[str]:
    """One character that matters to some stage; shrinks to "a"."""
    classes = ("Lu", "Ll", "Lo", "Lm", "Mn", "Nd", "No", "Po", "Sm", "So", "Cf", "Co", "Cn")
    borders = [chr(point) for point in BORDERS if not 0xD800 <= point <= 0xDFFF]
    return st.one_of(
        st.sampled_from("abAB019 .,'\"-_<|>\n\t"),
        st.sampled_from(KINDS),
        st.sampled_from(TRICKY + APOSTROPHES),
        st.sampled_from(borders),
        st.sampled_from(classes).flatmap(lambda name: characters_of(code_points(name))),
        st.sampled_from(combining_classes()).flatmap(lambda name: characters_of(code_points(name))),
        st.sampled_from(("canonical", "compatibility", "composes", "case", "ignorable")).flatmap(
            lambda name: characters_of(code_points(name))
        ),
        st.integers(0xAC00, 0xD7A3).map(chr),
        st.integers(0x1100, 0x11FF).map(chr),
    )


def texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """Up to `max_size` parts: characters that matter, contractions, words of the corpus.

    Never a lone surrogate. Shrinks to few, plain characters.
    """
    excerpts = st.sampled_from(corpus_texts()).flatmap(
        lambda text: st.integers(0, len(text.text) - 1).map(lambda at: text.text[at : at + 8])
    )
    contractions = st.tuples(st.sampled_from(APOSTROPHES), st.sampled_from(ENDINGS)).map("".join)
    part = st.one_of(characters(), characters(), contractions, st.sampled_from(BETWEEN), excerpts)
    return st.lists(part, max_size=max_size).map("".join)


def added_token_texts(added_tokens: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts where added tokens (their contents) stand beside white space, words and one another.

    ValueError where there are none.
    """
    if not added_tokens:
        raise ValueError("no added tokens to make texts of")
    token = st.sampled_from(tuple(added_tokens))
    cut = token.flatmap(lambda content: st.integers(0, len(content)).map(lambda at: content[:at]))
    beside = st.one_of(st.sampled_from(("", " ", "a", "\n")), st.sampled_from(KINDS), characters())
    return st.lists(st.one_of(token, token, cut, beside), max_size=8).map("".join)


def broken_texts(max_size: int = 8) -> st.SearchStrategy[str]:
    """Bytes that are mostly no UTF-8, as `byte_text` writes them: for engines that take bytes.

    Never a whole sequence for a number above U+10FFFF, which ends the process of llama.cpp.
    """
    whole = st.sampled_from((b"a", b" ", b"\n", "\u00e9".encode(), "\u4e2d".encode()))
    part = st.one_of(st.sampled_from(BROKEN), whole, st.binary(max_size=3))
    return st.lists(part, max_size=max_size).map(
        lambda parts: without_too_high(from_bytes(b"".join(parts)))
    )


def material_texts(material: Material, max_size: int = 8) -> st.SearchStrategy[str]:
    """Texts at the edges of one vocabulary.

    Its pieces whole, cut short, and two that overlap (a merge that nearly happens); its added
    tokens beside what their flags look at; characters it may have no piece for (byte fallback,
    unknown), and long runs of one of these. Never a lone surrogate.
    """
    piece = st.sampled_from(material.surfaces or material.words)
    size = st.integers(1, 6)
    parts: list[st.SearchStrategy[str]] = [
        piece,
        st.tuples(piece, size).map(lambda drawn: drawn[0][: -drawn[1]]),
        st.tuples(piece, size, piece).map(lambda drawn: drawn[0][: drawn[1]] + drawn[2]),
        st.sampled_from(BESIDE),
        characters(),
        st.tuples(st.one_of(characters(), piece), st.integers(2, LONG_RUN)).map(
            lambda drawn: drawn[0][:8] * drawn[1]
        ),
    ]
    if material.added:
        token = st.sampled_from(material.added)
        beside = st.one_of(st.sampled_from(BESIDE), st.sampled_from(KINDS), piece)
        parts += [st.tuples(beside, token, beside).map("".join), token]
    return st.lists(st.one_of(parts), max_size=max_size).map("".join)


@st.composite
def generated(
    draw: st.DrawFn, material: Material, generators: Sequence[Generator] | None = None
) -> str:
    """A text of one of the seeded generators, by default of those a run uses but for long runs."""
    usual = [generator for generator, _ in MIX if generator is not RUNS]
    return draw(st.sampled_from(generators or usual)).make(DrawnRng(draw), material)


def ids(material: Material, max_size: int = 12) -> st.SearchStrategy[tuple[int, ...]]:
    """Sequences of ids: mostly of tokens, some in gaps, some outside, up to 2^31 - 1."""
    pools: list[st.SearchStrategy[int]] = [st.sampled_from(material.ids)] * 4
    pools += [st.sampled_from(pool) for pool in (material.broken, material.added_ids) if pool]
    if material.gaps:
        pools.append(
            st.sampled_from(material.gaps).flatmap(lambda gap: st.integers(gap[0], gap[1] - 1))
        )
    if material.size <= HIGHEST:
        pools.append(st.integers(material.size, HIGHEST))
    return st.lists(st.one_of(pools), max_size=max_size).map(tuple)


def encode_options() -> st.SearchStrategy[EncodeOptions]:
    """Every combination; shrinks to what a library does when it is not told otherwise."""
    yes = st.sampled_from((True, False))
    return st.builds(EncodeOptions, yes, yes)


def decode_options() -> st.SearchStrategy[DecodeOptions]:
    """Every combination; shrinks to what a library does when it is not told otherwise."""
    return st.builds(DecodeOptions, st.booleans(), st.booleans())


def cases(
    material: Material, takes_bytes: bool = False
) -> st.SearchStrategy[EncodeCase | DecodeCase | FullCase]:
    """Cases of every op but single stages, their texts and ids steered by one vocabulary."""
    text = st.one_of(material_texts(material), texts(), generated(material))
    if takes_bytes:
        text = st.one_of(text, broken_texts())
    return st.one_of(
        st.builds(EncodeCase, text, encode_options()),
        st.builds(DecodeCase, ids(material), decode_options()),
        st.builds(FullCase, text, st.none() | text, encode_options()),
    )


@st.composite
def conversations(draw: st.DrawFn, marks: Sequence[str] = ()) -> Conversation:
    """Conversations as clients send them, and what goes wrong in them. `marks`: what to put into
    contents, as it looks like the template's own tokens. Shrinks to few messages, and empty."""
    return conversation_generator.drawn(DrawnRng(draw), marks)


def chat_cases(marks: Sequence[str] = ()) -> st.SearchStrategy[ChatCase]:
    """The same as cases."""
    return conversations(marks).map(lambda conversation: ChatCase(conversation.to_text()))


@st.composite
def replies(draw: st.DrawFn, streams: Streams) -> StreamCase:
    """Replies to decode id by id, some behind a prompt that ends within a character."""
    _, (prompt, ids) = stream_ids.drawn(DrawnRng(draw), streams)
    return StreamCase(ids, prompt, draw(decode_options()))


@dataclass(frozen=True, slots=True)
class DrawnTokenizer:
    """A small whole tokenizer: its document, the reference on it, and what to make texts of."""

    pipeline: Pipeline
    tokenizer: Tokenizer
    material: Material


def tokenizers(seed: int = 0) -> st.SearchStrategy[DrawnTokenizer]:
    """Small tokenizers of any model and stages (`pipelines`); `seed` is that of trained models."""

    def read(made: Pipeline) -> DrawnTokenizer:
        tokenizer = read_tokenizer(Node(Path("drawn"), "", made.document))
        return DrawnTokenizer(made, tokenizer, Material.of(tokenizer))

    return pipelines(seed, texts=0).map(read)
