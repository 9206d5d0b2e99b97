"""vocab.txt against `BertTokenizerLegacy` of the library, run in this Python."""

import random
import unicodedata
from pathlib import Path

import pytest
from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions, Text
from tokparity.reference_impl.errors import BadArtefact, InvalidTokenId, Unsupported
from tokparity.reference_impl.formats import load, wordpiece_vocab
from tokparity.reference_impl.tokenizer.full_encoding import encode_full
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES = [
    *("a", "b", "ab", "##a", "##b", "##ab", "c", "##c", "e", "##e", "i", "s", "##s", "σ", "##ς"),
    *("ο", "δ", "##ο", "##δ", "中", "国", "mask", "unk", "##mask", "do", "not", "'", ",", ".", "["),
    *("]", "!", "5", "##5", "€", "каша", "##aaaa", "\ufeffx", "ß", "ss", "##", "∂"),
]
BITS = [
    *(
        "a",
        "b",
        "ab",
        "abab",
        " ",
        "  ",
        "c",
        "É",
        "e\u0301",
        "Σ",
        "ΟΔΟΣ",
        "中国",
        "[MASK]",
        "[mask]",
    ),
    *("[MA\x00SK]", "[UNK]", "[SEP]x", "do not", "it's", ",", ".", "!", "\u2028", "\x1c", "\u3000"),
    *(
        "5€",
        "İ",
        "ẞ",
        "\u200d",
        "\ue000",
        "\U0001e4eb",
        "\ufffd",
        "\x00",
        "a" * 100,
        "a" * 101,
        "∂",
    ),
]
ENCODES = [EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)]


@pytest.fixture
def both(tmp_path):
    """Writes a vocab.txt and loads it twice: the reference, and the library."""

    def write(content: bytes | list[str]) -> tuple[Tokenizer, BertTokenizerLegacy]:
        if not isinstance(content, bytes):
            content = "".join(f"{piece}\n" for piece in content).encode()
        path = tmp_path / "vocab.txt"
        path.write_bytes(content)
        return load(Artefact("own", "vocab.txt", path, "")), BertTokenizerLegacy(str(path))

    return write


def encoded(library, text, options):
    return library.encode(
        text,
        add_special_tokens=options.add_special,
        split_special_tokens=not options.parse_special,
    )


def agree(reference, library, texts, sequences=()):
    for options in ENCODES:
        for text in texts:
            ours = list(reference.encode(text, options).ids)
            assert ours == encoded(library, text, options), (text, options)
    for ids in sequences:
        for skip in (False, True):
            ours = reference.decode(ids, DecodeOptions(skip))
            assert ours == Text(library.decode(list(ids), skip_special_tokens=skip)), (ids, skip)


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param(SPECIALS + PIECES, id="all-specials"),
        pytest.param(PIECES, id="no-special"),
        pytest.param([*PIECES, "[MASK]", "[SEP]"], id="some-specials-last"),
        pytest.param([*SPECIALS, *PIECES, "ab", "a", "ab", "[MASK]"], id="repeated-pieces"),
        pytest.param([*PIECES, "a", "b", "", ""], id="added-where-others-are"),
        pytest.param(["[UNK]", "a"], id="small"),
    ],
)
def test_generated_texts_and_ids(both, pieces):
    reference, library = both(pieces)
    draw = random.Random(len(pieces))
    texts = ["".join(draw.choices(BITS, k=draw.randrange(1, 9))) for _ in range(400)]
    ids = [tuple(draw.choices(range(-3, len(pieces) + 9), k=5)) for _ in range(300)]
    agree(reference, library, ["", *BITS, *texts], [(), *ids])


@pytest.mark.parametrize(
    "content",
    [
        b"a\r\n[UNK]\r\nb\n",
        b"a\r[UNK]\rb",
        b"\xef\xbb\xbfa\n[UNK]\n",
        "a\x85b\n\u2028\n[UNK]\n x \n\n\n".encode(),
        b"",
        b"\n",
    ],
)
def test_lines(both, content):
    reference, library = both(content)
    assert {**reference.model.vocab, "[UNK]": 0} == {**library.vocab, "[UNK]": 0}
    agree(reference, library, ["a b x", "\ufeffa", " "], [(0, 1, 2, 3, 4, 5, 6)])


def test_a_repeated_piece_leaves_an_id_that_nothing_has(both):
    reference, library = both([*SPECIALS, "a", "b", "a"])
    assert reference.encode("a", EncodeOptions(add_special=False)).ids == (7,)
    assert library.decode([5, 7]) == "[UNK] a"
    agree(reference, library, ["a"], [(5, 7)])


def test_a_special_token_that_is_missing_may_hide_a_piece(both):
    """Four different pieces on five lines: the fifth line's id, 4, is given away."""
    reference, library = both(["[UNK]", "a", "b", "a", "c"])
    agree(reference, library, ["a b c [SEP]"], [(0, 1, 2, 3, 4, 5, 6, 7)])
    assert reference.decode((4,)) == Text(library.decode([4])) == Text("[SEP]")
    assert reference.encode("c", EncodeOptions(add_special=False)).ids == (4,)


def test_special_as_text_is_still_found_as_a_word(both):
    """`split_special_tokens` switches off the search, not the words that are never split."""
    reference, library = both(SPECIALS + PIECES)
    as_text = EncodeOptions(add_special=False, parse_special=False)
    for text, ids in [("a [MASK] a", [5, 4, 5]), ("a[MASK]", None)]:
        found = list(reference.encode(text, as_text).ids)
        assert found == encoded(library, text, as_text)
        assert (4 in found) is (ids is not None)


def test_an_id_outside_is_unknown_whatever_it_is(both):
    reference, library = both(SPECIALS + PIECES)
    for token_id in (-1, 10**6, 1 << 40):
        assert reference.decode((token_id,)) == Text(library.decode([token_id])) == Text("[UNK]")
    with pytest.raises(InvalidTokenId):
        reference.decode((10**6,), strict=True)


def test_words_of_a_hundred_characters(both):
    reference, library = both(SPECIALS + PIECES)
    agree(reference, library, ["a" * 100, "a" * 101, "a" * 100 + "'" + "a" * 101])


def test_lone_surrogates_are_cleaned_away(both):
    reference, library = both(SPECIALS + PIECES)
    agree(reference, library, ["a\ud800b", "\udfff"])


def test_a_pair(both):
    reference, library = both(SPECIALS + PIECES)
    found = encode_full(reference, "a b", "c")
    theirs = library("a b", "c", return_token_type_ids=True)
    assert list(found.ids) == theirs["input_ids"]
    assert list(found.type_ids) == theirs["token_type_ids"]


def test_not_utf_8(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"a\nb\xff\n")
    with pytest.raises(BadArtefact, match=r"line 2: is not UTF-8"):
        load(Artefact("own", "vocab.txt", path, ""))


def test_a_file_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(wordpiece_vocab, "MOST_BYTES", 3)
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"a\nbc\n")
    with pytest.raises(BadArtefact, match="is over 3 bytes"):
        load(Artefact("own", "vocab.txt", path, ""))


def test_a_missing_file(tmp_path):
    with pytest.raises(BadArtefact, match="No such file"):
        load(Artefact("own", "vocab.txt", Path(tmp_path / "gone.txt"), ""))


def test_the_unicode_version_is_a_choice(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\na\n\U0001e4eb\n\u2ffc\n")
    artefact = Artefact("own", "vocab.txt", path, "")
    plain = EncodeOptions(add_special=False)
    ids = {
        version: wordpiece_vocab.load(artefact, version).encode("a \U0001e4eb \u2ffc", plain).ids
        for version in ("14.0.0", "15.0.0", "15.1.0")
    }
    assert ids == {"14.0.0": (1,), "15.0.0": (1, 2), "15.1.0": (1, 2, 3)}
    by_default = wordpiece_vocab.load(artefact).normalizer
    assert by_default.unicode_version == unicodedata.unidata_version
    with pytest.raises(Unsupported, match=r"no tables of Unicode 9\.0\.0, only of 14\.0\.0"):
        wordpiece_vocab.load(artefact, "9.0.0")
