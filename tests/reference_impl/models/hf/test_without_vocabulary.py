from tokparity.reference_impl.models.hf.without_vocabulary import CodePoints, Utf8Bytes


def test_bytes_have_pieces_in_the_byte_level_alphabet():
    model = Utf8Bytes(3)
    assert (len(model.vocab), model.vocab["a"], model.vocab["Ġ"]) == (256, 100, 35)
    tokens = model.tokenize("a 世")
    assert [token_id for token_id, _, _ in tokens] == [byte + 3 for byte in "a 世".encode()]
    assert tokens[-1][1:] == (2, 3)
    assert model.texts("a ", model.tokenize("a ")) == ("a", "Ġ")
    assert model.explain("a") is None


def test_code_points_take_surrogates_which_are_no_pieces():
    model = CodePoints()
    assert model.tokenize("\ud800\U0010ffff") == ((0xD800, 0, 1), (0x10FFFF, 1, 2))
    assert model.texts("世", model.tokenize("世")) == ("世",)
    assert (len(model.pieces), 0xD800 in model.pieces) == (0x110000 - 0x800, False)
    assert model.vocab["世"] == ord("世")
    assert model.explain("a") is None
