from contextlib import closing

import gguf

from evaluation.chat_engines.engines.served_model import (
    BOS,
    EOS,
    write_served_model,
    write_served_vocabulary,
)
from tokparity.reference_impl.formats.gguf.reader import read
from tokparity.reference_impl.formats.template_sources import of_gguf


def test_the_keys_give_the_template_its_tokens(tmp_path):
    path = tmp_path / "m.gguf"
    write_served_model(path, "{{ bos_token }}é", {"bos_token": "<s>", "eos_token": "</s>"})
    held = of_gguf(*read(path))
    assert held.sources == {"default": "{{ bos_token }}é"}
    assert held.special_tokens == {"bos_token": "<s>", "eos_token": "</s>"}


def test_one_token_may_be_both(tmp_path):
    path = tmp_path / "m.gguf"
    write_served_model(path, "x", {"bos_token": "<e>", "eos_token": "<e>"})
    keys, vocabulary = read(path)
    assert of_gguf(keys, vocabulary).special_tokens == {"bos_token": "<e>", "eos_token": "<e>"}
    assert len(set(vocabulary.tokens)) == len(vocabulary.tokens)  # else llama.cpp ends its process


def test_a_token_that_is_not_there_has_a_text_that_shows(tmp_path):
    path = tmp_path / "m.gguf"
    write_served_model(path, "x", {})
    found = of_gguf(*read(path)).special_tokens
    assert found == {"bos_token": "<no bos>", "eos_token": "<no eos>"}


def test_it_is_small_and_adds_no_bos(tmp_path):
    path = tmp_path / "m.gguf"
    write_served_model(path, "x", {"bos_token": "<s>"})
    assert path.stat().st_size < 120_000
    fields = gguf.GGUFReader(path).fields
    assert not fields[gguf.Keys.Tokenizer.ADD_BOS].contents()
    ids = [
        fields[key].contents() for key in (gguf.Keys.Tokenizer.BOS_ID, gguf.Keys.Tokenizer.EOS_ID)
    ]
    assert ids == [BOS, EOS]


def test_the_vocabulary_of_a_gguf_is_taken_over(tmp_path):
    """Every key of its tokenizer, but for the template, and its name: some tell by it."""
    source, path = tmp_path / "source.gguf", tmp_path / "m.gguf"
    with closing(gguf.GGUFWriter(source, "phi3")) as writer:
        writer.add_name("Phi-3")
        writer.add_tokenizer_model("llama")
        writer.add_token_list(["<unk>", "<s>", "é"])
        writer.add_token_types([2, 3, 1])
        writer.add_add_bos_token(True)
        writer.add_chat_template("old")
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
    write_served_vocabulary(path, "new", source)
    before, after = (gguf.GGUFReader(one).fields for one in (source, path))
    keys = {key for key in before if key.startswith(("tokenizer.", gguf.Keys.General.NAME))}
    assert len(keys) == 6
    assert keys == {key for key in after if key.startswith(("tokenizer.", gguf.Keys.General.NAME))}
    other = {key for key in keys if before[key].contents() != after[key].contents()}
    assert other == {gguf.Keys.Tokenizer.CHAT_TEMPLATE}
    assert all(before[key].types == after[key].types for key in keys)
    (embedding,) = [one for one in gguf.GGUFReader(path).tensors if one.name == "token_embd.weight"]
    assert embedding.shape[1] == 3


def test_texts_that_are_no_utf_8_are_taken_over_and_empty_lists_are_not(tmp_path):
    source, path = tmp_path / "source.gguf", tmp_path / "m.gguf"
    with closing(gguf.GGUFWriter(source, "llama")) as writer:
        writer.add_tokenizer_model("llama")
        writer.add_token_list([b"<unk>", b"\xff\xfe", b"a"])
        writer.add_key_value("tokenizer.ggml.merges", [b""], gguf.GGUFValueType.ARRAY)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
    content = source.read_bytes()
    merges = b"tokenizer.ggml.merges" + (9).to_bytes(4, "little") + (8).to_bytes(4, "little")
    at = content.index(merges) + len(merges)
    one, none = (1).to_bytes(8, "little") + bytes(8), bytes(8)
    assert content[at : at + 16] == one
    source.write_bytes(content[:at] + none + content[at + 16 :])
    write_served_vocabulary(path, "x", source)
    fields = gguf.GGUFReader(path).fields
    held = fields[gguf.Keys.Tokenizer.LIST]
    assert [bytes(held.parts[index]) for index in held.data] == [b"<unk>", b"\xff\xfe", b"a"]
    assert "tokenizer.ggml.merges" not in fields
