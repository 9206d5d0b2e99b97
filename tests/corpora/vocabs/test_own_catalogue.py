from dataclasses import replace

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.manifest import Archive, HubFile, Manifest, Member
from tokparity.corpora.vocabs.own_catalogue import add_all
from tokparity.reference_impl.errors import BadArtefact

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
