from pathlib import Path

import pytest

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.regexes.tokenizer_json import read_pattern
from tokparity.reference_impl.serde_json.node import Node


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
