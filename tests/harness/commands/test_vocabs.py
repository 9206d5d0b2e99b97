import json

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.lock import LockedFile, LockedRepository, lock_repository


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


def test_filters_and_footer(repository, tokparity):
    code, out, err = tokparity("vocabs", "list", "--format", "gguf", "--algorithm", "wordpiece")
    assert (code, "bert-bge-gguf" in out, "minilm" in out) == (0, True, False)
    assert err.startswith("1 artefacts of 1 models, 1 distinct vocabularies;")
    code, out, err = tokparity("vocabs", "list", "--component", "normalizer=NFC", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {row["name"] for row in rows} >= {"qwen3", "gpt-neox-20b"}
    assert all("NFC" in row["components"]["normalizer"] for row in rows)
    code, out, err = tokparity("vocabs", "list", "one", "--component", "Metaspace")
    assert (code, out.strip().count("\n")) == (0, 0)
    assert err.startswith("0 artefacts of 0 models, 0 distinct vocabularies")


def test_models_of_the_hub_are_listed_apart(repository, tokparity):
    code, out, err = tokparity("vocabs", "list", "--hub", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(rows) >= 40
    assert not any(row["verified"] for row in rows)
    assert err == f"{len(rows)} models of the hub, not verified here\n"
    _, out, _ = tokparity("vocabs", "list", "bigscience/*", "--hub")
    assert "hub:bigscience/bloom" in out


def test_the_component_of_an_own_file_is_looked_up(repository, tokparity):
    _, out, _ = tokparity("vocabs", "list", "one", "--component", "ByteLevel", "--json")
    assert [json.loads(line)["name"] for line in out.splitlines()] == ["one"]


def test_show_draws_the_pipeline_and_knows_models(repository, tokparity):
    code, out, _ = tokparity("vocabs", "show", "one")
    assert (code, "┌─▼ pre_tokenizer" in out) == (0, True)
    code, out, err = tokparity("vocabs", "show", "llama3")
    assert (code, err) == (0, "")
    assert "artefact: llama3-ranks: tiktoken, BPE tiktoken ranks" in out
    assert "compared: llama3-gguf with llama3.1" in out
    assert tokparity("vocabs", "show", "llama33")[0] == 2


def test_add(repository, tokparity, document):
    (repository / "mine.json").write_text(json.dumps(document))
    code, out, err = tokparity("vocabs", "add", "mine.json", "--name", "mine")
    assert (code, out) == (0, "")
    assert ".tokparity/vocabs/mine.toml" in err
    assert tokparity("encode", "mine", "hello")[0] == 0
    for name in ("mine", "qwen3", "No Name"):
        code, _, err = tokparity("vocabs", "add", "mine.json", "--name", name)
        assert (code, err.count("\n")) == (2, 1), err


def test_the_key_of_a_cache_changes_with_what_is_to_be_in_it(tokparity, tmp_path):
    def key():
        code, out, err = tokparity("vocabs", "key")
        assert (code, err, len(out)) == (0, "", 65)
        return out

    bare = key()
    assert key() == bare
    file = LockedFile("01" * 32, 1, "tokenizer.json")
    lock_repository("a/b@main", LockedRepository("ab" * 20, {"tokenizer.json": file}, whole=True))
    by_spec = key()
    (tmp_path / "own.json").write_text("{}")
    catalogue.add(tmp_path / "own.json", "own", "tokenizer.json", catalogue.OWN)
    assert len({bare, by_spec, key()}) == 3


def test_a_table_of_bytes_is_printed_and_compared(repository, tokparity):
    code, out, _ = tokparity("vocabs", "bytes", "one")
    table = json.loads(out)
    assert (code, table["artefact"]) == (0, "one")
    ours, theirs = repository / "ours.json", repository / "theirs.json"
    ours.write_text(out)
    first = next(iter(table["tokens"]))
    theirs.write_text(json.dumps({**table["tokens"], first: "ISE="}))
    few = ("check", "one", "--cases", "8", "--sweep", "none", "--replies", "0", "--token-bytes")
    code, _, err = tokparity(*few, str(ours), "--out", "a")
    assert (code, "bytes: the table says the same of all" in err) == (0, True)
    code, _, err = tokparity(*few, str(theirs), "--out", "b")
    assert (code, "bytes: 1 tokens differ" in err) == (1, True)
    assert f"id {first}: b'!!' in the table, not " in err
