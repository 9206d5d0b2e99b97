import pytest

from tokparity.corpora.vocabs.catalogue import UnknownVocabulary
from tokparity.corpora.vocabs.lock import LockedFile, LockedRepository, lock_repository
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.corpora.vocabs.selection import select
from tokparity.corpora.vocabs.spec import BadSpec, HubSpec, PackageSpec


@pytest.fixture
def ask(tmp_path):
    return lambda *words: select(words, tmp_path / "vocabs", tmp_path / "vocabs.lock")


@pytest.fixture
def known(tmp_path):
    files = {"tokenizer.json": LockedFile("01" * 32, 1, "tokenizer.json")}
    seen = LockedRepository("ab" * 20, files, whole=True)
    lock_repository("google/own@main", seen, tmp_path / "vocabs.lock")
    lock_repository("google/mt5-base@main", seen, tmp_path / "vocabs.lock")


def test_names_globs_and_sets_each_once(ask):
    names = [one.name for one in ask("qwen3", "qwen3*", "default") if isinstance(one, Manifest)]
    assert names[0] == "qwen3"
    assert len(names) == len(set(names)) >= 14


def test_everything_is_what_has_a_hash(ask, known):
    assert all(one.client != "hub" for one in ask("*"))


def test_a_spec_is_one_until_it_is_locked(ask, known):
    spec = HubSpec("own/er", "v1", "x.gguf")
    assert ask("hub:own/er@v1:x.gguf") == (spec,)
    assert ask("pip:a==1:b.json") == (PackageSpec("pip", "a==1", "b.json"),)
    (one,) = ask("hub:google/own")
    assert (one.name, one.sha256) == ("hub:google/own", "01" * 32)


def test_a_repository_is_asked_for_where_only_a_file_of_it_is_locked(ask, tmp_path):
    """Or what stands beside it would never come."""
    files = {"tokenizer.json": LockedFile("01" * 32, 1, "tokenizer.json")}
    lock_repository("own/er@main", LockedRepository("ab" * 20, files), tmp_path / "vocabs.lock")
    assert ask("hub:own/er") == (HubSpec("own/er"),)
    (one,) = ask("hub:own/er:tokenizer.json")
    assert isinstance(one, Manifest)


def test_a_glob_of_the_hub_finds_the_shipped_list_and_the_lock(ask, known):
    found = {getattr(one, "name", None) or str(one): one for one in ask("hub:google/*")}
    assert {"hub:google/own", "hub:google/mt5-base", "hub:google/gemma-2-2b"} <= set(found)
    assert isinstance(found["hub:google/mt5-base"], Manifest)
    assert isinstance(found["hub:google/gemma-2-2b"], HubSpec)
    assert len(ask("hub:*")) >= 41


@pytest.mark.parametrize("word", ["none-such", "hub:none/*", "pip:*"])
def test_what_nothing_matches(ask, word):
    with pytest.raises(UnknownVocabulary):
        ask(word)


def test_what_is_no_spec(ask):
    with pytest.raises(BadSpec):
        ask("hub:gpt2")
