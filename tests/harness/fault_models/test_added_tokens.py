"""Each fault model of the added tokens differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

import pytest
from small_artefacts import LOWER, X, encode, every, plain, token, words

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import EncodeOptions


def found(m):
    return m.json(words("a"), added_tokens=X)


def stripping(m):
    return m.json(words("a"), added_tokens=[token(90, "<x>", rstrip=True)])


ROWS = [
    ("lstrip-ignored", {}, every, encode("hello <|left|>hello")),
    ("rstrip-ignored", {}, every, encode("<|end|>  hello")),
    ("single-word-ignored", {}, every, encode("swords")),
    ("shortest-added-token", {}, every, encode("<a>b")),
    ("special-always-parsed", {}, every, plain("<|end|>")),
    ("special-always-parsed", {}, lambda m: m.llama(), plain("<s>")),
    ("special-never-parsed", {}, every, encode("<|end|>")),
    ("special-never-parsed", {}, lambda m: m.ranks(), encode("<a>")),
    ("special-cut-out-as-text", {}, lambda m: m.ranks(b"<<"), plain("<<a>")),
    ("special-cut-out-as-text", {}, lambda m: m.tekken(b"<<"), plain("<<s>")),
    ("parse-special-for-all", {}, every, plain("a word")),
    ("ordinary-added-tokens-not-found", {}, every, encode("a word")),
    (
        "ordinary-added-tokens-not-found",
        {},
        lambda m: m.llama(("<x>", 0.0, "user_defined")),
        encode("<x>"),
    ),
    ("last-added-token-lost", {}, every, encode("<s>")),
    ("control-tokens-found", {}, lambda m: m.sentencepiece("bpe", [("a", 0.0)]), plain("a<s>")),
    ("control-tokens-found", {}, lambda m: m.tekken(), plain("<s>")),
    (
        "first-added-token",
        {},
        lambda m: m.json(words(), added_tokens=[token(1, "<a>"), token(2, "<a>b")]),
        encode("<a>b"),
    ),
    (
        "longest-added-token-first",
        {},
        lambda m: m.json(words(), added_tokens=[token(1, "<ab"), token(2, "b>cd")]),
        encode("x<ab>cd"),
    ),
    (
        "leftmost-added-token-first",
        {},
        lambda m: m.llama(("<ab", 0.0, "user_defined"), ("b>cd", 0.0, "user_defined")),
        encode("x<ab>cd"),
    ),
    ("strips-ascii-only", {}, every, encode("<|end|> \u3000hello")),
    ("strips-one-only", {}, every, encode("<|end|>  hello")),
    ("single-word-of-ascii", {}, every, encode("éword")),
    ("single-word-inside", {}, every, encode("swords")),
    ("single-word-before-only", {}, every, encode("words")),
    (
        "added-tokens-as-written",
        {},
        lambda m: m.json(
            words(), normalizer=LOWER, added_tokens=[token(1, "<a>", normalized=True)]
        ),
        encode("<A>"),
    ),
    (
        "added-tokens-normalized",
        {},
        lambda m: m.json(words(), normalizer=LOWER, added_tokens=[token(1, "<A>")]),
        encode("<a>"),
    ),
    ("added-token-not-at-start", {}, lambda m: m.json(words(), added_tokens=X), encode("<x> ")),
    ("added-token-only-at-start", {}, lambda m: m.json(words(), added_tokens=X), encode(" <x>")),
    ("added-token-not-at-end", {}, lambda m: m.json(words(), added_tokens=X), encode(" <x>")),
    (
        "added-token-not-inside-words",
        {},
        lambda m: m.json(words(), added_tokens=X),
        encode("a<x>b"),
    ),
    ("added-tokens-any-case", {}, lambda m: m.json(words(), added_tokens=X), encode("<X>")),
    ("no-going-back", {}, lambda m: m.json(words(), added_tokens=X), encode("<<x>")),
    ("added-tokens-within", {"characters": 4}, found, encode("ab<x>")),
    ("added-tokens-at-most", {"tokens": 1}, found, encode("<x><x>")),
    ("added-tokens-not-beside", {"first": 0x301, "last": 0x301}, found, encode("<x>\u0301")),
    ("added-tokens-not-beside", {"first": 0x301, "last": 0x301}, found, encode("\u0301<x>")),
    ("added-token-lost", {"content": "<x>"}, found, encode("a<x>")),
    ("added-tokens-also-as", {"char": "x", "other": "y"}, found, encode("a<y>")),
    ("strips-at-most", {"characters": 2}, stripping, encode("<x>   a")),
    ("strips-all-but", {"chars": "\v"}, stripping, encode("<x> \va")),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("added_tokens", name, parameters, artefact, case)


@pytest.mark.parametrize("parse_special", [False, True])
def test_a_cut_out_token_is_text_still(slot, make, parse_special):
    """Of a rank file unless it is asked for, of a tekken.json always, as with its library."""
    options = EncodeOptions(add_special=False, parse_special=parse_special)
    asked = [(make.ranks(b"<<"), "<<a>"), (make.tekken(b"<<"), "<<s>")]
    of_ranks, of_tekken = (
        FAULT_MODELS["special-cut-out-as-text"].apply(slot.tokenizer(it)).encode(text, options).ids
        for it, text in asked
    )
    assert of_ranks == ((60, 300) if parse_special else (60, 60, 97, 62))
    assert of_tekken == tuple(it + 20 for it in b"<<s>")


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("added_tokens")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)
