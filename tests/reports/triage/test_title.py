from dataclasses import replace
from typing import get_args

import pytest

from tokparity.reference_impl.contract import ChatCase, Encoding, Op, Refusal
from tokparity.reports.text.markdown import code
from tokparity.reports.triage.roles import parts
from tokparity.reports.triage.title import DOES, title

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"


def of(finding, code=lambda text: text):
    return title(finding, finding.sightings[0], *parts(finding, finding.sightings[0]), code)


@pytest.mark.parametrize(
    ("left", "right", "question", "changes", "told"),
    [
        (LLAMA, HF, "parity", {}, "llama.cpp encodes ab otherwise than tokenizers: model BPE"),
        (HF, HF, "parity", {}, "tokenizers encodes ab otherwise with one than with two: model BPE"),
        (
            "mutant:9",
            HF,
            "fidelity",
            {},
            "mutant:9 encodes ab otherwise than tokenizers: model BPE",
        ),
        (
            "reference",
            HF,
            "fidelity",
            {"right": Refusal("crash", "x")},
            "tokenizers crashes on ab: model BPE",
        ),
        (
            "reference",
            HF,
            "fidelity",
            {"right": Refusal("error", "x")},
            "reference encodes ab, which tokenizers refuses: model BPE",
        ),
        (
            "reference",
            HF,
            "fidelity",
            {"left": Refusal("error", "x"), "right": Encoding((1,))},
            "reference refuses ab: model BPE",
        ),
        (
            "reference",
            HF,
            "fidelity",
            {"left": Refusal("error", "thread panicked"), "right": Encoding((1,))},
            "reference breaks off on ab: model BPE",
        ),
    ],
)
def test_a_title_says_who_does_what(left, right, question, changes, told, finding):
    assert of(finding(left, right, question, **changes)) == told


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_stage_that_is_not_known_is_no_part_of_a_title(finding, side):
    of_nobody = finding(HF, "lib:kitoken", "parity", **{side: Refusal("error", "no such id")})
    signature = replace(of_nobody.signature, stage="unknown", component="no such id")
    told = of(replace(of_nobody, signature=signature))
    assert (
        told
        == {
            "left": "kitoken encodes ab, which tokenizers refuses",
            "right": "kitoken refuses ab",
        }[side]
    )


def test_every_op_has_its_verb(finding):
    assert set(DOES) == set(get_args(Op))
    chat = ChatCase('{"messages": [{"role": "user"}]}')
    told = of(finding("reference", "huggingface_chat_template", "fidelity", case=chat))
    assert told.startswith('reference renders chat [{"role":·"user"}] otherwise than transformers')


def test_what_is_from_a_file_is_marked(finding):
    assert of(finding(HF, HF), code).startswith("`tokenizers` encodes `ab` otherwise with `one`")
