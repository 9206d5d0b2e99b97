import pytest

from tokparity.harness.artefacts.bytes_table import bytes_that_differ, tokens_of
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@pytest.mark.parametrize(
    "document", [{"tokens": {"1": "IGE=", "7": None}}, {"1": "IGE=", "7": None}]
)
def test_a_table_is_read(tmp_path, document):
    assert tokens_of(tmp_path, document) == {1: b" a", 7: None}


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "is no object"),
        ({"tokens": 3}, "is no object"),
        ({"-1": "IGE="}, "'-1' is no id"),
        ({"\u0661": "IGE="}, "is no id"),
        ({"1": "?"}, "tokens.1: is neither base64 nor null"),
        ({"1": 2}, "tokens.1: is neither base64 nor null"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, document, reason):
    with pytest.raises(BadArtefact, match=reason):
        tokens_of(tmp_path, document)


def test_what_differs_is_named():
    tokenizer = Tokenizer(WordLevel({"a": 0, "b": 1, "c": 2}, "a"))
    theirs = {0: b" a", 1: b"b", 9: b"x"}
    assert list(bytes_that_differ(tokenizer, theirs)) == [
        "id 1: b'b' in the table, not b' b'",
        "id 2: b' c' is not in the table",
        "id 9: b'x' in the table, and no token has this id",
    ]
