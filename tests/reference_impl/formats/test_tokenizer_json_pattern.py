from pathlib import Path

import pytest

from reference_impl.errors import BadArtefact, Unsupported
from reference_impl.formats.json_node import Node
from reference_impl.formats.tokenizer_json_pattern import read_pattern
from reference_impl.pre_tokenizers.split import Literal, Regex


@pytest.mark.parametrize(
    ("value", "pattern"), [({"String": "a.b"}, Literal("a.b")), ({"Regex": "a.b"}, Regex("a.b"))]
)
def test_patterns(value, pattern):
    assert read_pattern(Node(Path("t.json"), "pattern", value)) == pattern


@pytest.mark.parametrize(
    ("value", "kind", "field"),
    [
        ({}, BadArtefact, "pattern"),
        ({"String": "a", "Regex": "a"}, BadArtefact, "pattern"),
        ("a", BadArtefact, "pattern"),
        ({"Regex": "("}, BadArtefact, "pattern.Regex"),
        ({"String": None}, BadArtefact, "pattern.String"),
        ({"Glob": "a"}, Unsupported, "pattern.Glob"),
    ],
)
def test_what_is_refused(value, kind, field):
    with pytest.raises(kind) as caught:
        read_pattern(Node(Path("t.json"), "pattern", value))
    assert (type(caught.value), caught.value.field) == (kind, field)
