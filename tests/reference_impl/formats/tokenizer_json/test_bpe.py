import pytest

from tokparity.reference_impl.errors import BadArtefact, Undetermined, Unsupported

VOCAB = {"a": 0, "b": 1, "ab": 2, "c": 3}


@pytest.fixture
def small(trained):
    """Builds a document around a four-piece model with some fields changed."""

    def build(**fields):
        model = {"type": "BPE", "vocab": VOCAB, "merges": []} | fields
        return trained | {"model": {key: model[key] for key in model if model[key] is not ...}}

    return build


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"type": ...}, id="no-type"),
        pytest.param({"merges": ["a b"]}, id="merges-as-strings"),
        pytest.param({"merges": ["#version: 0.2", "a b"]}, id="merges-with-a-version-line"),
        pytest.param({"merges": [["a", "b"], ["a", "b"]]}, id="a-merge-twice"),
        pytest.param({"dropout": 0.0}, id="dropout-0"),
        pytest.param({"dropout": 0}, id="dropout-whole-0"),
        pytest.param({"fuse_unk": None, "byte_fallback": None, "ignore_merges": None}, id="nulls"),
        pytest.param({"unk_token": "none"}, id="unk-that-is-no-piece"),
        pytest.param({"vocab": {}}, id="empty-vocabulary"),
    ],
)
def test_old_and_short_spellings_are_read_as_the_library_reads_them(agree, small, fields):
    assert agree(small(**fields), ["ab", "abc", "ba", ""]) == 0


@pytest.mark.parametrize(
    ("fields", "field", "reason"),
    [
        ({"merges": [["a", "b"], ["a", "z"]]}, "merges[1]", "names the unknown piece 'z'"),
        ({"merges": [["a", "b"], ["a", "c"]]}, "merges[1]", "names the unknown piece 'ac'"),
        ({"merges": ["#version", "a z"]}, "merges[1]", "names the unknown piece 'z'"),
        ({"merges": ["a  b"]}, "merges[0]", "must be two pieces"),
        ({"merges": ["a"]}, "merges[0]", "must be two pieces"),
        ({"merges": [["a", "b"], "a b"]}, "merges[1]", "must be a pair"),
        ({"merges": ["a b", ["a", "b"]]}, "merges[1]", "must be a string"),
        ({"merges": [["a", 1]]}, "merges[0]", "must be a pair"),
        ({"merges": [["a", "b", "c"]]}, "merges[0]", "must be a pair"),
        ({"merges": {}}, "merges", "must be an array"),
        ({"merges": ...}, "merges", "is missing"),
        ({"vocab": ...}, "vocab", "is missing"),
        ({"vocab": VOCAB | {"d": -1}}, "vocab['d']", "cannot be negative"),
        ({"vocab": VOCAB | {"d": 4.0}}, "vocab['d']", "must be a whole number"),
        ({"vocab": VOCAB | {"d": True}}, "vocab['d']", "must be a whole number"),
        ({"dropout": 1.5}, "dropout", "from 0 to 1"),
        ({"dropout": True}, "dropout", "must be a number"),
        ({"fuse_unk": "yes"}, "fuse_unk", "must be true or false"),
        ({"unk_token": 1}, "unk_token", "must be a string"),
        (
            {"continuing_subword_prefix": "###", "merges": [["a", "b"]]},
            "merges[0]",
            "names the unknown piece 'b'",
        ),
    ],
)
def test_what_the_library_refuses_is_refused_by_name(
    library_loads, reference, small, fields, field, reason
):
    assert not library_loads(small(**fields))
    with pytest.raises(BadArtefact) as caught:
        reference(small(**fields))
    assert caught.value.field == f"model.{field}"
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"dropout": 0.1}, "dropout"),
        ({"type": "Markov"}, "type"),
        ({"type": ..., "merges": ...}, "type"),
    ],
)
def test_what_is_not_implemented_is_named(reference, small, fields, field):
    with pytest.raises(Unsupported) as caught:
        reference(small(**fields))
    assert caught.value.field == f"model.{field}"


def test_an_id_that_two_pieces_share_is_the_id_of_both(library_loads, reference, small):
    document = small(vocab=VOCAB | {"d": 1})
    assert library_loads(document)
    tokenizer = reference(document)
    assert tokenizer.id_of("d") == tokenizer.id_of("b") == 1
    with pytest.raises(Undetermined):
        tokenizer.decode((1,))
    assert tokenizer.decode((0,)).value == "a"
