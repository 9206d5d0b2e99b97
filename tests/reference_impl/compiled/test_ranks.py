import base64
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tokparity.reference_impl.compiled import loading
from tokparity.reference_impl.compiled.loading import file_name, load_compiled
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.contract import Artefact, RankFacts
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load

FACTS = RankFacts(r"\w+|\W+", {"<s>": 300, "</s>": 301})
PIECES = [bytes([byte]) for byte in range(256)] + [b"he", b"ll", b"hell", b"o ", b"\xe4\xbd"]


@pytest.fixture
def artefact(tmp_path: Path) -> Artefact:
    lines = [b"%s %d" % (base64.b64encode(it), rank) for rank, it in enumerate(PIECES)]
    path = tmp_path / "ranks.tiktoken"
    path.write_bytes(b"\n".join(lines))
    return Artefact("small", "tiktoken", path, sha256(path.read_bytes()).hexdigest(), FACTS)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(loading, "WORTH_A_FILE", 0)
    return Store(tmp_path / "compiled")


def test_what_is_read_is_the_source(artefact, store):
    plain = load(artefact)
    load_compiled(artefact, store)
    quick = load_compiled(artefact, store)
    for text in ("hello hell", "<s>你好</s>", "", "\x00é" * 40):
        assert quick.encode(text) == plain.encode(text)
    ids = [*range(261), 300, 301]
    assert quick.decode(ids) == plain.decode(ids)
    assert not quick.model.vocab._tables.is_whole
    assert quick == plain


def test_other_facts_are_another_file(artefact, store):
    load_compiled(artefact, store)
    other = replace(artefact, facts=RankFacts(r"\w|\W", {"<t>": 400}))
    for _ in range(2):
        assert (
            load_compiled(other, store).encode("hell<t>").ids == load(other).encode("hell<t>").ids
        )
    assert file_name(other) != file_name(artefact)
    assert {path.name for path in store.folder.iterdir()} == {
        *("key", store.path(file_name(artefact)).name, store.path(file_name(other)).name)
    }


def test_facts_that_are_not_good_are_as_bad_as_ever(artefact, store):
    load_compiled(artefact, store)
    for facts in (None, RankFacts(r"\w", {"<s>": 3}), RankFacts(r"a*", {})):
        with pytest.raises(BadArtefact):
            load_compiled(replace(artefact, facts=facts), store)
