import errno
import hashlib
import os
import tracemalloc
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import NotFetched, UnknownVocabulary, add_all
from tokparity.corpora.vocabs.manifest import Archive, HubFile, Manifest, Member
from tokparity.reference_impl.contract import Artefact, RankFacts
from tokparity.reference_impl.errors import BadArtefact

DEFAULT = {
    *("cl100k-ranks", "claude2", "deepseek-v4", "gpt-neox-20b", "gpt2-ranks"),
    *("llama3-ignore-merges", "llama3-merges", "llama3-ranks", "llama4-ranks", "o200k-ranks"),
    *("pix2tex", "qwen3", "qwen3-ranks", "qwen3.6-ranks"),
}


def test_default_set_comes_by_pip_alone_and_is_small() -> None:
    chosen = catalogue.find("default")
    assert {manifest.name for manifest in chosen} == DEFAULT
    assert {manifest.client for manifest in chosen} == {"pip"}
    archives = {m.source.archive for m in chosen if isinstance(m.source, Member)}
    assert sum(archive.bytes for archive in archives) < 32_000_000


def test_beyond_the_default() -> None:
    beyond = {m.name: m.client for m in catalogue.manifests() if not m.default}
    assert {name for name, client in beyond.items() if client == "npm"} == {
        *("cl100k", "deepseek-v3", "gemini", "gemma3", "gpt-oss", "llama3.1", "mistral-v1", "o200k")
    }
    aranizers = [name for name in beyond if name.startswith("aranizer-")]
    assert len(aranizers) == 16
    ggufs = [name for name in beyond if name.endswith("-gguf")]
    assert len(ggufs) == 19
    models = [one.name for one in catalogue.manifests() if one.format == "sentencepiece"]
    assert len(models) == 9
    assert {name for name, client in beyond.items() if client == "pip"} == {
        *aranizers,
        *ggufs,
        *models,
        *("chinese-bert-vocab", "hanbert-vocab", "rwpt-romanian-vocab", "llama2", "minilm"),
        *("mistral-tekken", "mon-burmese", "toke", "tortoise-tts", "zirhuz-uzbek"),
        *("p50k-ranks", "whisper-ranks"),
    }


def test_no_two_manifests_are_of_one_file() -> None:
    hashes = [manifest.sha256 for manifest in catalogue.manifests()]
    assert len(hashes) == len(set(hashes))


def test_a_manifest_is_called_as_its_file() -> None:
    folder = resources.files("tokparity.corpora.vocabs") / "manifests"
    files = {entry.name.removesuffix(".toml") for entry in folder.iterdir()}
    assert files == {manifest.name for manifest in catalogue.manifests()}


def test_an_archive_is_described_alike_wherever_it_is_named() -> None:
    sources = [m.source for m in catalogue.manifests() if isinstance(m.source, Member)]
    packages = {source.archive.package: source.archive for source in sources}
    assert all(packages[source.archive.package] == source.archive for source in sources)
    assert packages["llama-models==0.3.0"].file == "llama_models-0.3.0-py3-none-any.whl"


def test_pairs_are_of_one_model() -> None:
    named = catalogue.pairs(catalogue.manifests())
    assert {(left.name, right.name) for left, right in named} == {
        ("llama3-ignore-merges", "llama3-merges"),
        ("llama3-ignore-merges", "llama3-ranks"),
        ("llama3-merges", "llama3-ranks"),
        ("qwen3", "qwen3-ranks"),
        ("cl100k", "cl100k-ranks"),
        ("o200k", "o200k-ranks"),
        ("llama3.1", "llama3-ignore-merges"),
        ("llama3.1", "llama3-merges"),
        ("llama3.1", "llama3-ranks"),
        ("bert-bge-gguf", "minilm"),
        ("gpt-neox-gguf", "gpt-neox-20b"),
        ("gpt2-gguf", "gpt2-ranks"),
        ("llama2-gguf", "llama2"),
        ("llama3-gguf", "llama3-ignore-merges"),
        ("llama3-gguf", "llama3-merges"),
        ("llama3-gguf", "llama3-ranks"),
        ("llama3-gguf", "llama3.1"),
        ("mistral-v1-model", "mistral-v1"),
        ("qwen2-gguf", "qwen3"),
        ("qwen2-gguf", "qwen3-ranks"),
        ("qwen35-gguf", "qwen2-gguf"),
    }
    assert all(left.model == right.model for left, right in named)


@pytest.mark.parametrize(
    ("name", "count", "known"),
    [
        ("gpt2-ranks", 1, {"<|endoftext|>": 50256}),
        ("qwen3-ranks", 208, {"<|im_start|>": 151644, "<|extra_204|>": 151850}),
        ("qwen3.6-ranks", 33, {"<|audio_pad|>": 248076, "</think>": 248069}),
        ("cl100k-ranks", 5, {"<|endofprompt|>": 100276}),
        ("o200k-ranks", 2, {"<|endoftext|>": 199999}),
        ("llama3-ranks", 256, {"<|eot_id|>": 128009, "<|reserved_special_token_245|>": 128255}),
        (
            "whisper-ranks",
            1608,
            {"<|endoftext|>": 50257, "<|notimestamps|>": 50363, "<|0.00|>": 50364},
        ),
        ("llama4-ranks", 2048, {"<|eot|>": 200008, "<|reserved_special_token_903|>": 202047}),
    ],
)
def test_special_tokens_of_rank_files(name: str, count: int, known: dict[str, int]) -> None:
    (manifest,) = catalogue.find(name)
    assert manifest.facts is not None
    assert len(manifest.facts.specials) == count
    assert manifest.facts.specials.items() >= known.items()
    assert manifest.facts.source


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_facts_are_those_of_the_installed_tiktoken(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiktoken_ext import openai_public

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *args, **kwargs: {})
    theirs = getattr(openai_public, name)()
    (manifest,) = [
        m for m in catalogue.manifests() if m.facts and m.facts.source.endswith(f", {name}")
    ]
    assert manifest.facts is not None
    assert manifest.facts.pattern == theirs["pat_str"]
    assert manifest.facts.specials == theirs["special_tokens"]


def test_unknown_name() -> None:
    with pytest.raises(UnknownVocabulary, match="'qwen9'"):
        catalogue.find("qwen9")


def test_what_is_not_fetched_says_how_to_fetch_it(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("qwen3")
    with pytest.raises(NotFetched, match="run `tokparity vocabs fetch qwen3`"):
        catalogue.artefact(manifest, Cache(tmp_path))


def test_own_file_is_added_and_used_where_it_lies(tmp_path: Path) -> None:
    file = tmp_path / "my.tiktoken"
    file.write_bytes(b"YQ== 0\n")
    own = tmp_path / ".tokparity" / "vocabs"
    facts = RankFacts("[a-z]", {"<|end|>": 1}, "mine")
    catalogue.add(file, "mine", "tiktoken", own, facts)
    (manifest,) = catalogue.find("mine", own)
    cache = Cache(tmp_path / "cache")
    sha256 = hashlib.sha256(b"YQ== 0\n").hexdigest()
    held = catalogue.artefact(manifest, cache)
    assert held == Artefact("mine", "tiktoken", held.path, sha256, facts)
    assert held.path.resolve() == file.resolve()
    assert str(tmp_path) not in (own / "mine.toml").read_text("utf-8")
    with pytest.raises(BadArtefact, match="'mine' is taken"):
        catalogue.add(file, "mine", "tiktoken", own, facts)
    file.write_bytes(b"Yg== 0\n")
    with pytest.raises(BadArtefact, match="is no longer what was added"):
        catalogue.artefact(manifest, cache)
    file.unlink()
    with pytest.raises(BadArtefact, match="it was added as mine"):
        catalogue.artefact(manifest, cache)


@pytest.mark.parametrize(
    ("name", "content", "facts", "reason"),
    [
        ("mine", None, RankFacts("a"), "file: No such file"),
        ("mine", b"", RankFacts("a"), "file: is empty"),
        ("mine", b"x", None, "facts: a rank file needs its pattern"),
        ("qwen3", b"x", RankFacts("a"), "'qwen3' is taken"),
        ("../x", b"x", RankFacts("a"), "name: is '../x'"),
    ],
)
def test_nothing_is_written_when_adding_fails(
    tmp_path: Path, name: str, content: bytes | None, facts: RankFacts | None, reason: str
) -> None:
    file = tmp_path / "my.tiktoken"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadArtefact) as caught:
        catalogue.add(file, name, "tiktoken", tmp_path / "own", facts)
    assert reason in str(caught.value)
    assert not (tmp_path / "own").exists()


def test_a_disk_that_is_full_between_two_manifests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first names the second: alone it would make the whole catalogue unreadable."""
    (qwen3,) = catalogue.find("qwen3")
    new = (
        replace(qwen3, name="a", pairs=("b",)),
        replace(qwen3, name="b", pairs=()),
    )
    written: list[Path] = []
    write_text = Path.write_text

    def full(path: Path, text: str, encoding: str) -> int:
        if written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        return write_text(path, text, encoding=encoding)

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space left"):
            catalogue.write(new, tmp_path)
    assert (len(written), list(tmp_path.iterdir())) == (1, [])

    replaced: list[str] = []
    replace_file = Path.replace

    def readable(path: Path, place: Path) -> Path:
        replaced.append(place.name)
        moved = replace_file(path, place)
        catalogue.manifests(tmp_path)
        return moved

    with monkeypatch.context() as disk:
        disk.setattr(Path, "replace", readable)
        catalogue.write(new, tmp_path)
    assert replaced == ["b.toml", "a.toml"]


def test_an_own_file_is_not_read_into_memory(tmp_path: Path) -> None:
    size = 16 << 20
    file = tmp_path / "my.gguf"
    file.touch()
    os.truncate(file, size)
    catalogue.manifests()  # which are kept in memory
    tracemalloc.start()
    try:
        added = catalogue.add(file, "mine", "gguf", tmp_path / "own")
        catalogue.artefact(added, Cache(tmp_path / "cache"))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (added.bytes, most < size // 4) == (size, True)


def test_two_manifests_of_one_name(tmp_path: Path) -> None:
    file = tmp_path / "my.json"
    file.write_bytes(b"{}")
    catalogue.add(file, "mine", "tokenizer.json", tmp_path)
    (tmp_path / "again.toml").write_bytes((tmp_path / "mine.toml").read_bytes())
    with pytest.raises(BadArtefact, match="used by two manifests"):
        catalogue.manifests(tmp_path)


@pytest.mark.vocabulary
def test_default_files_are_what_their_manifests_say() -> None:
    cache = Cache.default()
    for manifest in catalogue.find("default"):
        assert catalogue.artefact(manifest, cache).path.stat().st_size == manifest.bytes
        cache.verify(manifest.sha256, manifest.name)


COMMIT = "ab" * 20
FIRST = Manifest(
    *("hub:Own/Some_Model", "x", "", "tokenizer.json", "", "not looked at", "01" * 32, 1),
    source=HubFile("Own/Some_Model", "main", COMMIT, "tokenizer.json"),
)


def other(path, format):
    source = HubFile("Own/Some_Model", "main", COMMIT, path)
    return replace(FIRST, name=f"hub:Own/Some_Model:{path}", format=format, source=source)


def test_the_vocabularies_of_a_repository_are_one_model_compared_with_each_other(tmp_path):
    found = (
        FIRST,
        other("tokenizer.model", "sentencepiece"),
        other("spiece.model", "sentencepiece"),
        other("tekken.json", "tekken.json"),
    )
    added = add_all(found, None, tmp_path)
    names = ["some_model", "some_model-model-1", "some_model-model-2", "some_model-tekken"]
    assert [one.name for one in added] == names
    known = {one.name: one for one in catalogue.manifests(tmp_path)}
    assert {known[name].model for name in names} == {"some_model"}
    pairs = catalogue.pairs(tuple(known[name] for name in names))
    assert len(pairs) == 6
    assert [known[name].source for name in names] == [one.source for one in found]


def test_a_file_of_a_package_is_called_as_it(tmp_path):
    archive = Archive("npm", "@s/a@1.0.0", "s-a-1.0.0.tgz", "05" * 32, 5)
    source = Member(archive, "package/t.json", FIRST.sha256, 1)
    (added,) = add_all((replace(FIRST, source=source),), None, tmp_path)
    assert (added.name, added.source) == ("s-a", source)


@pytest.mark.parametrize("name", ["qwen3", "No Name"])
def test_a_name_that_cannot_be_had(tmp_path, name):
    with pytest.raises(BadArtefact):
        add_all((FIRST, other("tokenizer.model", "sentencepiece")), name, tmp_path / "own")
    assert not (tmp_path / "own").exists()


def test_all_or_none(tmp_path):
    add_all((FIRST,), "mine-model", tmp_path)
    with pytest.raises(BadArtefact, match="'mine-model' is taken"):
        add_all((FIRST, other("tokenizer.model", "sentencepiece")), "mine", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine-model.toml"]
