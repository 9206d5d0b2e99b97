import json

import pytest

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.space_style import (
    contradiction,
    style_of_pieces,
    style_of_pipeline,
)

WORDS = ["a", "b", "the", "of", "and"]


def tokenizer(tmp_path, pieces, pre_tokenizer):
    """A BPE without merges over these pieces."""
    document = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": None,
        "truncation": None,
        "padding": None,
        "model": {"type": "BPE", "vocab": {p: i for i, p in enumerate(pieces)}, "merges": []},
    }
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document))
    return load(Artefact("t", "tokenizer.json", path, ""))


BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": True,
    "use_regex": True,
}
METASPACE = {
    "type": "Metaspace",
    "replacement": "\u2581",
    "prepend_scheme": "always",
    "split": True,
}
PIECES = {
    "\u2581": [*WORDS, *("\u2581" + word for word in WORDS), "\u0120"],
    "\u0120": [*WORDS, *("\u0120" + word for word in WORDS), "\u2581\u2581"],
    "none": [*WORDS, *("##" + word for word in WORDS)],
}


@pytest.mark.parametrize("style", PIECES)
def test_the_vocabulary_shows_its_style(style):
    assert style_of_pieces(PIECES[style]) == style


def test_a_few_pieces_of_the_other_style_are_no_sign():
    assert style_of_pieces([f"w{i}" for i in range(1000)] + ["\u0120a", "\u0120b"]) == "none"
    assert style_of_pieces(PIECES["\u2581"] + PIECES["\u0120"]) == "none"


@pytest.mark.parametrize(
    ("stage", "style"),
    [(BYTE_LEVEL, "\u0120"), (METASPACE, "\u2581"), ({"type": "Whitespace"}, "none")],
)
def test_the_pipeline_shows_its_style(tmp_path, stage, style):
    assert style_of_pipeline(tokenizer(tmp_path, WORDS, stage)) == style


@pytest.mark.parametrize("style", PIECES)
@pytest.mark.parametrize(
    ("stage", "given"),
    [(BYTE_LEVEL, "\u0120"), (METASPACE, "\u2581"), ({"type": "Whitespace"}, "none")],
)
def test_only_a_contradiction_is_warned_of(tmp_path, style, stage, given):
    warning = contradiction(tokenizer(tmp_path, PIECES[style], stage))
    if style in ("none", given):
        assert warning is None
    else:
        assert warning is not None
        assert f"writes a space as {style!r}" in warning
