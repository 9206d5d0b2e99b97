import json


def test_a_vocabulary_of_the_catalogue(tokparity, repository):
    code, out, _ = tokparity("formats", "one", "--json")
    assert code == 0
    told = json.loads(out)
    engines = {row["engine"]: row for row in told["engines"]}
    assert set(engines) == {"tokenizers", "llama.cpp", "tiktoken"}
    assert engines["tokenizers"]["derived"] is None
    assert engines["tiktoken"]["derived"]["by"] == "tokparity"
    assert engines["llama.cpp"]["file"] == "one-as-gguf"


def test_a_path_and_what_cannot_be_made_of_it(tokparity, repository, tmp_path):
    path = tmp_path / "words.json"
    model = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}
    path.write_text(json.dumps({"version": "1.0", "model": model}))
    code, out, err = tokparity("formats", str(path))
    assert code == 0
    assert "published" in out
    assert "no gguf: " in err
    assert "no tiktoken: its pieces do not spell bytes" in err


def test_no_such_model(tokparity, repository):
    code, _, err = tokparity("formats", "nobody")
    assert code == 2
    assert "neither a file nor a name" in err


def test_the_list_of_all_models_that_are_fetched(tokparity, repository):
    code, out, _ = tokparity("vocabs", "list", "--three-ways", "--json")
    assert code == 0
    told = [json.loads(line) for line in out.splitlines()]
    assert [len(row["engines"]) for row in told] == [3] * len(told)
    code, out, _ = tokparity("vocabs", "list", "one", "--three-ways")
    assert code == 0
    assert "tiktoken: one-as-ranks, derived from one by tokparity" in " ".join(out.split())
