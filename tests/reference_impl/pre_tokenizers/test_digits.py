import pytest


@pytest.mark.parametrize("individual", [True, False], ids=["each-alone", "runs"])
def test_digits_are_cut_as_in_the_library(agree, byte_level, individual):
    digits = {"type": "Digits", "individual_digits": individual}
    spell = byte_level["pre_tokenizer"] | {"use_regex": False}
    byte_level["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [digits, spell]}
    texts = ["a12b", "12", "1", "", "x", "½Ⅷ٣a", "一1二2", "12 34", "²³", "①②a"]
    assert agree(byte_level, texts) == 0
