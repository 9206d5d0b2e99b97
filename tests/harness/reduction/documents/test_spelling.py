import pytest
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.harness.reduction.documents.document import numbered, read_document
from tokparity.harness.reduction.documents.spelling import all_apart, respelling


@pytest.mark.parametrize(
    ("old", "new", "piece", "becomes"),
    [
        pytest.param("the", "a", "Ġthen", "Ġan", id="letters"),
        pytest.param(" the", "a", "Ġthe", "a", id="space-in-bytes"),
        pytest.param(" the", "a", "▁the", "a", id="space-marked"),
        pytest.param("é", "a", "Ã©Ã©", "aa", id="bytes"),
        pytest.param("0x", "a", "<0x41>", "<0x41>", id="a-byte"),
        pytest.param("0x", "a", "<0x412>", "<a412>", id="no-byte"),
    ],
)
def test_a_piece_of_any_spelling(old, new, piece, becomes):
    assert respelling(old, new)(piece) == becomes


def test_pieces_stay_apart():
    assert all_apart(["a", "b"])
    assert not all_apart(["a", "a"])
    assert not all_apart([b"a", b""])


def test_every_format_renames_all_its_pieces(save, ranks, file, model, gguf_file, tekken):
    hello = "hello"
    made = read_document(ranks()).keep({257, 260}).respelled(hello, "x")
    assert made.write(numbered([made])).content == b"aGU= 0\neA== 1\n"
    vocab = {"h": 0, "hello": 1, "Ġhello": 2}
    merges = [["Ġ", "hello"]]
    tokenizer = {"model": {"type": "BPE", "vocab": {**vocab, "Ġ": 3}, "merges": merges}}
    bpe = read_document(save(tokenizer)).respelled(hello, "x")
    assert [one[0][0] for one in bpe.entries.values()] == ["h", "x", "Ġx", "Ġ"]
    assert bpe.merges == (("Ġ", "x"),)
    lines = read_document(file("vocab.txt", "v", b"[UNK]\nhello\n##hello\n")).respelled(hello, "x")
    assert list(lines.lines.values()) == ["[UNK]", "x", "##x"]
    proto = schema.ModelProto()
    for piece, kind in (("<unk>", 2), ("▁hello", 1)):
        proto.pieces.add(piece=piece, score=-1.0, type=kind)
    pieces = read_document(file("sentencepiece", "p", proto.SerializeToString()))
    assert [one[0] for one in pieces.respelled(" hello", "x").pieces.values()] == ["<unk>", "x"]
    assert read_document(tekken).respelled("abc", "xyz").tokens[259] == b"xyz"
    llama = read_document(gguf_file(0))
    [mark] = [at for at, token in llama.tokens.items() if token == "▁".encode()][:1]
    assert llama.respelled(" ", "QQ").tokens[mark] == b"QQ"


def test_two_pieces_that_would_be_one_are_none(save, ranks, file, gguf_file, tekken):
    model = {"type": "WordLevel", "vocab": {"a": 0, "b": 1}, "unk_token": "a"}
    assert read_document(save({"model": model})).respelled("b", "a") is None
    assert read_document(ranks()).respelled("h", "e") is None
    assert read_document(file("vocab.txt", "v", b"a\nb\n")).respelled("b", "") is None
    assert read_document(gguf_file(1)).respelled("a", "b") is None
    assert read_document(tekken).respelled("abc", "ab") is None
