from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Encoding, Refusal, Text
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import plain_words

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"
IDS = Encoding((1,)), Encoding((2, 3))


def seen(case, left, right, stage=None, pieces=((), ())):
    traces = [None, None]
    if stage:
        traces = [
            Trace((StageTrace(stage, "X", tuple(side)),), answer)
            for side, answer in zip(pieces, (left, right), strict=True)
        ]
    sides = ("a-gguf", "ab" * 32, "a", 7, case, case, left, right, "ids", 0)
    return Sighting(*sides, *traces)


def finding(sighting, stage="model", **changes):
    signature = Signature("parity", sighting.case.op, LLAMA, HF, stage, "X")
    return replace(Finding(signature, "", "divergence", "two-trace", (sighting,)), **changes)


def titled(found):
    return plain_words(title_words(found, found.sightings[0]))


@pytest.mark.parametrize(
    ("stage", "left", "right", "title"),
    [
        (
            "added_tokens",
            [Piece("ab", 0, 2)],
            [Piece("ab", 0, 2, 9)],
            "llama.cpp finds no added token in `ab`, tokenizers finds the added token `ab`",
        ),
        (
            "normalizer",
            [Piece("ab", 0, 2)],
            [Piece("AB", 0, 2)],
            "llama.cpp leaves `ab` as it is, tokenizers normalizes `ab` to `AB`",
        ),
        (
            "pre_tokenizer",
            [Piece("a", 0, 1), Piece("b", 1, 2)],
            [Piece("ab", 0, 2)],
            "llama.cpp splits `ab` into `a` `b`, tokenizers keeps `ab` as one word",
        ),
        (
            "model",
            [Piece("a", 0, 1, 1), Piece("b", 1, 2, 2)],
            [Piece("ab", 0, 2, 3)],
            "llama.cpp makes `a` `b` of `ab`, tokenizers takes `ab` as one token",
        ),
        (
            "normalizer",
            [Piece("a", 0, 1)],
            [Piece("ab", 0, 2)],
            "llama.cpp normalizes `ab` to `a`, tokenizers leaves `ab` as it is",
        ),
    ],
)
def test_a_title_says_what_each_side_does(stage, left, right, title):
    sighting = seen(EncodeCase("ab"), *IDS, stage, (left, right))
    assert titled(finding(sighting, stage)) == title


def test_where_one_text_is_in_escapes_all_are():
    pieces = [Piece("\u1100\u1161и", 0, 2)], [Piece("가", 0, 1), Piece("и", 1, 2)]
    assert titled(finding(seen(EncodeCase("가и"), *IDS, "pre_tokenizer", pieces))) == (
        "llama.cpp keeps `\\u1100\\u1161\\u0438` as one word, "
        "tokenizers splits `\\uac00\\u0438` into `\\uac00` `\\u0438`"
    )


def test_ranges_are_in_a_title_where_they_are_what_differs():
    ids = Encoding((1,), ((0, 1),)), Encoding((2,))
    assert titled(finding(seen(EncodeCase("a"), *ids))) == (
        "llama.cpp encodes `a` as `1`, tokenizers as `2`"
    )
    ranges = replace(seen(EncodeCase("a"), ids[0], Encoding((1,), ((0, 0),))), field="offsets")
    assert titled(finding(ranges)) == (
        "llama.cpp encodes `a` as `1 at 0:1`, tokenizers as `1 at 0:0`"
    )


def test_of_a_long_text_the_title_names_the_stretch_that_differs():
    words = [Piece("xx", at, at + 2) for at in range(0, 200, 2)]
    left = [
        *words[:50],
        Piece("x", 100, 101),
        Piece("x", 101, 102),
        *words[51:99],
        Piece("y", 198, 200),
    ]
    sighting = seen(EncodeCase("x" * 200), *IDS, "pre_tokenizer", (left, words))
    assert titled(finding(sighting, "pre_tokenizer")) == (
        "llama.cpp splits `xx` into `x` `x`, tokenizers keeps `xx` as one word"
    )


@pytest.mark.parametrize(
    ("left", "right", "title"),
    [
        (Text("a"), Text("b"), "llama.cpp decodes `id 5` as `a`, tokenizers as `b`"),
        (
            Text(""),
            Refusal("error"),
            "tokenizers refuses `id 5`, llama.cpp decodes it as `(empty)`",
        ),
        (Refusal("crash"), Text("b"), "llama.cpp crashes on `id 5`, tokenizers decodes it as `b`"),
        (Refusal("crash"), Refusal("error"), "llama.cpp crashes on `id 5`, tokenizers refuses it"),
        (
            Refusal("error", "no such id"),
            Refusal("error", "RuntimeError: unreachable"),
            "tokenizers breaks off on `id 5`, llama.cpp refuses it",
        ),
        (
            Text("a" * 99),
            Text("a" * 98),
            "llama.cpp decodes `id 5` otherwise, tokenizers as it should be",
        ),
    ],
)
def test_without_stages_it_says_what_each_answers(left, right, title):
    found = finding(seen(DecodeCase((5,)), left, right))
    if isinstance(right, Refusal):
        found = replace(found, signature=replace(found.signature, left=HF, right="reference"))
        title = title.replace("tokenizers", "reference").replace("llama.cpp", "tokenizers")
    assert titled(found) == title


GPT = {1: "\u0120<|", 2: "\u0120", 3: "<", 4: "|", 5: "a", 6: "A", 7: "</s>", 8: "\u0122"}


@pytest.mark.parametrize(
    ("left", "right", "title"),
    [
        (
            (1, 5),
            (2, 3, 4, 5),
            (
                "llama.cpp encodes `\u00b7<|a` as `\u00b7<|` \u2026, "
                "tokenizers as `\u00b7` `<` `|` \u2026"
            ),
        ),
        (
            (5, 6, 6),
            (5, 7, 6),
            (
                "llama.cpp encodes `\u00b7<|a` as \u2026 `A` \u2026, "
                "tokenizers as \u2026 `</s>` \u2026"
            ),
        ),
        ((5,), (5, 7), "llama.cpp encodes `\u00b7<|a` as `a`, tokenizers as `a` `</s>`"),
        ((5, 5), (5,), "llama.cpp encodes `\u00b7<|a` as `a` `a`, tokenizers as `a`"),
        ((), (5,), "llama.cpp encodes `\u00b7<|a` as `(no ids)`, tokenizers as `a`"),
        ((99,), (5,), "llama.cpp encodes `\u00b7<|a` as `99`, tokenizers as `5`"),
        ((8,), (5,), "llama.cpp encodes `\u00b7<|a` as `0x80`, tokenizers as `a`"),
        (
            (5, 6) * 4,
            (7,),
            (
                "llama.cpp encodes `\u00b7<|a` as `a` `A` `a` `A` `a` `A` and 2 more, "
                "tokenizers as `</s>`"
            ),
        ),
    ],
)
def test_tokens_are_the_text_that_they_stand_for(left, right, title):
    sighting = seen(EncodeCase(" <|a"), Encoding(left), Encoding(right))
    assert titled(finding(replace(sighting, pieces=tuple(GPT.items())))) == title


def test_two_ids_that_read_alike_are_told_by_their_numbers():
    sighting = seen(EncodeCase("a"), Encoding((1,)), Encoding((2,)))
    both = replace(sighting, pieces=((1, "a"), (2, "a")))
    assert titled(finding(both)) == "llama.cpp encodes `a` as `1`, tokenizers as `2`"
