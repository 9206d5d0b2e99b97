import hashlib
import json
import os

import gguf
import pytest

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.corpora.vocabs.lock import LockedFile, LockedRepository, lock_repository
from tokparity.corpora.vocabs.spec import BadSpec
from tokparity.harness.artefacts.catalogue_names import NoSuchArtefact, manifest_of
from tokparity.harness.artefacts.names import resolve
from tokparity.reference_impl.errors import BadArtefact, TokparityError


def test_a_file(artefact):
    held = resolve(str(artefact.path))
    assert (held.name, held.format, held.path) == (
        str(artefact.path),
        "tokenizer.json",
        artefact.path,
    )
    assert held.sha256 == hashlib.sha256(artefact.path.read_bytes()).hexdigest()


def test_a_directory_holds_a_tokenizer_json(tmp_path, document):
    model = tmp_path / "model"
    model.mkdir()
    with pytest.raises(BadArtefact, match=r"holds nothing: it needs a tokenizer\.json"):
        resolve(str(model))
    (model / "tokenizer.json").write_text(json.dumps(document))
    assert resolve(str(model)).path == model / "tokenizer.json"


@pytest.mark.parametrize("named", ["", "tokenizer_config.json"])
def test_a_directory_with_a_configuration_is_what_a_library_makes_of_it(tmp_path, document, named):
    (tmp_path / "tokenizer.json").write_text(json.dumps(document))
    (tmp_path / "tokenizer_config.json").write_text("{}")
    held = resolve(str(tmp_path / named))
    assert (held.format, held.name) == ("tokenizer_config.json", str(tmp_path / named))
    assert held.path == tmp_path / "tokenizer_config.json"
    (tmp_path / "added_tokens.json").write_text("{}")
    assert resolve(str(tmp_path / named)).sha256 != held.sha256


def test_a_configuration_alone_is_no_tokenizer(tmp_path):
    (tmp_path / "tokenizer_config.json").write_text("{}")
    with pytest.raises(BadArtefact, match=r"holds tokenizer_config\.json: it needs a tok"):
        resolve(str(tmp_path))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b"[" * 100_000])
def test_a_configuration_is_a_json_object(tmp_path, document, content):
    (tmp_path / "tokenizer.json").write_text(json.dumps(document))
    (tmp_path / "tokenizer_config.json").write_bytes(content)
    with pytest.raises(BadArtefact, match=r"tokenizer_config\.json: JSON: "):
        resolve(str(tmp_path))


def test_a_list_of_pieces(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\na\n")
    assert resolve(str(path)).format == "vocab.txt"


@pytest.mark.parametrize("name", ["some.model", "some.model.v3"])
def test_pieces_of_sentencepiece(tmp_path, name):
    """A rank file may be called so too, and a message may begin as JSON does."""
    path = tmp_path / name
    path.write_bytes(b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02")
    assert resolve(str(path)).format == "sentencepiece"
    path.write_bytes(b"\n{\n\x79" + b"a" * 121)
    assert resolve(str(path)).format == "sentencepiece"
    path.write_bytes(b"IQ== 0\nIg== 1\n")
    with pytest.raises(BadArtefact, match="rank file"):
        resolve(str(path))


def gguf_file(path, tokens):
    """A vocabulary without merges or scores: enough to be told from another."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


def test_a_gguf_is_told_by_its_magic_and_known_by_its_header(tmp_path):
    path = gguf_file(tmp_path / "any.bin", ["a", "b"])
    held = resolve(str(path))
    assert (held.format, held.path) == ("gguf", path)
    with path.open("r+b") as file:
        file.truncate(40 << 30)  # a model of 40 GB, as a sparse file
    assert resolve(str(path)).sha256 == held.sha256
    assert resolve(str(gguf_file(tmp_path / "other", ["a", "c"]))).sha256 != held.sha256
    assert resolve(str(gguf_file(tmp_path / "joined", ["ab"]))).sha256 != held.sha256


def test_a_model_of_sentencepiece_is_told_by_its_name(tmp_path):
    for name in ("tokenizer.model", "tokenizer.model.v3"):
        (tmp_path / name).write_bytes(b"\n\x05\n\x03<s>")
        assert resolve(str(tmp_path / name)).format == "sentencepiece"
    assert resolve(str(tmp_path)).path == tmp_path / "tokenizer.model"


@pytest.mark.parametrize("config", ["tokenizer_config.json", "config.json"])
@pytest.mark.parametrize("vocabulary", ["tokenizer.model", "spiece.model", "vocab.json"])
def test_a_vocabulary_with_a_config_is_what_a_class_makes_of_it(tmp_path, config, vocabulary):
    (tmp_path / vocabulary).write_bytes(b"\n\x05\n\x03<s>")
    (tmp_path / config).write_text("{}")
    held = resolve(str(tmp_path))
    assert (held.format, held.path) == ("model_folder", tmp_path / config)
    (tmp_path / "added_tokens.json").write_text("{}")
    assert resolve(str(tmp_path)).sha256 != held.sha256
    if vocabulary.endswith(".model"):
        assert resolve(str(tmp_path / vocabulary)).format == "sentencepiece"


def test_a_config_beside_a_vocabulary_is_its_folder(tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\na\n")
    config = tmp_path / "tokenizer_config.json"
    config.write_text('{"tokenizer_class": "BertTokenizer", "chat_template": "{{ 1 }}"}')
    assert resolve(str(config)).format == "model_folder"
    (tmp_path / "vocab.txt").unlink()
    assert resolve(str(config)).format == "chat_template"


def test_a_directory_of_one_gguf_in_parts_is_its_first(tmp_path):
    for number in (1, 2, 3):
        gguf_file(tmp_path / f"m-{number:05}-of-00003.gguf", ["a"])
    assert resolve(str(tmp_path)).path.name == "m-00001-of-00003.gguf"
    gguf_file(tmp_path / "n.gguf", ["a"])
    with pytest.raises(BadArtefact, match=r"n\.gguf: it needs .* single model in \.gguf files"):
        resolve(str(tmp_path))


def test_a_tekken_file_is_told_by_what_it_holds(tmp_path):
    path = tmp_path / "any.json"
    path.write_text('{"config": {}, "vocab": []}')
    assert resolve(str(path)).format == "tekken.json"


@pytest.mark.parametrize(
    ("content", "told"),
    [(b" \n", "is empty"), (b"{", "JSON"), (b"[" * 100_000, "JSON")],
)
def test_what_is_no_artefact(tmp_path, content, told):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(BadArtefact, match=told):
        resolve(str(path))


def test_a_file_called_gguf_that_is_none_says_how_it_begins(tmp_path):
    path = tmp_path / "some.gguf"
    path.write_bytes(b"<html>")
    with pytest.raises(BadArtefact, match="magic: begins with b'<htm': a GGUF begins with b'GGUF'"):
        resolve(str(path))


def test_what_is_no_regular_file_is_not_opened(tmp_path):
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    for path in (str(pipe), os.devnull):
        with pytest.raises(BadArtefact, match="is no regular file"):
            resolve(path)


def test_a_rank_file_needs_a_manifest(tmp_path):
    path = tmp_path / "some.tiktoken"
    path.write_bytes(b"YQ== 0\n")
    with pytest.raises(
        BadArtefact,
        match=r"is a rank file \('YQ== 0'\), which names neither its pattern",
    ):
        resolve(str(path))


def test_a_name_of_the_catalogue(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path))
    assert manifest_of("qwen3").name == "qwen3"
    with pytest.raises(TokparityError, match="tokparity vocabs fetch qwen3"):
        resolve("qwen3")
    for name in ("qwen", "*", "qwen3*"):
        with pytest.raises(NoSuchArtefact, match="neither a file nor a name"):
            resolve(name)


def test_a_path_may_begin_with_dir(tmp_path, document, monkeypatch):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "tokenizer.json").write_text(json.dumps(document))
    monkeypatch.chdir(tmp_path)
    for name in ("dir:model", "dir:model/tokenizer.json", f"dir:{tmp_path}/model"):
        held = resolve(name)
        assert held.name == name
        assert held.path.resolve() == tmp_path / "model" / "tokenizer.json"
    with pytest.raises(NoSuchArtefact):
        resolve("dir:none")


def test_a_file_called_like_a_spec_is_a_file(tmp_path, document, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hub:a").mkdir()
    (tmp_path / "hub:a" / "b").write_text(json.dumps(document))
    assert resolve("hub:a/b").format == "tokenizer.json"


def test_a_spec_that_was_not_fetched_says_how(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for spec in ("hub:a/b", "pip:a==1.0:t.json", "npm:a@1.0.0:package/t.json"):
        with pytest.raises(NotFetched, match=f"run `tokparity vocabs fetch {spec}`"):
            resolve(spec)
    with pytest.raises(BadSpec, match="is not of the form hub:owner/name"):
        resolve("hub:gpt2")


def test_a_spec_that_was_fetched(tmp_path, document, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    raw = json.dumps(document).encode()
    sha256 = hashlib.sha256(raw).hexdigest()
    files = {"tokenizer.json": LockedFile(sha256, len(raw), "tokenizer.json")}
    lock_repository("a/b@main", LockedRepository("ab" * 20, files))
    with pytest.raises(NotFetched, match="hub:a/b is not in the cache"):  # another's lock
        resolve("hub:a/b")
    place = Cache.default().add(sha256, len(raw), [raw], "a")
    held = resolve("hub:a/b")
    assert (held.name, held.format, held.path) == ("hub:a/b", "tokenizer.json", place)
    assert (held.sha256, manifest_of("hub:a/b").sha256) == (sha256, sha256)
