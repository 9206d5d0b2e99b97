"""Files that are refused whole: told apart from those that their own library refuses too."""

import json

import pytest

from evaluation.tables import refusals
from evaluation.tables.refusals import Row, folders, main
from tokparity.reference_impl.compiled import tokenizer_json


@pytest.fixture
def collection(tmp_path, document, model):
    """A file of each kind, and one that every library refuses."""
    (tmp_path / "a.json").write_text(json.dumps(document))
    (tmp_path / "b.model").write_bytes(model.read_bytes())
    (tmp_path / "c.txt").write_text("[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\na\n##b\n")
    (tmp_path / "d.json").write_text('{"model": {"type": "Unheard"}}')
    (tmp_path / "e.md").write_text("not asked for")
    return tmp_path


@pytest.fixture
def without_folders(monkeypatch):
    monkeypatch.setattr(refusals, "folders", lambda files: iter(()))


@pytest.mark.usefixtures("without_folders")
def test_what_both_refuse_is_no_fault(collection, capsys):
    assert main(["--catalogue", "", str(collection)]) == 0
    out = capsys.readouterr().out
    assert "4 files and folders: 3 taken, 1 refused by both, 0 refused here alone" in out
    assert f"refused by both    {collection / 'd.json'}" in out
    assert "a.json" not in out


@pytest.mark.usefixtures("without_folders")
def test_what_the_reference_refuses_alone_is_one(collection, capsys, monkeypatch):
    def refuse(node, *_):
        raise node.unsupported("is refused")

    monkeypatch.setattr(tokenizer_json, "read_tokenizer", refuse)
    assert main(["--catalogue", "", "--all", str(collection)]) == 1
    assert f"refused here alone {collection / 'a.json'}" in capsys.readouterr().out


def test_folders_are_made_of_each_kind_of_file(collection):
    names = [name for name, _ in folders(sorted(collection.glob("[abc].*")))]
    for part in (
        "a.json as vocab.json and merges.txt of GPT2Tokenizer",
        "b.model as spiece.model of T5Tokenizer",
        "b.model as source.spm and target.spm",
        "c.txt as vocab.txt of BertTokenizer",
        "byt5 without a vocabulary",
        "canine without a vocabulary",
        "RWKV's vocabulary",
    ):
        assert part in names


@pytest.mark.parametrize(
    ("here", "there", "verdict"),
    [
        ("", "", "taken"),
        ("x", "y", "refused by both"),
        ("x", "", "refused here alone"),
        ("", "y", "taken here alone"),
    ],
)
def test_verdicts(here, there, verdict):
    assert Row("a", here, there).verdict == verdict
