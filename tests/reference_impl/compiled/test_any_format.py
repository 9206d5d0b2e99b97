"""What is read by a compiled file is what is read by the source: of every format."""

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.shared.batch_texts import drawn_texts
from tests.shared.vocabularies import artefact_of
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import KINDS, vocabulary
from tokparity.corpora.generators.pipelines.pipeline import canonical, pipeline
from tokparity.corpora.generators.sentencepiece_models.model import generated
from tokparity.reference_impl.compiled import any_format, column_writing, mapped
from tokparity.reference_impl.compiled.any_format import read, tokenizer_of
from tokparity.reference_impl.compiled.blocks import BLOCK, Blocks, Damaged, blocks_of
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions, Format
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.tokenizer import fast_encoding
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

KEY = b"k" * 32
NAMES = [
    *("mon-burmese", "spm-test", "jurassic2", "spm-test-ja", "mistral-v1-model", "mistral-tekken"),
    *("llama2-gguf", "gpt2-gguf", "bert-bge-gguf", "nomic-bert-moe-gguf"),
    *("chinese-bert-vocab", "toke", "minilm"),
]
OPTIONS = (EncodeOptions(), EncodeOptions(add_special=False, parse_special=False))


def written(artefact: Artefact, path: Path) -> Tokenizer:
    """Read by the source; a compiled file of it is in this place then."""
    tokenizer, sections = read(artefact)
    path.write_bytes(blocks_of(*sections(), KEY))
    return tokenizer


def opened(artefact: Artefact, path: Path, reread: Callable[[], Tokenizer]) -> Tokenizer:
    return tokenizer_of(artefact, Blocks(str(path), KEY), reread)


def never() -> Tokenizer:
    pytest.fail("was read again")


def answers(tokenizer: Tokenizer, texts: list[str], rows: list[list[int]]) -> Iterator[object]:
    """Of both ways; of those that there is none to, why not."""
    calls = [lambda it=it, o=o: tokenizer.encode(it, o) for it in texts for o in OPTIONS]
    for skip in (False, True):
        options = DecodeOptions(skip_special=skip)
        calls += [lambda it=it, o=options: tokenizer.decode(it, o) for it in rows]
    for call in calls:
        try:
            yield call()
        except TokparityError as error:
            yield repr(error)


def same(plain: Tokenizer, quick: Tokenizer, seed: int, count: int = 12) -> None:
    """Asked of `quick` first: what `plain` is asked may not help it."""
    generator = random.Random(seed)
    texts = drawn_texts(plain, generator, count)
    rows = [generator.choices([*plain.pieces(), 1 << 20], k=9) for _ in range(count)]
    assert list(answers(quick, texts, rows)) == list(answers(plain, texts, rows))
    for number in generator.choices([*plain.pieces()], k=count):
        piece = plain.piece_of(number)
        assert (quick.piece_of(number), quick.id_of(piece)) == (piece, plain.id_of(piece))


def made(name: str, format: Format, data: bytes, folder: Path) -> Artefact:
    path = folder / name
    path.write_bytes(data)
    return Artefact(name, format, path, sha256(data).hexdigest())


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_vocabularies(name, tmp_path, monkeypatch):
    artefact = artefact_of(name)
    plain = written(artefact, tmp_path / "file")
    quick = opened(artefact, tmp_path / "file", never)
    assert quick.encode("Hello, it is 5 o'clock") == plain.encode("Hello, it is 5 o'clock")
    assert not whole_tables(quick.model)
    monkeypatch.setattr(mapped, "ENOUGH", 1 << 30)
    quick = opened(artefact, tmp_path / "file", never)
    same(plain, quick, 1)
    assert quick == plain
    assert list(quick.pieces().items()) == list(plain.pieces().items())
    assert [*map(type, vars_of(quick.model))] == [*map(type, vars_of(plain.model))]
    same(plain, quick, 2)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["mon-burmese", "spm-test", "spm-test-ja", "llama2-gguf"])
def test_batches(name, tmp_path, monkeypatch):
    """Their tables are made of what is in the file."""
    monkeypatch.setattr(fast_encoding, "_WORTH_WORDS", 0)
    monkeypatch.setattr(fast_encoding, "_WORTH_NUMBERS", 1)
    monkeypatch.setattr(mapped, "ENOUGH", 1 << 30)
    artefact = artefact_of(name)
    plain = written(artefact, tmp_path / "file")
    texts = drawn_texts(plain, random.Random(name), 60)
    quick = fast(opened(artefact, tmp_path / "file", never))
    assert quick.encode_batch(texts) == plain.encode_batch(texts)


def vars_of(model: Model) -> list[object]:
    """The fields of a model."""
    return [getattr(model, name) for name in type(model).__dataclass_fields__]


def whole_tables(model: Model) -> list[object]:
    return [it for it in vars_of(model) if isinstance(it, dict) and len(it) > 10_000]


SOURCES = {
    **{f"gguf-{at}": ("gguf", lambda at=at: gguf(at)) for at in range(len(KINDS))},
    **{f"model-{at}": ("sentencepiece", lambda at=at: model(at)) for at in range(12)},
    **{f"json-{at}": ("tokenizer.json", lambda at=at: document(at)) for at in range(30)},
}


def gguf(number: int) -> bytes:
    return vocabulary(5, number, 1).document.to_bytes()


def model(number: int) -> bytes:
    return generated(5, number, 1).data


def document(number: int) -> bytes:
    return canonical(pipeline(7, number).document)


@pytest.fixture
def all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever can be is a table, and stays in the file."""
    monkeypatch.setattr(column_writing, "LARGE", 1)
    monkeypatch.setattr(mapped, "ENOUGH", 1 << 30)


@pytest.mark.parametrize("large", [1, 20, 256])
@pytest.mark.parametrize("name", SOURCES)
def test_generated_files(name, large, tmp_path, monkeypatch):
    """Of tables that are all in the file, or only those that are not small."""
    monkeypatch.setattr(column_writing, "LARGE", large)
    monkeypatch.setattr(mapped, "ENOUGH", 1 << 30)
    format, data = SOURCES[name]
    artefact = made(name, format, data(), tmp_path)
    try:
        plain = written(artefact, tmp_path / "file")
    except TokparityError:
        return  # the library refuses it too
    quick = opened(artefact, tmp_path / "file", never)
    same(plain, quick, 3)
    assert quick == plain
    same(plain, quick, 4)


@pytest.mark.usefixtures("all_tables")
@pytest.mark.parametrize("name", ["gguf-0", "gguf-1", "gguf-3", "model-0", "model-1", "json-3"])
def test_damage_after_it_was_opened(name, tmp_path):
    """Each of forty blocks is destroyed, alone: the source answers in its place."""
    format, data = SOURCES[name]
    artefact = made(name, format, data(), tmp_path)
    path = tmp_path / "file"
    plain = written(artefact, path)
    good, times = path.read_bytes(), 0
    for start in range(0, len(good), BLOCK * (1 + len(good) // BLOCK // 40)):
        path.write_bytes(good)
        reads: list[object] = []

        def reread(reads: list[object] = reads) -> Tokenizer:
            reads.append(None)
            return read(artefact)[0]

        quick = opened(artefact, path, reread)
        with path.open("r+b") as file:
            file.seek(start)
            file.write(bytes(byte ^ 1 for byte in good[start : start + BLOCK]))
        same(plain, quick, start, 3)
        assert quick == plain
        assert len(reads) < 2
        times += len(reads)
    assert times > 5


def test_a_file_of_something_else(tmp_path):
    state: dict[str, object] = {"strings": (1, 1), "known": {}, "tables": [], "state": 5}
    sections = dict.fromkeys(("strings.records", "strings.starts", "strings.places"), b"")
    (tmp_path / "file").write_bytes(blocks_of(state, sections, KEY))
    with pytest.raises(Damaged):
        opened(made("a", "gguf", b"", tmp_path), tmp_path / "file", never)


def test_what_a_model_derives_is_there():
    for kind, names in any_format.DERIVED.items():
        assert all(hasattr(kind, name) for name in names), kind


def test_what_has_no_form(byte_level, tmp_path):
    artefact = made("a", "tokenizer.json", canonical(byte_level), tmp_path)
    tokenizer, _ = read(artefact)
    object.__setattr__(tokenizer, "outside", tmp_path)
    with pytest.raises(Uncompiled, match="it has a PosixPath"):
        any_format.sections_of(tokenizer)
