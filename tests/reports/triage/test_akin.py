"""Findings that are probably one bug know of each other."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reports.records.finding import UNICODE_VERSION, Finding, Sighting, Signature
from tokparity.reports.triage.akin import MOST, Kin

COMMON = "ids part at 0; what its cases have in common: "


def finding(symptom, shape="ids part at 0", text="a", right="lib:tokie", **of_signature):
    signature = Signature(
        "parity", "encode", "huggingface_tokenizers", right, "normalizer", "NFC", symptom
    )
    sides = Encoding((1,)), Encoding((2,))
    seen = Sighting(
        "f", "0", None, 1, EncodeCase(text), EncodeCase(text), *sides, "ids", 0, None, None
    )
    signature = replace(signature, **of_signature)
    return Finding(signature, shape, "divergence", "counterfactual", (seen,))


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"shape": f"{COMMON}U+0301"}, {"shape": f"{COMMON}U+0301"}, "the same cause: U+0301"),
        ({"text": "a\u0301"}, {"text": "\u0301 z"}, "the same characters: \u25cc\u0301"),
        (
            {"component": UNICODE_VERSION},
            {"shape": f"{COMMON}U+007F; characters newer than Unicode 15.0"},
            "characters that some version of Unicode has not",
        ),
    ],
)
def test_two_that_have_something_alike(one, other, reason):
    first, second = finding("x", **one), finding("y", **other)
    kin = Kin.of([first, second])
    assert kin(first) == [(second, reason)]
    assert kin(second) == [(first, reason)]


@pytest.mark.parametrize(
    "both",
    [
        {"text": "ab 1"},
        {"text": "<s>"},
        {"shape": f"{COMMON}any text"},
        {"shape": f"{COMMON}the whole stage: characters of L*"},
        {"shape": "ids part at 0; 8 bugs; 1 case is explained by nothing found"},
    ],
)
def test_what_any_two_may_have_alike_tells_nothing(both):
    assert Kin.of([finding("x", **both), finding("y", **both)])(finding("x", **both)) == []


def test_another_library_is_another_bug():
    first, second = finding("x", text="\u0301"), finding("x", text="\u0301", right="lib:kitoken")
    assert Kin.of([first, second])(first) == []


def test_those_of_most_in_common_are_first_and_few_are_told():
    shape = f"{COMMON}U+0301"
    first, near = (finding(name, shape, "\u0301") for name in ("x", "z"))
    many = [finding(f"y{number}", shape) for number in range(9)]
    kin = Kin.of([first, *many, near])(first)
    assert len(kin) == MOST
    assert kin[0] == (near, "the same cause: U+0301, the same characters: \u25cc\u0301")
