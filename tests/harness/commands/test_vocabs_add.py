import base64
import hashlib
import json
from dataclasses import replace

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.known_files import known_files

BESIDE = {"tokenizer_config.json": b'{"chat_template": "{{ m }}"}', "README.md": b"no"}


@pytest.fixture
def files(document, model):
    return {
        "tokenizer.json": json.dumps(document).encode(),
        "tokenizer.model": model.read_bytes(),
        **BESIDE,
    }


def test_a_repository_becomes_one_model(hub, tokparity, tmp_path, files):
    commit = hub.add("own/Some_Model-1B", files)
    code, out, err = tokparity("vocabs", "add", "hub:own/Some_Model-1B")
    assert (code, out) == (0, ""), err
    assert err.splitlines() == [
        "added some_model-1b: .tokparity/vocabs/some_model-1b.toml",
        "added some_model-1b-model: .tokparity/vocabs/some_model-1b-model.toml",
        "what it hashes to: .tokparity/vocabs.lock",
    ]
    first, second = catalogue.find("some_model-1b*", catalogue.OWN)
    assert {first.model, second.model} == {"some_model-1b"}
    assert catalogue.pairs((first, second)) == ((first, second),)
    assert (first.source.commit, first.source.path) == (commit, "tokenizer.json")
    [companion] = first.companions
    held = Cache.default().path(companion.sha256)
    assert (companion.path, held.read_bytes()) == (
        "tokenizer_config.json",
        BESIDE["tokenizer_config.json"],
    )
    assert tokparity("encode", "some_model-1b", "hello")[0] == 0
    assert tokparity("encode", "some_model-1b-model", "hello")[0] == 0
    assert "commit: " + commit in tokparity("vocabs", "show", "some_model-1b")[1]
    code, _, err = tokparity("vocabs", "add", "hub:own/Some_Model-1B")
    assert (code, "'some_model-1b' is taken" in err) == (2, True)


def test_a_repository_of_which_a_file_was_fetched_before_is_added_whole(hub, tokparity, files):
    hub.add("own/er", files)
    assert tokparity("vocabs", "fetch", "hub:own/er:tokenizer.json")[0] == 0
    code, _, err = tokparity("vocabs", "add", "hub:own/er")
    assert code == 0, err
    first, second = catalogue.find("er*", catalogue.OWN)
    assert [one.path for one in first.companions] == ["tokenizer_config.json"]
    assert second.format == "sentencepiece"


def test_a_spec_is_used_where_it_was_fetched(hub, tokparity, files):
    hub.add("own/er", files)
    code, _, err = tokparity("encode", "hub:own/er", "hello")
    assert (code, err) == (
        2,
        (
            "tokparity: vocabulary hub:own/er is not in the cache: "
            "run `tokparity vocabs fetch hub:own/er`\n"
        ),
    )
    assert hub.asked == []
    assert tokparity("vocabs", "fetch", "hub:own/er")[0] == 0
    hub.asked.clear()
    first = tokparity("encode", "hub:own/er", "hello")
    assert first[0] == 0
    assert tokparity("encode", "hub:own/er:tokenizer.json", "hello")[1] == first[1]
    code, out, _ = tokparity("encode", "hub:own/er:tokenizer.model", "hello")
    assert (code, out == first[1]) == (0, False)
    assert tokparity("encode", "hub:own/er:tekken.json", "hello")[0] == 2
    assert hub.asked == []


def test_what_cannot_be_run_is_not_added(hub, tokparity, tmp_path):
    hub.add("own/er", {"tokenizer.json": b'{"model": {"type": "Unheard"}}'})
    code, _, err = tokparity("vocabs", "add", "hub:own/er")
    assert (code, "Unheard" in err) == (2, True)
    assert not (tmp_path / catalogue.OWN).exists()


def test_one_of_two_that_can_be_run_is_added(hub, tokparity, files):
    hub.add("own/er", {**files, "tokenizer.json": b'{"model": {"type": "Unheard"}}'})
    code, _, err = tokparity("vocabs", "add", "hub:own/er", "--name", "mine")
    assert (code, err.startswith("not added: hub:own/er: ")) == (0, True)
    assert "Unheard" in err.splitlines()[0]
    [mine] = catalogue.find("mine*", catalogue.OWN)
    assert (mine.name, mine.format, mine.pairs) == ("mine", "sentencepiece", ())


def test_what_cannot_be_fetched_is_not_added(hub, tokparity, tmp_path):
    code, _, err = tokparity("vocabs", "add", "hub:no/such")
    assert (code, err.splitlines()[0]) == (
        2,
        (
            "hub:no/such: failed: no such repository, or a private one: check the name, or set "
            "HF_TOKEN"
        ),
    )
    assert not (tmp_path / ".tokparity").exists()


@pytest.mark.parametrize("prefix", ["", "dir:"])
def test_a_folder_of_ones_own(tokparity, tmp_path, document, prefix):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "tokenizer.json").write_text(json.dumps(document))
    (tmp_path / "model" / "tokenizer_config.json").write_text("{}")
    code, _, err = tokparity("vocabs", "add", f"{prefix}model", "--name", "mine")
    assert (code, err) == (0, "added mine: .tokparity/vocabs/mine.toml\n")
    expected = tokparity("encode", f"{prefix}model/tokenizer.json", "hello")
    assert tokparity("encode", "mine", "hello") == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mine.json"], "a file of your own needs a --name"),
        (["none.json", "--name", "x"], "none.json"),
        (["hub:own"], "hub:own: is not of the form hub:owner/name[@revision][:path]"),
        (["hub:own/er", "--pattern", "x"], "are for a file of your own"),
    ],
)
def test_what_is_asked_for_wrongly(tokparity, tmp_path, document, arguments, said):
    (tmp_path / "mine.json").write_text(json.dumps(document))
    code, _, err = tokparity("vocabs", "add", *arguments)
    assert (code, said in err) == (2, True), err
    assert not (tmp_path / ".tokparity").exists()


@pytest.fixture
def known(monkeypatch, document):
    """The bytes of a small tokenizer.json, known as a copy of GPT-2's."""
    raw = json.dumps(document).encode()
    files = {known.name: known for known in known_files().values()}
    file = replace(files["gpt2-json"], sha256=hashlib.sha256(raw).hexdigest())
    monkeypatch.setattr(catalogue, "known_files", lambda: {file.sha256: file})
    return raw


def test_what_is_known_of_a_folder_is_added_beside_its_model(tokparity, tmp_path, known):
    folder = tmp_path / "some" / "deep"
    folder.mkdir(parents=True)
    (folder / "x.json").write_bytes(known)
    (folder / "other.json").write_bytes(b"{}")
    code, out, err = tokparity("vocabs", "add", tmp_path / "some", "--known")
    assert (code, out, err.splitlines()) == (
        0,
        "",
        [
            "added gpt2-json, of gpt2: compared with gpt2-gguf, gpt2-ranks",
            "1 of 2 files added; the others are here, or not known",
        ],
    )
    (manifest,) = catalogue.find("gpt2-json", catalogue.OWN)
    assert (manifest.model, manifest.licence) == ("gpt2", "BSD style")
    assert tokparity("encode", "gpt2-json", "hello")[0] == 0
    code, _, err = tokparity("vocabs", "add", f"dir:{tmp_path}/some", "--known")
    assert (code, err.startswith("0 of 2 files added")) == (0, True)
    assert tokparity("vocabs", "add", tmp_path, "--known", "--name", "x")[0] == 2


def test_kimi_is_fetched_with_its_pattern(hub, tokparity):
    letters = {bytes([byte]): byte for byte in range(256)}
    ranks = {**letters, b"ab": 256, "\u4e16\u754c".encode(): 257, b"\xe4\xb8": 258}
    lines = (b"%s %d" % (base64.b64encode(token), rank) for token, rank in ranks.items())
    config = {"added_tokens_decoder": {"260": {"content": "[EOS]"}}}
    files = {
        "tiktoken.model": b"\n".join(lines) + b"\n",
        "tokenizer_config.json": json.dumps(config).encode(),
    }
    hub.add("moonshotai/Kimi-K3", files)
    assert tokparity("vocabs", "fetch", "hub:moonshotai/Kimi-K3")[0] == 0
    hub.asked.clear()
    code, out, err = tokparity("encode", "hub:moonshotai/Kimi-K3", "ab[EOS]a\u4e16")
    assert (code, out) == (0, "256 260 97 258 150\n"), err
    code, out, err = tokparity("check", "hub:moonshotai/Kimi-K3", "--cases", "64")
    assert code == 0, err
    code, out, _ = tokparity("vocabs", "show", "hub:moonshotai/Kimi-K3")
    assert (code, "tokenization_kimi.py" in out) == (0, True)
    code, _, err = tokparity("vocabs", "add", "hub:moonshotai/Kimi-K3", "--name", "kimi")
    assert code == 0, err
    assert tokparity("encode", "kimi", "ab[EOS]")[1] == "256 260\n"
    assert hub.asked == []
