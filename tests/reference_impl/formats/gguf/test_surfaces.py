import pytest

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import Artefact, Bytes, DecodeOptions
from tokparity.reference_impl.formats.gguf.surfaces import ByteToken, surfaces, unescape
from tokparity.reference_impl.formats.gguf.vocabulary import (
    BYTE,
    CONTROL,
    NORMAL,
    UNUSED,
    USER_DEFINED,
    GgufVocabulary,
)

SHOWN = [
    ("llama", "▁a▁".encode(), NORMAL, b" a "),
    ("llama", "▁a".encode(), CONTROL, "▁a".encode()),
    ("llama", "▁a".encode(), USER_DEFINED, "▁a".encode()),
    ("llama", b"a", UNUSED, b""),
    ("llama", b"a", 0, b""),
    ("llama", b"<0x41>", BYTE, b"A"),
    ("llama", b"<0xZZ>", BYTE, b"\0"),
    ("llama", b"abc-1", BYTE, b"\xff"),
    ("llama", b"abc", BYTE, b"\0"),
    ("gpt2", "Ġé".encode(), NORMAL, b" \xe9"),
    ("gpt2", "a€".encode(), NORMAL, b"a[UNK_BYTE_0xe282aca\xe2\x82\xac]"),
    ("gpt2", b"a\xff", NORMAL, b"a[UNK_BYTE_0xefbfbda\xff]"),
    ("gpt2", "Ġ".encode(), USER_DEFINED, "Ġ".encode()),
    ("rwkv", rb"\x41\n\\", NORMAL, b"A\n\\"),
    ("plamo2", b"<0x41>", BYTE, b"A"),
    ("plamo2", b"<0x4>", BYTE, b"<0x4>"),
    ("plamo2", "▁a".encode(), UNUSED, "▁a".encode()),
]


def shown(model, text, attribute):
    vocabulary = GgufVocabulary(model, (text,), (0.0,), (attribute,), {}, {text: 0})
    return surfaces(vocabulary, (attribute,), model != "gpt2")[0]


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("ggml_llama_cpp") as worker:
        yield worker


@pytest.mark.parametrize(("model", "text", "attribute", "surface"), SHOWN)
def test_surfaces(worker, tmp_path, model, text, attribute, surface):
    types = {NORMAL: 1, CONTROL: 3, USER_DEFINED: 4, UNUSED: 5, BYTE: 6, 0: 0}
    tokens = {b"zz": 1, text: types[attribute]}
    tokens |= {spelled: 6 for at in range(256) if (spelled := b"<0x%02X>" % at) != text}
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("model", "str", model.encode())
    document.add("pre", "str", b"qwen2")
    document.add("merges", "str", [])
    document.add("tokens", "str", tokens)
    document.add("token_type", "i32", tokens.values())
    path = tmp_path / "x.gguf"
    path.write_bytes(document.to_bytes())
    handle = worker.load(Artefact("x", "gguf", path, ""))
    (theirs,) = worker.decode(handle, [[1]], DecodeOptions()).observations()
    assert theirs == Bytes(surface.removeprefix(b" ") if model == "llama" else surface)
    assert shown(model, text, attribute) == surface


@pytest.mark.parametrize(("model", "text"), [("llama", b"<0"), ("bert", b"<0x41>")])
def test_a_byte_token_that_stands_for_no_byte(model, text):
    with pytest.raises(ByteToken):
        shown(model, text, BYTE)


@pytest.mark.parametrize(
    ("escaped", "data"), [(rb"\q\t", b"q\t"), (rb"\x4", b""), (b"a\\", b"a"), (rb"\xAF", b"\x26")]
)
def test_unescape(escaped, data):
    assert unescape(escaped) == data
