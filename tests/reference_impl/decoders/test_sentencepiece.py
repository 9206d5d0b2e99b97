import itertools
import random

import pytest
import sentencepiece
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.contract import Artefact, DecodeOptions, Text
from tokparity.reference_impl.decoders.sentencepiece import NotText
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.formats import load

PIECES = [
    *("▁", "▁▁", "a", "▁a", "▁▁a", "a▁b", "b▁", "日", " "),
    *(("</s>", 0.0, "control"), ("▁<c>", 0.0, "control"), ("▁u", 0.0, "unused")),
    *(("▁x", 0.0, "user_defined"), ("<d>", 0.0, "user_defined")),
]
OPTIONS = DecodeOptions(skip_special=True)


def decoded(pair, ids):
    found = pair.reference.decode(ids, OPTIONS)
    assert isinstance(found, Text)
    return found.value


@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=3)), ids=str)
@pytest.mark.parametrize("surface", [None, "", "▁", " ? "])
def test_as_the_library(sentencepiece_pair, flags, surface):
    prefix, removes, byte_fallback = flags
    trainer = {"byte_fallback": byte_fallback} | (
        {} if surface is None else {"unk_surface": surface}
    )
    normalizer = {"add_dummy_prefix": prefix, "remove_extra_whitespaces": removes}
    pair = sentencepiece_pair("unigram", PIECES, trainer, normalizer)
    chance = random.Random(str(flags))
    size = len(pair.reference.pieces())
    few, multi = range(len(PIECES) + 1), [byte for char in "é日👍" for byte in char.encode()]
    for _ in range(300):
        ids = chance.choices(few, k=chance.randrange(6))
        if byte_fallback and chance.random() < 0.6:
            at = chance.randrange(len(ids) + 1)
            start = chance.randrange(len(multi))
            some = multi[start : start + chance.randrange(1, 6)]
            ids[at:at] = [byte + len(PIECES) + 1 for byte in some]
        assert (ids, decoded(pair, ids)) == (ids, pair.library.decode(ids))
    assert size == len(PIECES) + 1 + 256 * byte_fallback


def test_ids_outside_are_refused_by_both(sentencepiece_pair):
    pair = sentencepiece_pair("bpe", PIECES)
    for ids in ([99], [-1], [1, 2**31 - 1]):
        with pytest.raises(IndexError):
            pair.library.decode(ids)
        with pytest.raises(InvalidTokenId):
            decoded(pair, ids)


def test_a_denormalizer_is_applied_to_the_whole(sentencepiece_pair, sentencepiece_model):
    rules = SentencePieceNormalizer(norm_map=[("a", "A"), ("ab", "xyz"), ("日", "")])
    spec = schema.ModelProto.FromString(rules.serialized_model_proto()).normalizer_spec
    proto = schema.ModelProto.FromString(sentencepiece_model("unigram", ["a", "b", "日", "▁"]))
    for escapes in (False, True):
        proto.denormalizer_spec.CopyFrom(spec)
        proto.denormalizer_spec.escape_whitespaces = escapes
        pair = sentencepiece_pair(proto.SerializeToString())
        expected = pair.library.decode([1, 2, 1, 4, 3])
        assert "xyzA" in expected
        assert decoded(pair, [1, 2, 1, 4, 3]) == expected
        assert decoded(pair, []) == pair.library.decode([]) == ""


def test_a_piece_that_is_no_utf8_is_no_text(sentencepiece_pair, sentencepiece_model):
    good = sentencepiece_model("unigram", ["a", "bq"])
    pair = sentencepiece_pair(good.replace(b"bq", b"b\xff"))
    assert decoded(pair, [1]) == pair.library.decode([1]) == "a"
    with pytest.raises(UnicodeDecodeError):
        pair.library.decode([2])
    with pytest.raises(NotText):
        decoded(pair, [2])


@pytest.mark.parametrize("model_type", ["unigram", "bpe"])
def test_pieces_are_decoded_as_the_library_decodes_them(tmp_path, model_type):
    prefix = tmp_path / "small"
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["hello world", "hold the low road"] * 20),
        model_prefix=str(prefix),
        model_type=model_type,
        vocab_size=300 if model_type == "bpe" else 290,
        byte_fallback=True,
        hard_vocab_limit=False,
    )
    path = prefix.with_suffix(".model")
    library = sentencepiece.SentencePieceProcessor(model_file=str(path))
    decoder = load(Artefact("small", "sentencepiece", path, "")).detokenizer
    known = [library.id_to_piece(at) for at in range(library.get_piece_size())]
    for pieces in (
        [],
        ["\u2581hell", "o", "\u2581", "nothing\u2581known", "\u2581\u2581new"],
        ["<unk>", "a", "<s>", "<0xE4>", "<0xB8>", "<0x96>", "<0xFF>", "</s>", "\u2581low"],
        ["\u2581new", "\u2581low"],
        known,
        *([piece] for piece in known),
    ):
        assert decoder.decode_pieces(pieces) == library.decode_pieces(pieces)
