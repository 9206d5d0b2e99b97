"""Contexts that show the class of a character."""

from tokparity.corpora.generators.targets.class_contexts import PLAIN, contexts
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_a_contraction_tells_letters_from_punctuation(tokenizer: Tokenizer) -> None:
    found = contexts(tokenizer)
    assert any(after == "'s" for _, after in found)
    before, after = next(one for one in found if one[1] == "'s")
    tails = {tokenizer.encode(before + char + after).ids[-1] for char in "\u0436\u2026"}
    assert len(tails) == 2


def test_a_pipeline_without_classes_has_the_plain_context() -> None:
    assert contexts(Tokenizer(WordLevel({"a": 0}, "a"))) == (PLAIN,)


def test_where_no_id_tells_the_words_may(bare: Tokenizer) -> None:
    """No two characters are one piece: only the words tell what a letter is."""
    found = contexts(bare)
    assert found != (PLAIN,)
    cuts = {
        tuple(len(word) for word in bare.pre_tokenize(Aligned.of(before + char + after)))
        for before, after in found
        for char in "\u0436\u2026"
    }
    assert len(cuts) > 1
