"""A slice is small, loads on both sides, and still shows what the case shows."""

import json

import pytest

from corpora.embedded import Embedded, materialise
from harness.cells import CellSpec, SideSpec, fidelity_cell
from harness.sides import observe
from harness.slicing import (
    EMBEDDED_WHOLE,
    slice_artefact,
    slice_tokenizer_json,
    touched,
)
from reference_impl.contract import Artefact, DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)


def answers(slot, cell, case):
    return [observe(slot.side(side), [case])[0] for side in (cell.left, cell.right)]


@pytest.mark.parametrize(
    ("variant", "case"),
    [
        ("merge-order-reversed", EncodeCase("helloworld", BARE)),
        ("ignore-merges-ignored", EncodeCase("a world", BARE)),
        ("rstrip-ignored", EncodeCase("<|end|> x", BARE)),
        ("single-word-ignored", EncodeCase("aword", BARE)),
        ("shortest-added-token", EncodeCase("<a>b", BARE)),
        ("no-nfc", EncodeCase("a\u0301")),
        ("reference", DecodeCase((40, 300))),
        ("reference", EncodeCase("hello <s>")),
    ],
)
def test_of_a_tokenizer_json(slot, save, every_stage, tmp_path, variant, case):
    artefact = save(every_stage)
    engine = variant if variant == "reference" else f"variant:{variant}"
    sides = SideSpec(engine, artefact), SideSpec("huggingface_tokenizers", artefact)
    whole = CellSpec("m", "fidelity", *sides)
    sliced = slice_artefact(artefact, slot.tokenizer(artefact), case)
    small = materialise(sliced, tmp_path)
    cell = CellSpec(
        "m", "fidelity", SideSpec(engine, small), SideSpec("huggingface_tokenizers", small)
    )
    assert answers(slot, cell, case) == answers(slot, whole, case)
    kept = json.loads(sliced.content)["model"]["vocab"]
    assert len(kept) < 50
    assert (
        kept.items()
        <= {
            **every_stage["model"]["vocab"],
            **{token["content"]: token["id"] for token in every_stage["added_tokens"]},
        }.items()
    ), "ids stay as they are"


@pytest.mark.parametrize(
    "case", [EncodeCase("hello 12<a>", BARE), DecodeCase((258, 300)), EncodeCase("é", BARE)]
)
def test_of_a_rank_file(slot, ranks, tmp_path, case):
    artefact = ranks()
    sliced = slice_artefact(artefact, slot.tokenizer(artefact), case)
    small = materialise(sliced, tmp_path)
    whole = answers(slot, fidelity_cell(artefact, "m"), case)
    assert answers(slot, fidelity_cell(small, "m"), case) == whole
    assert sliced.facts.pattern == artefact.facts.pattern
    assert sliced.content.count(b"\n") < 261 or "hello" in getattr(case, "text", "")


def test_tekken_is_not_sliced_yet(slot, artefact):
    tekken = Artefact("t", "tekken.json", artefact.path, artefact.sha256)
    assert slice_artefact(tekken, slot.tokenizer(artefact), EncodeCase("a")) is None


def test_what_a_case_touches(slot, artefact, document):
    tokenizer = slot.tokenizer(artefact)
    words, ids = touched(tokenizer, EncodeCase("hello <|end|> x"))
    assert words == {"hello", "Ġ", "x", "hello <|end|> x", "helloĠ<|end|>Ġx"}
    assert document["added_tokens"][0]["id"] in ids
    assert touched(tokenizer, DecodeCase((1, 2))) == (frozenset(), {1, 2})
    assert touched(tokenizer, EncodeCase("\ud800")) == ({"\ud800"}, frozenset())


def test_what_a_template_names_is_kept(every_stage):
    sliced = slice_tokenizer_json(every_stage, {"a"}, set(), "a")
    assert [token["content"] for token in sliced["added_tokens"]] == ["<s>"]
    assert sliced["model"]["vocab"]["<s>"] == every_stage["added_tokens"][-1]["id"]


def test_pieces_that_the_model_needs_are_kept():
    model = {
        "type": "BPE",
        "unk_token": "<unk>",
        "byte_fallback": True,
        "continuing_subword_prefix": "##",
        "end_of_word_suffix": "</w>",
        "vocab": {"<unk>": 0, "<0x41>": 1, "a": 2, "##b</w>": 3, "ab</w>": 4, "z": 5},
        "merges": ["a ##b</w>"],
    }
    sliced = slice_tokenizer_json({"model": model}, {"ab"}, set(), "ab")["model"]
    assert list(sliced["vocab"]) == ["<unk>", "<0x41>", "a", "##b</w>", "ab</w>"]
    assert sliced["merges"] == [["a", "##b</w>"]]


def test_a_small_file_that_is_not_sliced_is_taken_whole(slot, artefact, tmp_path):
    tokenizer = slot.tokenizer(artefact)
    for size, whole in ((EMBEDDED_WHOLE, True), (EMBEDDED_WHOLE + 1, False)):
        path = tmp_path / "v.txt"
        path.write_bytes(b"a" * size)
        found = slice_artefact(Artefact("v", "vocab.txt", path, ""), tokenizer, EncodeCase("a"))
        assert found == (Embedded("vocab.txt", b"a" * size) if whole else None)
