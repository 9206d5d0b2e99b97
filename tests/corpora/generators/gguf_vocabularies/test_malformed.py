from tokparity.corpora.generators.gguf_vocabularies.malformed import malformed
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load


def test_each_change_is_another_file_and_hardly_any_is_as_before(tmp_path):
    document = vocabulary(0, 3, 1).document
    files = dict(malformed(Rng("test"), document))
    assert len(files) > 250
    assert len(set(files.values())) > 240
    assert sum(data == document.to_bytes() for data in files.values()) < 10


def test_the_reference_raises_nothing_but_its_own_errors(tmp_path):
    path = tmp_path / "x.gguf"
    told, loaded = [], 0
    for _, data in malformed(Rng("test"), vocabulary(0, 3, 1).document):
        path.write_bytes(data)
        try:
            load(Artefact("x", "gguf", path, ""))
        except BadArtefact as error:
            told.append(str(error))
        else:
            loaded += 1
    assert len(told) > 150
    assert loaded > 30
    assert all(line.startswith(f"{path}: ") and "\n" not in line for line in told)
