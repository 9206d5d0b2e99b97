from tokparity.harness.reduction.documents.document import numbered, read_document


def test_lines_close_up(file):
    document = read_document(file("vocab.txt", "v.txt", "[UNK]\r\nfox\n\né".encode()))
    assert document.ids == {0, 1, 2, 3}
    kept = document.keep({0, 3})
    assert kept.write(numbered([kept])).content == "[UNK]\né\n".encode()
    assert kept.write({0: 0, 3: 2}).content == "[UNK]\n[unused1]\né\n".encode()
