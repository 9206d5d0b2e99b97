from array import array
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken, AddedTokenPass
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.compiled import column_writing
from tokparity.reference_impl.compiled.blocks import Blocks, Damaged, blocks_of
from tokparity.reference_impl.compiled.mapped_trie import MappedTrie
from tokparity.reference_impl.compiled.states import Restored, Written
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence

KEY = b"k" * 32
VOCAB = {"[UNK]": 0, "a": 1, "##b": 2}


@dataclass(frozen=True)
class Stranger:
    """No class of ours."""

    value: int = 0
    double: int = field(init=False, default=0)


def restored(value: object, path: Path) -> Restored:
    path.write_bytes(blocks_of(*Written(value).sections(), KEY))
    return Restored(Blocks(str(path), KEY), lambda: pytest.fail("was read again"))


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 5, 1 << 70, 1.5, -0.0, float("inf"), "\ud800\0é", b"\0\xff", (), [], {}),
        ((1, [2, (3,)]), {"a": (1,), 2: None}, frozenset({1}), {"x"}),
        array("f", [0.5, 1]),
        AddedToken(1, "<s>", special=True),
        tuple(AddedToken(at, f"<{at}>", lstrip=at % 2 == 0) for at in range(40)),
        (*(AddedToken(at, "x") for at in range(20)), Lowercase()),
        NormalizerSequence((Lowercase(), Lowercase())),
        AddedTokenPass,
        SpecialPartition.of,
        pair_key,
        WordPiece(VOCAB),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_was_written_is_made_again(value, tmp_path):
    root = restored(value, tmp_path / "file").root
    assert (type(root), root) == (type(value), value)
    assert repr(root) == repr(value)


def test_an_object_that_is_there_twice_is_one(tmp_path):
    stage = Lowercase()
    first, second = restored((stage, NormalizerSequence((stage,))), tmp_path / "file").root
    assert second.normalizers[0] is first


def test_symbols(tmp_path):
    symbols = Symbols(["ab", "abc", "x" * 70])
    root = restored(symbols, tmp_path / "file").root
    assert root.symbols == symbols.symbols
    assert list(root.spans("xabcab")) == [(1, 4), (4, 6)]


def test_what_is_hashed_is_no_table(tmp_path, monkeypatch):
    monkeypatch.setattr(column_writing, "LARGE", 1)
    value = ({("a", ("b",)): 1.5}, frozenset({("a", "b")}), {b"a"})
    assert restored(value, tmp_path / "file").root == value


def test_a_model_gets_its_tables_once_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(column_writing, "LARGE", 1)
    model = restored(WordPiece(VOCAB), tmp_path / "file").root
    assert type(model.vocab) is not dict
    assert model.tokenize("ab") == ((1, 0, 1), (2, 1, 2))
    assert type(model.vocab) is not dict
    assert list(model.vocab) == list(VOCAB)
    assert type(model.vocab) is dict
    assert type(model.pieces) is not dict
    assert list(model.pieces) == [0, 1, 2]
    assert type(model.pieces) is dict


def test_a_trie_of_few_pieces(tmp_path):
    """It is a table, and so are its pieces, of however few."""
    model = Unigram([("<unk>", 0.0), ("a", -1.0), ("ab", -1.5)], unk_id=0)
    expected = model.tokenize("abxa")
    quick = restored(model, tmp_path / "file").root
    assert isinstance(quick._trie, MappedTrie)
    assert quick.tokenize("abxa") == expected
    assert quick == model
    assert quick.vocab == model.vocab


def test_a_trie_of_nothing_is_made_again(tmp_path):
    model = Unigram([], unk_id=None)
    assert model._trie.values == {}
    quick = restored(model, tmp_path / "file").root
    assert quick == model
    assert type(quick._trie) is Trie


@pytest.mark.parametrize(
    "value",
    [Stranger(), Stranger, lambda: 0, object(), Path("a"), len, [print]],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_ours_is_not_written(value):
    with pytest.raises(Uncompiled):
        Written(value)


@pytest.mark.parametrize(
    "code",
    [
        ["called", 0, "../os:system", {"command": "false"}],
        ["name", "compiled.states:import_module"],
        ["name", "contract:os.system"],
        ["nothing"],
        [],
        ["rows", "added_tokens.passes:AddedToken", [[]]],
        ["table", 5],
        ["again", 0],
    ],
    ids=str,
)
def test_a_head_that_says_something_else(code, tmp_path):
    directory, sections = Written(5).sections()
    (tmp_path / "file").write_bytes(blocks_of({**directory, "state": code}, sections, KEY))
    errors = (Damaged, LookupError, TypeError, ValueError, ImportError, AttributeError)
    with pytest.raises(errors):
        Restored(Blocks(str(tmp_path / "file"), KEY), list)
