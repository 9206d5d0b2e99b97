import copy

import pytest

from tokparity.harness.properties.lossless import losses


def test_byte_level_bpe_loses_nothing(lossless):
    assert losses(lossless) == []


def split(behavior):
    pattern = {"String": " "}
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": False}


def byte_level(prefix):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True}


def sequence(*parts):
    return {"type": "Sequence", "pretokenizers": list(parts)}


@pytest.mark.parametrize(
    ("section", "value", "why"),
    [
        pytest.param("normalizer", {"type": "NFC"}, "normalizer NFC rewrites", id="nfc"),
        pytest.param(
            "pre_tokenizer", byte_level(True), "ByteLevel adds a space", id="prefix-space"
        ),
        pytest.param(
            "pre_tokenizer",
            sequence(split("Removed"), byte_level(False)),
            "Split removes",
            id="removed",
        ),
        pytest.param(
            "pre_tokenizer",
            sequence({"type": "WhitespaceSplit"}, byte_level(False)),
            "WhitespaceSplit may leave",
            id="white-space",
        ),
        pytest.param("decoder", {"type": "Fuse"}, "decoder Fuse does not", id="decoder"),
        pytest.param("decoder", None, "does not give the bytes back", id="no-decoder"),
    ],
)
def test_what_loses_text_is_named(read, lossless_document, section, value, why):
    data = copy.deepcopy(lossless_document) | {section: value}
    assert any(why in reason for reason in losses(read(data)))


@pytest.mark.parametrize(
    ("section", "value"),
    [
        ("normalizer", {"type": "Sequence", "normalizers": []}),
        ("pre_tokenizer", sequence(split("Isolated"), byte_level(False))),
        (
            "pre_tokenizer",
            sequence({"type": "Digits", "individual_digits": True}, byte_level(False)),
        ),
    ],
    ids=["no-normalizers", "isolated", "digits"],
)
def test_what_keeps_text_is_not(read, lossless_document, section, value):
    assert losses(read(copy.deepcopy(lossless_document) | {section: value})) == []


def test_a_missing_byte_and_affixes(read, lossless_document):
    data = copy.deepcopy(lossless_document)
    del data["model"]["vocab"]["!"]
    assert "not every byte is a piece" in losses(read(data))
    data = copy.deepcopy(lossless_document)
    data["model"]["end_of_word_suffix"] = "</w>"
    assert any("affixes" in why for why in losses(read(data)))


def test_an_added_token_that_strips_and_one_that_hides(read, lossless_document, document):
    data = copy.deepcopy(document)
    assert data["added_tokens"][0]["rstrip"]
    assert losses(read(data)) == []  # special: plain text does not give it
    data["added_tokens"][0]["special"] = False
    assert any("takes white space along" in why for why in losses(read(data)))
