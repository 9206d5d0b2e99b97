"""Hypothesis strategies: texts and ids for the properties that tests state.

`hypothesis` is a dependency of the tests only, so nothing else in this package imports this
module. For volume use the seeded generators, which are a hundred times faster.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from corpora.generators.case import APOSTROPHES, ENDINGS, TRICKY
from corpora.generators.code_points import CodePoints, code_points, combining_classes
from corpora.generators.digits import BETWEEN
from corpora.generators.edges import BORDERS
from corpora.generators.material import Material
from corpora.generators.random_ids import HIGHEST
from corpora.generators.whitespace import KINDS
from corpora.texts.corpus import texts as corpus_texts


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
