"""`derive`: a model's vocabulary in a format that nobody published it in, and who wrote it.

transformers' converters where they work, in a process of their own; `convert` for GGUF; where
neither does, a writer of ours. What is made is kept in the cache, by the content it is made of, and
is marked wherever it is shown: "derived from llama2 by transformers 5.23.0 LlamaConverter".
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any

from tokparity import reference_impl
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.children import Children, TooSlow
from tokparity.harness.conversion.convert import vocabulary_of, write_gguf
from tokparity.harness.conversion.vocabulary import (
    ConvertedVocabulary,
    TokenType,
    with_byte_pieces,
)
from tokparity.harness.derivation import to_sentencepiece, to_tokenizer_json
from tokparity.harness.derivation.by_transformers import POSSESSIVE_RANGE
from tokparity.harness.derivation.names import name_of
from tokparity.harness.derivation.to_ranks import to_ranks
from tokparity.harness.derivation.underivable import Underivable, Unfinished
from tokparity.reference_impl.contract import Artefact, Format, RankFacts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SECONDS = 300.0
"""What one converter may take."""
OURS = "tokparity"
_LIBRARIES = ("gguf", "protobuf", "sentencepiece", "tokenizers", "transformers")
"""What has a part in what is written, by the names of their distributions."""
_PACKAGE = Path(reference_impl.__file__).parents[1]
_RECIPES = tuple(
    _PACKAGE / name
    for name in ("harness/derivation", "harness/conversion", "reference_impl", "corpora/embedded")
)
_BESIDE = ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja")
"""What converters read beside a file, where it is there."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A file that was made of another: by whom, and what of the source it cannot say."""

    artefact: Artefact
    source: str
    by: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """What a way gives: who wrote the file, what a rank file does not say, what is lost."""

    by: str
    facts: RankFacts | None = None
    lost: tuple[str, ...] = ()


Way = Callable[[Artefact, Path], Made]
"""Writes a file of an artefact at a path. Raises Underivable and other TokparityErrors."""


def derive(source: Artefact, target: Format, kept: Cache) -> Derived:
    """The vocabulary of `source` as a file of another format.

    Raises Underivable, with the reason.
    """
    way = WAYS.get((source.format, target))
    if way is None:
        raise Underivable(source.name, target, f"nothing makes one of a {source.format}")
    folder = kept.root / "derived" / _key(source, target)
    note = _note_of(folder, target)
    if note is None:
        rmtree(folder, ignore_errors=True)
        _write(way, source, target, kept, folder)
        note = json.loads((folder / _NOTE).read_bytes())
    facts = None if note["facts"] is None else RankFacts(**note["facts"])
    name = name_of(source.name, target)
    path, sha256 = folder / _FILES[target], note["sha256"]
    artefact = Artefact(name, target, path, sha256, facts, source=source.sha256)
    return Derived(artefact, source.name, note["by"], tuple(note["lost"]))


def _note_of(folder: Path, target: Format) -> dict[str, Any] | None:
    """What is noted of a file that was derived before; None where it is not what it was then."""
    try:
        note = json.loads((folder / _NOTE).read_bytes())
        whole = hashlib.sha256((folder / _FILES[target]).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
    is_whole = isinstance(note, dict) and {"sha256", "by", "facts", "lost"} <= note.keys()
    return note if is_whole and note["sha256"] == whole else None


def _write(way: Way, source: Artefact, target: Format, kept: Cache, folder: Path) -> None:
    """Whole or not at all."""
    with kept.incoming() as empty:
        path = empty / _FILES[target]
        try:
            made = way(source, path)
        except Underivable:
            raise
        except (TokparityError, ValueError) as error:
            reason = str(error).replace(str(empty), "").replace("\n", " ")
            raise Underivable(source.name, target, reason) from None
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        try:
            load(Artefact(source.name, target, path, sha256, made.facts))
        except TokparityError as error:
            reason = f"what is written does not load: {error}".replace(str(empty), "")
            raise Underivable(source.name, target, reason) from None
        note = {
            "sha256": sha256,
            "by": made.by,
            "facts": None if made.facts is None else asdict(made.facts),
            "lost": list(made.lost),
        }
        (empty / _NOTE).write_text(json.dumps(note), encoding="utf-8")
        folder.parent.mkdir(parents=True, exist_ok=True)
        settled = empty / "settled"
        settled.mkdir()
        for name in (_FILES[target], _NOTE):
            (empty / name).replace(settled / name)
        if not folder.exists():
            settled.replace(folder)


def _key(source: Artefact, target: Format) -> str:
    """Of what is made of what by which writers: another version of one makes another file, and so
    does another name, which some formats hold."""
    libraries = "\0".join(f"{library} {version(library)}" for library in _LIBRARIES)
    made_of = f"{source.identity}\0{source.name}\0{target}\0{libraries}\0{_recipe(_RECIPES)}"
    digest = hashlib.sha256(made_of.encode("utf-8", "surrogateescape"))
    for path in (source.path.with_name(name) for name in _BESIDE):
        if path != source.path and path.is_file():
            digest.update(f"\0{path.name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:40]


@cache
def _recipe(folders: tuple[Path, ...]) -> str:
    """A digest of the writers, of what reads for them, and of the tables of both."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for kind in ("*.py", "*.json") for path in folder.rglob(kind)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _by_transformers(source: Artefact, path: Path) -> Made:
    command = [
        sys.executable,
        "-P",
        "-m",
        "tokparity.harness.derivation.by_transformers",
        source.format,
        str(source.path.resolve()),
        str(path),
    ]
    if source.facts is not None:
        told = path.with_name("facts.json")
        specials = list(source.facts.specials.items())
        told.write_text(json.dumps({"pattern": source.facts.pattern, "specials": specials}))
        command.append(str(told))
    try:
        ended = Children().run("the converter", command, path.parent, {}, SECONDS)
    except TooSlow as error:
        raise Unfinished(source.name, "tokenizer.json", str(error)) from None
    last = (ended.output.strip().splitlines() or ["it said nothing"])[-1]
    if ended.code < 0:
        reason = f"the converter was killed by signal {-ended.code}"
        raise Unfinished(source.name, "tokenizer.json", reason)
    if ended.code or not path.is_file():
        raise Underivable(source.name, "tokenizer.json", f"transformers' converter: {last[:200]}")
    return Made(f"transformers {version('transformers')} {last}")


def _json_of_ranks(source: Artefact, path: Path) -> Made:
    """By transformers' converter, or by ours what that one has no place for."""
    try:
        return _by_transformers(source, path)
    except Unfinished:
        raise  # it may yet: what we wrote instead would be kept
    except Underivable as error:
        tokenizer = load(source)
        assert source.facts is not None
        pattern = POSSESSIVE_RANGE.sub(r"\1", source.facts.pattern)
        path.write_bytes(to_tokenizer_json.of_ranks(tokenizer, pattern))
        return Made(OURS, lost=(error.reason,))


def _json_of_gguf(source: Artefact, path: Path) -> Made:
    """One with merges directly, another by the `.model` that it is."""
    tokenizer = load(source)
    if isinstance(tokenizer.model, LlamaBPE):
        path.write_bytes(to_tokenizer_json.of_gguf(source.name, tokenizer))
        return Made(OURS)
    model = path.with_name("tokenizer.model")
    _model_of_gguf(source, model)
    made = _by_transformers(replace(source, format="sentencepiece", path=model), path)
    path.write_bytes(to_tokenizer_json.with_template(path.read_bytes(), tokenizer))
    return replace(made, by=f"{OURS} and {made.by}")


def _model_of_gguf(source: Artefact, path: Path) -> Made:
    return _model(source, path, to_sentencepiece.of_gguf(source.name, source.path))


def _model_of_json(source: Artefact, path: Path) -> Made:
    tokenizer = load(source)
    if tokenizer.spells_bytes:
        raise Underivable(source.name, "sentencepiece", "its pieces spell bytes")
    return _model(source, path, vocabulary_of(source, tokenizer))


def _model(source: Artefact, path: Path, vocabulary: ConvertedVocabulary) -> Made:
    if TokenType.BYTE in vocabulary.types:  # byte fallback with a byte missing loads nowhere
        vocabulary = with_byte_pieces(vocabulary)
    path.write_bytes(to_sentencepiece.to_sentencepiece(source.name, vocabulary))
    return Made(OURS, lost=vocabulary.lost)


def _ranks(source: Artefact, path: Path) -> Made:
    tokenizer = load(source)
    if not tokenizer.spells_bytes:
        raise Underivable(source.name, "tiktoken", "its pieces do not spell bytes")
    content, facts, lost = to_ranks(source.name, tokenizer, f"derived from {source.name}")
    path.write_bytes(content)
    return Made(OURS, facts, tuple(lost))


def _gguf(source: Artefact, path: Path) -> Made:
    vocabulary = with_byte_pieces(vocabulary_of(source, load(source)))
    write_gguf(vocabulary, path, Path(source.name).name)
    return Made(f"{OURS} convert", lost=vocabulary.lost)


def _vocab(source: Artefact, path: Path) -> Made:
    tokenizer: Tokenizer = load(source)
    if not isinstance(tokenizer.model, WordPiece):
        raise Underivable(source.name, "vocab.txt", "it is no WordPiece")
    pieces = tokenizer.pieces()
    lines = [pieces.get(at, f"[unused-{at}]") for at in range(max(pieces, default=-1) + 1)]
    if any({*"\n\r"} & {*line} or not line for line in lines):
        raise Underivable(source.name, "vocab.txt", "a piece does not fit on a line")
    if len({*lines}) < len(lines):
        raise Underivable(source.name, "vocab.txt", "a piece is there twice")
    said = tokenizer.model.unk_token, tokenizer.model.continuing_subword_prefix
    if said != _OF_BERT:
        reason = f"it has {said[0]!r} and {said[1]!r} where such a file has [UNK] and ##"
        raise Underivable(source.name, "vocab.txt", reason)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
    return Made(OURS, lost=tuple(_lost_of_words(tokenizer, tokenizer.model)))


_OF_BERT = ("[UNK]", "##")
"""The unknown token, and what pieces within a word begin with, in every vocab.txt."""


def _lost_of_words(tokenizer: Tokenizer, model: WordPiece) -> Iterator[str]:
    """What a vocab.txt cannot say: its library lowers case, and takes words of 100 characters."""
    normalizer = tokenizer.normalizer
    if not isinstance(normalizer, BertNormalizer) or not normalizer.lowercase:
        yield "that case is kept"
    if model.max_input_chars_per_word != _LONGEST_WORD:
        yield f"words of up to {model.max_input_chars_per_word} characters"


_LONGEST_WORD = 100


WAYS: Mapping[tuple[Format, Format], Way] = {
    ("sentencepiece", "tokenizer.json"): _by_transformers,
    ("tiktoken", "tokenizer.json"): _json_of_ranks,
    ("tekken.json", "tokenizer.json"): _by_transformers,
    ("vocab.txt", "tokenizer.json"): _by_transformers,
    ("gguf", "tokenizer.json"): _json_of_gguf,
    ("gguf", "sentencepiece"): _model_of_gguf,
    ("tokenizer.json", "sentencepiece"): _model_of_json,
    ("tokenizer.json", "tiktoken"): _ranks,
    ("gguf", "tiktoken"): _ranks,
    ("tokenizer.json", "vocab.txt"): _vocab,
    ("sentencepiece", "gguf"): _gguf,
    ("tokenizer.json", "gguf"): _gguf,
    ("tokenizer_config.json", "gguf"): _gguf,
    ("tokenizer_config.json", "tiktoken"): _ranks,
    ("model_folder", "gguf"): _gguf,
    ("model_folder", "tiktoken"): _ranks,
    ("model_folder", "vocab.txt"): _vocab,
    ("tiktoken", "gguf"): _gguf,
    ("tekken.json", "gguf"): _gguf,
    ("vocab.txt", "gguf"): _gguf,
}
"""From which format which other is made, and how."""
_FILES: Mapping[Format, str] = {
    "tokenizer.json": "tokenizer.json",
    "sentencepiece": "tokenizer.model",
    "tiktoken": "ranks.tiktoken",
    "vocab.txt": "vocab.txt",
    "gguf": "model.gguf",
}
_NOTE = "derived.json"
