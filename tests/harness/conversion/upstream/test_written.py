import pytest

from tokparity.harness.conversion.convert import convert, write_gguf
from tokparity.harness.conversion.upstream.written import converted, read_written
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load


def test_what_is_written_is_read_again(save, document, tmp_path):
    for number, made in enumerate((document, document | {"added_tokens": []})):
        artefact = save(made)
        vocabulary = convert(artefact, load(artefact))
        path = tmp_path / f"{number}.gguf"
        write_gguf(vocabulary, path, "m")
        found = read_written(path)
        assert (found.tokens, found.types) == (
            converted(vocabulary).tokens,
            converted(vocabulary).types,
        )
        assert found == converted(vocabulary)


def test_no_gguf(tmp_path):
    (tmp_path / "a.gguf").write_bytes(b"nothing")
    with pytest.raises(BadArtefact):
        read_written(tmp_path / "a.gguf")
