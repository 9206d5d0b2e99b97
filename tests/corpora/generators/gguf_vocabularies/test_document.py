import gguf

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument


def test_it_writes_what_the_package_writes(tmp_path):
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("tokens", "str", ["é".encode(), b""])
    document.add("scores", "f32", [0.5, -1.0])
    document.add("token_type", "i32", [1, 6])
    document.add("add_bos_token", "bool", True)
    document.add("bos_token_id", "u32", 1)
    writer = gguf.GGUFWriter(tmp_path / "x.gguf", "llama")
    writer.add_token_list(["é", ""])
    writer.add_token_scores([0.5, -1.0])
    writer.add_token_types([1, 6])
    writer.add_add_bos_token(True)
    writer.add_bos_token_id(1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    assert document.to_bytes() == (tmp_path / "x.gguf").read_bytes()
