"""What is read by a compiled file is what is read by the source: on pipelines that nobody wrote."""

import json
import random
from pathlib import Path

import pytest

from tests.shared.batch_texts import drawn_texts
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.reference_impl.compiled import tables
from tokparity.reference_impl.compiled.blocks import Blocks, Damaged, blocks_of
from tokparity.reference_impl.compiled.filling import tables_of
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.compiled.tokenizer_json import sections_of, tokenizer_of
from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

KEY = b"k" * 32
PLACE = Path("t.json")
ARTEFACT = Artefact("t", "tokenizer.json", PLACE, "")


def compiled(document: dict, path: Path) -> tuple[Tokenizer, Tokenizer]:
    """Read as it is, and by a compiled file."""
    plain = read_tokenizer(Node(PLACE, "", document))
    directory, sections = sections_of(document, plain)
    path.write_bytes(blocks_of(directory, sections, KEY))
    reread = lambda: pytest.fail("was read again")  # noqa: E731
    return plain, tokenizer_of(ARTEFACT, Blocks(str(path), KEY), reread)


def check(plain: Tokenizer, quick: Tokenizer, seed: int) -> None:
    generator = random.Random(seed)
    for text in drawn_texts(plain, generator, 30):
        for options in (EncodeOptions(), EncodeOptions(False, False)):
            expected, answers = [], []
            for side, into in ((plain, expected), (quick, answers)):
                try:
                    into.append(side.encode(text, options))
                except TokparityError as error:
                    into.append(repr(error))
            assert answers == expected, ascii(text)
    ids = [*plain.pieces(), 1 << 20]
    for _ in range(20):
        row = generator.choices(ids, k=9)
        for options in (DecodeOptions(), DecodeOptions(skip_special=True)):
            assert quick.decode(row, options) == plain.decode(row, options)
    for number in generator.choices(list(plain.pieces()), k=30):
        piece = plain.piece_of(number)
        assert quick.piece_of(number) == piece
        assert quick.id_of(piece) == plain.id_of(piece)
    assert quick.ignored == plain.ignored


@pytest.mark.parametrize("seed", range(4))
def test_pipelines(tmp_path, monkeypatch, seed):
    monkeypatch.setattr(tables, "ENOUGH", 1 << 30)
    kinds: set[str] = set()
    for number in range(40):
        document = pipeline(seed, number).document
        model = document["model"]
        if model["type"] not in ("BPE", "WordPiece"):
            continue
        try:
            plain, quick = compiled(document, tmp_path / "file")
        except (TokparityError, Uncompiled):
            continue
        kinds.add(model["type"])
        check(plain, quick, number)
        assert not quick.model.vocab._tables.is_whole
        assert quick == plain
        assert list(quick.pieces().items()) == list(plain.pieces().items())
        check(plain, quick, number + 1)
    assert kinds == {"BPE", "WordPiece"}


def test_the_model_has_dictionaries_once_all_is_read(byte_level, tmp_path):
    _, quick = compiled(byte_level, tmp_path / "file")
    assert type(quick.model.vocab) is not dict
    list(quick.model.vocab)
    model = quick.model
    assert isinstance(model, BPE)
    kinds = [type(it) for it in (model.vocab, model.pieces, model.merges, model.products)]
    assert kinds == [dict, dict, dict, list]


@pytest.mark.parametrize(
    "model",
    [
        {"type": "WordLevel", "vocab": {"a": 0, "?": 1}, "unk_token": "?"},
        {"type": "Unigram", "vocab": [["a", -1.0]]},
    ],
)
def test_models_without_a_file(model, tmp_path):
    with pytest.raises(Uncompiled, match=f"is of a {model['type']}"):
        compiled({"model": model}, tmp_path / "file")


def test_a_document_of_another_model(tmp_path):
    document = {"model": {"type": "WordPiece", "vocab": {"a": 0, "?": 1}, "unk_token": "?"}}
    document["model"] |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 9}
    plain = read_tokenizer(Node(PLACE, "", document))
    directory, sections = sections_of(document, plain)
    directory["document"] = {"model": {"type": "WordLevel", "vocab": {}, "unk_token": "?"}}
    (tmp_path / "file").write_bytes(blocks_of(directory, sections, KEY))
    with pytest.raises(Damaged):
        tokenizer_of(ARTEFACT, Blocks(str(tmp_path / "file"), KEY), lambda: tables_of(plain.model))


def test_the_file_is_of_text_of_any_kind(tmp_path):
    vocab = {"[UNK]": 0, "\u2028": 1, "a\0": 2, "##é": 3, "é": 4, "": 5}
    model = {"type": "WordPiece", "vocab": vocab, "unk_token": "[UNK]"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
    plain, quick = compiled(json.loads(json.dumps({"model": model})), tmp_path / "file")
    assert isinstance(quick.model, WordPiece)
    for text in ("\u2028é", "a\0", "é", "x"):
        assert quick.encode(text) == plain.encode(text)
