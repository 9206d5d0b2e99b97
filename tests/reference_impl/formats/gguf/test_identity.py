import gguf
import pytest

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.identity import identity


@pytest.fixture
def write(tmp_path):
    """A GGUF file with these tokens and keys."""

    def make(tokens, **keys):
        path = tmp_path / "v.gguf"
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_tokenizer_model("llama")
        writer.add_token_list(tokens)
        for name, value in keys.items():
            writer.add_uint32(f"tokenizer.ggml.{name}", value)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return path

    return make


def test_what_lies_behind_the_header_does_not_matter(write):
    path = write(["a", "b"])
    before = identity(path)
    assert len(bytes.fromhex(before)) == 32
    with path.open("ab") as file:
        file.write(b"tensors" * 1000)
    assert identity(path) == before


def test_every_key_and_every_border_between_tokens_does(write):
    made = [
        identity(write(["a", "b"])),
        identity(write(["ab"])),
        identity(write(["", "ab"])),
        identity(write(["a", "b"], bos_token_id=0)),
        identity(write(["a", "b"], bos_token_id=1)),
        identity(write(["a", "b"], eos_token_id=1)),
    ]
    assert len(set(made)) == len(made)


def test_what_is_no_gguf_has_none(tmp_path):
    path = tmp_path / "x.gguf"
    path.write_bytes(b"no")
    with pytest.raises(BadArtefact):
        identity(path)
