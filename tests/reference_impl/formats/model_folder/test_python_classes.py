"""Each class that answers in Python alone, with each of its options, against the library."""

import json
import sys

import pytest
from sentencepiece import SentencePieceProcessor
from transformers import CanineTokenizer

from tokparity.harness.artefacts.names import resolve
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions
from tokparity.reference_impl.errors import InvalidTokenId, NotUnicode
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.model_folder.python_classes import CLASSES, WITHOUT_FILES

pytestmark = pytest.mark.filterwarnings(
    "ignore:This sequence already has", "ignore:Recommended. pip install sacremoses"
)

TEXTS = [
    *("", " ", "ab abc", "  Ab\n\nb ", "été ÉTÉ ①", "日本 あ\x1c", "a\u2581b \u2581\u2581", "\0a"),
    *("<s>a</s> b<mask> <pad>[CLS]a [MASK]b[SEP]<unk>", " </s> a </s>", "ab</s>", "</s></s> "),
    *(
        "<extra_id_0> <extra_id_124>ab",
        "a\ue000b \ue003 c\ue004\ue001",
        "bca bc abc <x>\u00a0 <y> b",
    ),
    *(">>de<< ab", ">>xx<<ab</s>>>de<<b", ">><<", "a >>de<<", ">>de ab", "do n't . ab ."),
    *("<x>bc<y> bc bc <x> <z>", "bc", "b bc", "bc b", "<x><y>bc"),
]
OPTIONS = {
    "plain": {},
    "named otherwise": {
        "bos_token": "<x>",
        "pad_token": {"__type": "AddedToken", "content": "<y>", "lstrip": True, "rstrip": True},
        "additional_special_tokens": ["<z>", "ab<"],
        "extra_ids": 0,
    },
    "cleaned": {"clean_up_tokenization_spaces": True},
    "added by id": {
        "added_tokens_decoder": {
            "4": {"content": "bc", "normalized": True, "single_word": True},
            "400": {"content": "<x>", "special": True, "lstrip": True, "normalized": False},
            "399": {"content": "<y>", "rstrip": True},
        }
    },
    "preset ids": {"added_tokens_decoder": {"0": {"content": "bc"}, "1": {"content": "</s>"}}},
    "sentinels": {"extra_ids": 2, "additional_special_tokens": ["<extra_id_0>", "<extra_id_1>"]},
    "other count": {"extra_ids": 3},
    "listed": {"extra_special_tokens": ["<z>"], "additional_special_tokens": ["<extra_id_7>"]},
    "specific": {"image_token": "<x>", "sep_token": "\ue009", "eos_token": "<z>"},
    "unknown": {"unk_token": "ab", "mask_token": "<mask>", "cls_token": "[CLS]"},
}


@pytest.fixture(scope="module")
def code_points():
    """What the library lists anew twice a load."""
    return {chr(code): code for code in range(sys.maxunicode + 1)}


@pytest.fixture(autouse=True)
def listed_once(monkeypatch, code_points):
    def get_vocab(library):
        assert library.vocab_size == len(code_points)
        return {**code_points, **library.added_tokens_encoder}

    monkeypatch.setattr(CanineTokenizer, "get_vocab", get_vocab)


LISTING = CanineTokenizer.get_vocab


def test_what_is_listed_once_is_what_the_library_lists(folder):
    library = folder({"tokenizer_class": "CanineTokenizer"}).library._tokenizer
    assert library.get_vocab() == LISTING(library)


@pytest.fixture
def files(files_of):
    """Those that Marian reads; the others read none."""
    model = files_of("source.spm", "Unigram")["source__spm"]
    processor = SentencePieceProcessor(model_proto=model)
    pieces = [processor.id_to_piece(at) for at in range(processor.get_piece_size())]
    listed = ["</s>", "<unk>", "<pad>", ">>de<<", "Z", *reversed(pieces[5:]), "あ"]
    vocab = {piece: at for at, piece in enumerate(dict.fromkeys(listed))}
    return {"source__spm": model, "target__spm": model, "vocab__json": vocab}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class(folder, files, name, options):
    config = {"tokenizer_class": name, **OPTIONS[options]}
    made = folder(config, **({} if name in WITHOUT_FILES else files))
    if made.library_refuses():
        assert made.reason()
    else:
        assert made.differences(TEXTS) == []


@pytest.mark.parametrize("bytes_too", [False, True])
def test_marian_over_a_bpe(folder, files_of, bytes_too):
    model = files_of("source.spm", "BPE" if bytes_too else "Unigram")["source__spm"]
    vocab = {"</s>": 0, "<unk>": 1, "<pad>": 2, "\u2581ab": 3, "<0xE3>": 4, "\u2581": 5}
    made = folder(
        {"tokenizer_class": "MarianTokenizer"},
        source__spm=model,
        target__spm=model,
        vocab__json=vocab,
    )
    assert made.differences(TEXTS) == []


@pytest.mark.parametrize("name", ["source__spm", "target__spm", "vocab__json"])
def test_marian_without_one_of_its_files(folder, files, name):
    made = folder({"tokenizer_class": "MarianTokenizer"}, **{**files, name: b""})
    (made.place / name.replace("__", ".")).unlink()
    assert made.library_refuses()
    assert name.replace("__", ".") in made.reason()


@pytest.mark.parametrize(("name", "kind"), [("ByT5Tokenizer", "t5"), ("CanineTokenizer", "canine")])
def test_a_folder_with_a_config_alone_is_one(folder, name, kind):
    made = folder(None, {"model_type": kind, "tokenizer_class": name})
    assert resolve(str(made.place)).format == "model_folder"
    assert made.differences(TEXTS) == []
    (made.place / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": name}))
    assert load(resolve(f"dir:{made.place}")).encode("a").ids


def test_surrogates(folder):
    """Python's strings may hold them, and a class that looks at characters takes them; a text that
    has one cannot leave its process."""
    made = folder({"tokenizer_class": "CanineTokenizer"})
    reference, library = load(made.artefact), made.library
    for text in ("a\ud800b", "\udcff"):
        ids = library.encode(text, EncodeOptions()).ids
        assert reference.encode(text).ids == ids
        with pytest.raises(NotUnicode):
            reference.decode(ids)
    byt5 = folder({"tokenizer_class": "ByT5Tokenizer"})
    assert byt5.differences(["a\ud800b", *TEXTS[:3]]) == []


def test_ids_that_no_token_has(folder):
    for name, outside in (("ByT5Tokenizer", 700), ("CanineTokenizer", 0x110000)):
        made = folder({"tokenizer_class": name, "extra_ids": 2})
        with pytest.raises(ValueError, match=r"range|bytes"):
            made.library.decode([outside], DecodeOptions())
        with pytest.raises(InvalidTokenId):
            load(made.artefact).decode([outside])
