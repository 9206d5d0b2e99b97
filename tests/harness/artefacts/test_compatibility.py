"""Small models beside one another, each with one thing changed."""

from dataclasses import replace

import pytest

from tokparity.harness.artefacts.compatibility import Model, verdict
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.formats.stop_tokens import Declared, StopTokens
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

VOCAB = {piece: at for at, piece in enumerate(["<s>", "a", "b", "c", "Ġ", "B", "ab", "bc"])}
TEXTS = ["a", "abc", "ab c", "B"]
MERGES = [("a", "b"), ("b", "c")]


def made(vocab=VOCAB, merges=MERGES, added=(), **stages):
    tokens = AddedToken(0, "<s>", special=True), *added
    spelled = ByteLevelPreTokenizer(add_prefix_space=False)
    pairs = {pair_key(vocab[a], vocab[b]): rank for rank, (a, b) in enumerate(merges)}
    model = BPE(vocab, pairs, [vocab[a + b] for a, b in merges])
    return Tokenizer(model, tokens, pre_tokenizer=spelled, decoder=ByteLevelDecoder(), **stages)


BASE = Model("base", made(), rows=8)


def found(role, tokenizer=None, **changes):
    other = replace(BASE, name="mine", **changes)
    if tokenizer is not None:
        other = replace(other, tokenizer=tokenizer)
    return verdict(role, other, BASE, TEXTS)


def point(verdict, about):
    (one,) = [one for one in verdict.points if one.about == about]
    return one


@pytest.mark.parametrize("role", ["draft", "base"])
def test_what_is_the_same_fits_and_there_is_nothing_to_know(role):
    one = found(role)
    assert one.fits
    assert all(point.fits for point in one.points)
    said = {"draft": "mine can draft for base", "base": "mine keeps the tokenizer of base"}
    assert one.sentence == said[role]


@pytest.mark.parametrize("role", ["draft", "base"])
def test_an_id_that_is_another_token(role):
    one = found(role, made({**VOCAB, "ab": 7, "bc": 6}))
    assert not one.fits
    first = {"draft": "6 'bc' against 'ab'", "base": "6 'ab' against 'bc'"}
    assert point(one, "tokens").says.startswith(f"2 ids are another token: {first[role]}, 7 ")


def test_a_draft_with_an_id_that_the_target_has_not():
    one = found("draft", made(added=[AddedToken(8, "<x>", special=True)]))
    assert not one.fits
    assert one.sentence == (
        "mine cannot draft for base: ids: 1 of the draft are no token of the target: 8"
    )


def test_what_the_target_has_more_is_never_proposed():
    smaller = {piece: at for piece, at in VOCAB.items() if piece != "bc"}
    one = found("draft", made(smaller, MERGES[:1]))
    assert one.fits
    assert point(one, "ids").says == "1 of the target are never proposed"
    assert point(one, "texts").fits
    assert one.sentence == "mine can draft for base; to know: ids"


def test_texts_of_a_draft_that_are_cut_otherwise():
    one = found("draft", made(merges=MERGES[::-1]))
    assert one.fits
    says = "1 of 4 have other ids, as 'abc': fewer proposals are accepted"
    assert (point(one, "texts").fits, point(one, "texts").says) == (None, says)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"tokenizer": made({**VOCAB, "x": 8})}, ""),
        (
            {"tokenizer": made(VOCAB | {f"x{at}": at for at in range(8, 8 + 129)})},
            "refuses 137 tokens",
        ),
        ({"tokenizer": made({**VOCAB, "bc": 6, "ab": 7})}, "refuses another text of id 6"),
        (
            {"tokenizer": made(post_processor=LlamaBosEos(("bos", 0, "<s>")))},
            "another token before",
        ),
    ],
)
def test_what_llama_cpp_refuses_of_two_files(changes, reason):
    mine = replace(BASE, name="mine", gguf=True, **changes)
    one = point(verdict("draft", mine, replace(BASE, gguf=True), TEXTS), "llama.cpp")
    assert one.fits is not bool(reason)
    assert reason in one.says


def test_llama_cpp_does_not_look_at_the_first_ids():
    mine = replace(BASE, tokenizer=made({**VOCAB, "a": 2, "b": 1}), gguf=True)
    one = verdict("draft", mine, replace(BASE, gguf=True), TEXTS)
    assert point(one, "llama.cpp").fits
    assert not one.fits


def test_tokens_that_tuning_added():
    tuned = made(added=[AddedToken(8, "<tool>", special=True)])
    one = verdict("base", replace(BASE, name="mine", tokenizer=tuned), BASE, [*TEXTS, "a<tool>"])
    assert not one.fits
    assert one.sentence.endswith("embedding rows: config.json has 8, and id 8 needs 9")
    one = verdict("base", replace(BASE, tokenizer=tuned, rows=None), BASE, [*TEXTS, "a<tool>"])
    assert one.fits
    assert point(one, "new tokens").says == "1: 8 '<tool>'"
    rows = "9 are needed, config.json does not say; the base has 1 fewer"
    assert point(one, "embedding rows").says == rows
    assert point(one, "texts").says == "4 keep their ids; 1 more have a new token"


def test_merges_of_new_tokens_are_no_other_merges():
    tuned = made({**VOCAB, "abc": 8}, [*MERGES, ("ab", "c")])
    one = verdict("base", replace(BASE, tokenizer=tuned, rows=9), BASE, TEXTS)
    assert one.fits
    assert point(one, "merges").says.endswith("all of them for new tokens")
    assert point(one, "texts").says == "3 keep their ids; 1 more have a new token"


def test_a_new_token_around_each_text_is_no_kept_text():
    around = made(
        added=[AddedToken(8, "<n>", special=True)], post_processor=LlamaBosEos(("bos", 8, "<n>"))
    )
    one = verdict("base", replace(BASE, tokenizer=around, rows=9), BASE, TEXTS)
    assert not one.fits
    assert point(one, "around a text").says == "8 against nothing"
    assert point(one, "texts").says == "4 keep their ids"


@pytest.mark.parametrize("texts", [[], ["\ud800"]])
@pytest.mark.parametrize("role", ["draft", "base"])
def test_where_no_text_is_compared_none_is_said_to_fit(role, texts):
    one = point(verdict(role, BASE, BASE, texts), "texts")
    assert (one.fits, one.says[:22]) == (None, "none could be compared")


def test_without_a_config_nothing_is_said_to_be_enough():
    one = verdict("base", replace(BASE, rows=None), BASE, TEXTS)
    assert (one.fits, point(one, "embedding rows").fits) == (True, None)


def test_between_two_formats_the_texts_decide():
    """The same vocabulary, as tiktoken has it: no stage is the same, and every id is."""
    ranks = {piece: at for piece, at in VOCAB.items() if at}
    other = replace(BASE.tokenizer, model=TiktokenBPE(ranks))
    one = verdict("base", replace(BASE, tokenizer=other), BASE, ["a", "abc", "B"])
    assert point(one, "model").fits is None
    assert point(one, "texts").says == "3 keep their ids"


@pytest.mark.parametrize(
    ("tokenizer", "about"),
    [
        (made(merges=MERGES[::-1]), "merges"),
        (made(normalizer=Lowercase()), "normalizer"),
    ],
)
def test_what_tuning_may_not_change(tokenizer, about):
    one = found("base", tokenizer)
    assert not one.fits
    assert point(one, about).fits is False
    assert point(one, "texts").says.startswith("1 of 4 get other ids")


def test_a_token_that_is_gone():
    smaller = {piece: at for piece, at in VOCAB.items() if piece != "bc"}
    assert point(found("base", made(smaller, MERGES[:1])), "ids").fits is False


@pytest.mark.parametrize(
    ("changes", "about", "says"),
    [
        ({"stops": StopTokens((Declared("x", (3,)),))}, "stop tokens", "3 at the first alone"),
        ({"templates": Templates({"default": "x"})}, "chat template", "one that the base has not"),
    ],
)
def test_what_is_good_to_know(changes, about, says):
    one = found("base", **changes)
    assert (one.fits, point(one, about).fits, point(one, about).says) == (True, None, says)
    assert one.sentence == f"mine keeps the tokenizer of base; to know: {about}"


def test_templates_of_the_base():
    with_template = replace(BASE, templates=Templates({"default": "x"}))
    one = verdict("base", BASE, with_template, TEXTS)
    assert point(one, "chat template").says == "is gone"
    other = replace(BASE, templates=Templates({"default": "y"}))
    assert (
        point(verdict("base", other, with_template, TEXTS), "chat template").says == "another one"
    )
