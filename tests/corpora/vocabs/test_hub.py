"""Asking a hub for files; what it refuses is in test_first_fetch.py."""

import sys

import pytest

from tokparity.corpora.vocabs.children import Children, Stopped
from tokparity.corpora.vocabs.hub import HubFailed, download_any, download_at, download_one

FILES = {"a.json": b"{}", "deep/b.json": b"[]"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


def read(came):
    return {path: place.read_bytes() for path, place in came.files.items()}


def test_those_that_are_there(hub, folder):
    commit = hub.add("own/er", FILES)
    came = download_any("own/er", "main", ("a.json", "none.json"), folder, Children())
    assert (came.commit, read(came)) == (commit, {"a.json": b"{}"})
    assert (folder / "expected").read_text() == "2"


def test_one_in_a_folder(hub, folder):
    commit = hub.add("own/er", FILES)
    came = download_one("own/er", commit, "deep/b.json", folder, Children())
    assert (came.commit, read(came)) == (commit, {"deep/b.json": b"[]"})


def test_at_a_commit_nothing_else_is_asked(hub, folder):
    commit = hub.add("own/er", FILES)
    hub.add("own/er", {"a.json": b"changed"})
    came = download_at("own/er", commit, tuple(FILES), folder, Children())
    assert read(came) == FILES
    assert not any("/api/" in path for _, path, _ in hub.asked)


def test_a_client_that_dies(folder, monkeypatch):
    bare = folder / "python"
    bare.write_text("#!/bin/sh\necho at http://secret.example/x it died\nexit 7\n")
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    with pytest.raises(HubFailed) as caught:
        download_one("own/er", "main", "a.json", folder, Children())
    said = "hub:own/er:a.json: its client ended with 7: at … it died: fetch again"
    assert str(caught.value) == said


@pytest.mark.parametrize("commit", ["null", '"main"', '"ABCD"'])
def test_a_hub_that_names_no_commit(folder, monkeypatch, commit):
    bare = folder / "python"
    bare.write_text(f'#!/bin/sh\necho \'{{"commit": {commit}, "paths": []}}\'\n')
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    with pytest.raises(HubFailed, match="does not say which commit that is: check HF_ENDPOINT"):
        download_any("own/er", "main", ("a.json",), folder, Children())


def test_stopped(hub, folder):
    children = Children()
    children.stop()
    with pytest.raises(Stopped):
        download_one("own/er", "main", "a.json", folder, children)
