"""One question at a time, put to the reference and to the library: the answers must be the same.

Each fixture gives the library's answer, so that a test can say what is surprising in it; None
where the library has none (an error or a panic) and the reference refuses too.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from tokenizers import PreTokenizedString, models, pre_tokenizers
from tokenizers import Tokenizer as LibraryTokenizer
from tokenizers.decoders import DecodeStream

from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    StreamCase,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.tokenizer_json.decoders import read_decoder
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.streaming.pushes import streamed
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.full_encoding import encode_full

Spec = dict[str, Any]
Pieces = list[tuple[str, int, int]]
_EMPTY: Spec = json.loads(LibraryTokenizer(models.BPE()).to_str())


def _native(stage: str, spec: Spec) -> Any:
    return getattr(LibraryTokenizer.from_str(json.dumps(_EMPTY | {stage: spec})), stage)


def _node(stage: str, spec: Spec) -> Node:
    return Node(Path("tokenizer.json"), stage, spec)


def answer(ask: Callable[[], Any]) -> Any:
    """None for an error or a panic, which is no Exception."""
    try:
        return ask()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None


def refused(ask: Callable[[], Any]) -> Any:
    """None for an error of the reference."""
    try:
        return ask()
    except TokparityError:
        return None


@pytest.fixture
def normalized() -> Callable[[Spec, str], Pieces | None]:
    """What a normalizer makes: each character with its range in the original."""

    def ask(spec: Spec, text: str) -> Pieces | None:
        native, reference = _native("normalizer", spec), read_normalizer(_node("normalizer", spec))

        def theirs() -> Pieces:
            native.normalize_str(text)  # a panic in PreTokenizedString would end the process
            whole = PreTokenizedString(text)
            whole.normalize(native.normalize)
            pre_tokenizers.FixedLength(length=1).pre_tokenize(whole)
            return [(char, *span) for char, span, _ in whole.get_splits("original", "char") if char]

        def ours() -> Pieces:
            normal = reference.normalize(Aligned.of(text))
            return [(char, *normal.span(at, at + 1)) for at, char in enumerate(normal.text)]

        expected = answer(theirs)
        assert refused(ours) == expected
        return expected

    return ask


@pytest.fixture
def cut() -> Callable[[Spec, str], Pieces | None]:
    """The pieces that a pre-tokenizer makes, with their ranges in the original."""

    def ask(spec: Spec, text: str) -> Pieces | None:
        native = _native("pre_tokenizer", spec)
        reference = read_pre_tokenizer(_node("pre_tokenizer", spec))

        def ours() -> Pieces:
            found = reference.pre_tokenize([Aligned.of(text)])
            return [(piece.text, *piece.span(0, len(piece))) for piece in found]

        expected = answer(lambda: [(piece, *at) for piece, at in native.pre_tokenize_str(text)])
        assert refused(ours) == expected
        return expected

    return ask


@pytest.fixture
def joined() -> Callable[[Spec, list[str]], str | None]:
    """What a decoder makes of pieces."""

    def ask(spec: Spec, pieces: list[str]) -> str | None:
        native, reference = _native("decoder", spec), read_decoder(_node("decoder", spec))
        expected = answer(lambda: native.decode(pieces))
        assert refused(lambda: "".join(reference.decode(list(pieces)))) == expected
        return expected

    return ask


@cache
def _pair(document: str, folder: Path) -> tuple[Any, Any]:
    path = folder / "tokenizer.json"
    path.write_text(document, "utf-8")
    theirs = answer(lambda: LibraryTokenizer.from_file(str(path)))
    ours = refused(lambda: load(Artefact("quirk", "tokenizer.json", path, "")))
    return ours, theirs


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[..., tuple[Any, Any]]:
    """A file with these sections, with the reference and with the library; None: refused."""
    return lambda **sections: _pair(json.dumps(_EMPTY | sections), tmp_path)


@pytest.fixture
def encoded(loaded: Callable[..., tuple[Any, Any]]) -> Callable[..., Any]:
    """The library's encoding, all of which is the reference's; sections of the file as keywords."""

    def ask(
        text: str, pair: str | None = None, *, special: bool = True, **sections: Any
    ) -> Any | None:
        ours, theirs = loaded(**sections)
        assert (ours is None) == (theirs is None)
        if theirs is None:
            return None
        expected = answer(lambda: theirs.encode(text, pair, add_special_tokens=special))
        found = refused(lambda: encode_full(ours, text, pair, EncodeOptions(special)))
        assert (found is None) == (expected is None)
        if expected is not None:
            assert list(found.ids) == expected.ids
            assert list(found.offsets) == expected.offsets
            assert list(found.tokens) == expected.tokens
            assert list(found.type_ids) == expected.type_ids
            assert list(found.special_tokens_mask) == expected.special_tokens_mask
            assert [list(window.ids) for window in found.overflowing] == [
                window.ids for window in expected.overflowing
            ]
        return expected

    return ask


@pytest.fixture
def decoded(loaded: Callable[..., tuple[Any, Any]]) -> Callable[..., str | None]:
    """The library's text of ids, which is the reference's; sections of the file as keywords."""

    def ask(ids: list[int], *, skip_special: bool = False, **sections: Any) -> str | None:
        ours, theirs = loaded(**sections)
        expected = answer(lambda: theirs.decode(ids, skip_special_tokens=skip_special))
        found = refused(lambda: ours.decode(ids, DecodeOptions(skip_special)))
        assert found == (None if expected is None else Text(expected))
        return expected

    return ask


@pytest.fixture
def pushed(tmp_path: Path) -> Callable[..., list[str | None]]:
    """What each push of a reply gives, where every byte is a piece and "a" has the id 256."""
    vocabulary = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"a": 256}
    model = {"type": "BPE", "vocab": vocabulary, "merges": [], "byte_fallback": True}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(_EMPTY | {"model": model, "decoder": {"type": "ByteFallback"}}))
    native = LibraryTokenizer.from_file(str(path))
    reference = load(Artefact("stream", "tokenizer.json", path, ""))

    def ask(ids: list[int], prompt: Sequence[int] = ()) -> list[str | None]:
        stream = DecodeStream(ids=list(prompt), skip_special_tokens=False)

        def step(token_id: int) -> str:
            return stream.step(native, token_id) or ""

        expected = [answer(partial(step, token_id)) for token_id in ids]
        found = streamed(reference, StreamCase(tuple(ids), tuple(prompt)))
        assert list(found.parts) == expected
        return expected

    return ask
