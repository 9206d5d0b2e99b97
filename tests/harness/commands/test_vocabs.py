import json


def test_list_and_show(repository, tokparity):
    code, out, _ = tokparity("vocabs", "list", "one", "--json")
    [row] = map(json.loads, out.splitlines())
    assert (code, row["name"], row["cached"]) == (0, "one", True)
    code, out, err = tokparity("vocabs", "show", "one")
    assert (code, err) == (0, "")
    assert "BPE" in out
    code, out, err = tokparity("vocabs", "show", "qwen3")
    assert code == 0
    assert "tokparity vocabs fetch qwen3" in err


def test_add(repository, tokparity, document):
    (repository / "mine.json").write_text(json.dumps(document))
    code, out, err = tokparity("vocabs", "add", "mine.json", "--name", "mine")
    assert (code, out) == (0, "")
    assert ".tokparity/vocabs/mine.toml" in err
    assert tokparity("encode", "mine", "hello")[0] == 0
    for name in ("mine", "qwen3", "No Name"):
        code, _, err = tokparity("vocabs", "add", "mine.json", "--name", name)
        assert (code, err.count("\n")) == (2, 1), err
