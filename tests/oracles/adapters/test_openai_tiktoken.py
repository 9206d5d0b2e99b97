import base64

import pytest
import tiktoken

from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    RankFacts,
    Refusal,
)

PATTERN = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+"
MERGED = [b"he", b"ll", b"hell", b"hello", b" w", b"or", b" wor", b"\xc3\xa9"]
RANKS = {piece: rank for rank, piece in enumerate([*(bytes([i]) for i in range(256)), *MERGED])}
SPECIALS = {"<|end|>": 300, "<|start|>": 301}
FACTS = RankFacts(PATTERN, SPECIALS, "made for this test")
TEXTS = ["hello world", "<|end|>hello", "é\x00\U0001f600", "", " \n\t", "\ud83d a", "<|start|"]
AS_TEXT = EncodeOptions(add_special=False, parse_special=False)
AS_SPECIAL = EncodeOptions(add_special=False, parse_special=True)


def rank_file(ranks=RANKS):
    return b"".join(
        base64.b64encode(piece) + b" " + str(rank).encode() + b"\n" for piece, rank in ranks.items()
    )


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("openai_tiktoken") as started:
        yield started


@pytest.fixture
def handle(worker, artefact):
    return worker.load(artefact("small.tiktoken", rank_file(), "tiktoken", FACTS))


@pytest.fixture(scope="module")
def library():
    return tiktoken.Encoding(
        "direct", pat_str=PATTERN, mergeable_ranks=RANKS, special_tokens=SPECIALS
    )


def test_version(worker):
    assert worker.version == tiktoken.__version__


def test_encodes_as_the_library_does(worker, handle, library):
    text = [Encoding(tuple(library.encode(t, disallowed_special=()))) for t in TEXTS]
    special = [Encoding(tuple(library.encode(t, allowed_special="all"))) for t in TEXTS]
    assert text != special
    assert list(worker.encode(handle, TEXTS, AS_TEXT).observations()) == text
    assert list(worker.encode(handle, TEXTS, AS_SPECIAL).observations()) == special


def test_decodes_to_bytes(worker, handle):
    found = worker.decode(handle, [[259, 32], [0xC3], [], [300], [264], [-1]], DecodeOptions())
    *good, gap, negative = found.observations()
    assert good == [Bytes(b"hello "), Bytes(b"\xc3"), Bytes(b""), Bytes(b"<|end|>")]
    assert gap == Refusal("error", "KeyError: 'Invalid token for decoding: 264'")
    assert isinstance(negative, Refusal)


def test_what_the_library_cannot_express_is_unsupported(worker, handle):
    (found,) = worker.encode(handle, ["a"], EncodeOptions(True, False)).observations()
    assert isinstance(found, Refusal)
    assert found.kind == "unsupported"
    (found,) = worker.decode(handle, [[97]], DecodeOptions(skip_special=True)).observations()
    assert isinstance(found, Refusal)
    assert found.kind == "unsupported"


def test_a_file_that_ends_as_whispers_does(worker, artefact):
    """The line "= 50256" gives the empty piece a rank; openai-whisper reads it the same way."""
    handle = worker.load(artefact("w.tiktoken", rank_file() + b"= 50256\n", "tiktoken", FACTS))
    found = worker.decode(handle, [[259, 50256]], DecodeOptions())
    assert list(found.observations()) == [Bytes(b"hello")]


def test_a_file_that_changed_is_read_anew(worker, artefact):
    """The library's own reader keeps a copy by path unless told not to."""
    worker.load(artefact("same.tiktoken", rank_file(), "tiktoken", FACTS))
    changed = rank_file({piece: rank for piece, rank in RANKS.items() if piece != b"hello"})
    handle = worker.load(artefact("same.tiktoken", changed, "tiktoken", FACTS))
    found = worker.encode(handle, ["hello"], AS_TEXT)
    assert list(found.observations()) == [Encoding((258, 111))]


@pytest.mark.parametrize(
    ("content", "facts", "detail"),
    [
        pytest.param(b"aGU= x\n", FACTS, "ValueError: Error parsing line", id="rank-no-number"),
        pytest.param(b"aGU= 1\naA== 1\n", FACTS, "PanicException: Encoder and", id="rank-twice"),
        pytest.param(b"", FACTS, "ValueError: max()", id="empty"),
        pytest.param(rank_file(), RankFacts("("), "ValueError: Parsing error", id="pattern"),
        pytest.param(rank_file(), None, "ValueError: a rank file names no", id="no-facts"),
    ],
)
def test_a_bad_file_is_a_refusal(worker, artefact, content, facts, detail):
    refusal = worker.load(artefact("bad.tiktoken", content, "tiktoken", facts))
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "error"
    assert refusal.detail.startswith(detail)


def test_a_pattern_without_end_is_a_regex_limit(worker, artefact):
    facts = RankFacts(r"(?:(a|aa)+$)(?=c)|.")
    handle = worker.load(artefact("limit.tiktoken", rank_file(), "tiktoken", facts))
    limit, fine = worker.encode(handle, ["a" * 60 + "b", "ab"], AS_TEXT).observations()
    assert isinstance(limit, Refusal)
    assert limit.kind == "regex-limit"
    assert fine == Encoding((97, 98))


def test_shows_its_model(worker, handle, library):
    (found,) = worker.probe(handle, "model", ["Ġworlédé"])
    pieces = [library.decode_single_token_bytes(i) for i, *_ in found]
    assert b"".join(pieces) == b" worl\xe9d\xe9"  # a character of the alphabet is a byte
    assert found[0] == [262, "Ġwor", 0, 4]
    assert found[-1] == [0xE9, "é", 7, 8]
    refusal = worker.probe(handle, "pre_tokenizer", ["a"])
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unsupported"


def test_every_byte_has_its_letter(worker, handle):
    letters = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100), *range(0x100, 0x144)]
    found = worker.probe(handle, "model", list(map(chr, letters)))
    assert sorted(ids[0][0] for ids in found) == list(range(256))
