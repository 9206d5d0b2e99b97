import base64
import random
from pathlib import Path

import pytest
import tiktoken
from tiktoken.load import load_tiktoken_bpe

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    RankFacts,
    Refusal,
)
from tokparity.reference_impl.errors import BadArtefact, BadPattern, InvalidTokenId, Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.tiktoken_ranks import read_ranks
from tokparity.reference_impl.tokenizer import tracing

PATTERN = r"'(?:[sdmt]|ll)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
SPECIALS = {"<|end|>": 1000, "<|é|>": 1001, "</s>": 1002, "｜x": 1003}


def tiny_ranks(seed: int) -> dict[bytes, int]:
    """All bytes and some concatenations, with gaps between the ranks."""
    rng = random.Random(seed)
    tokens = [bytes([byte]) for byte in range(256)]
    usual = [b" ", b"a", b"b", b"th", b"e", b"\xc3", b"\xa9", "é".encode(), b"<", b"|", b"\n", b"s"]
    while len(tokens) < 400:
        token = b"".join(rng.choices([*usual, *tokens[256:]], k=2))
        if token not in tokens and len(token) < 12:
            tokens.append(token)
    return dict(zip(tokens, sorted(rng.sample(range(900), 400)), strict=True))


def write(path: Path, ranks: dict[bytes, int]) -> Path:
    lines = [f"{base64.b64encode(token).decode()} {rank}" for token, rank in ranks.items()]
    path.write_text("\n".join(lines) + "\n")
    return path


def artefact(
    path: Path, specials: dict[str, int] | None = None, pattern: str = PATTERN
) -> Artefact:
    specials = SPECIALS if specials is None else specials
    return Artefact("tiny", "tiktoken", path, "", RankFacts(pattern, specials, "this test"))


def native_of(made: Artefact) -> tiktoken.Encoding:
    assert made.facts is not None
    return tiktoken.Encoding(
        made.name,
        pat_str=made.facts.pattern,
        mergeable_ranks=load_tiktoken_bpe(str(made.path)),
        special_tokens=made.facts.specials,
    )


@pytest.fixture(autouse=True)
def _no_cache_of_tiktoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")


def texts(rng: random.Random, parts: list[str], count: int) -> list[str]:
    return ["".join(rng.choices(parts, k=rng.randint(0, 8))) for _ in range(count)]


def native_ids(native: tiktoken.Encoding, text: str, parse_special: bool) -> tuple[int, ...]:
    if parse_special:
        return tuple(native.encode(text, allowed_special="all"))
    return tuple(native.encode(text, allowed_special=set(), disallowed_special=()))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("parse_special", [True, False])
def test_same_ids_as_tiktoken(tmp_path: Path, seed: int, parse_special: bool) -> None:
    made = artefact(write(tmp_path / "r", tiny_ranks(seed)))
    tokenizer, native = load(made), native_of(made)
    parts = [*SPECIALS, "<|", "end", "|>", "the", "ababé", " ", "  ", "\n", "'s", "'ll", "12", "漢"]
    parts += ["\u0301", "\U0001f600", "<", "s>", "｜", "\x00", "!", "\u2028", "ß", "\ufeff"]
    for text in texts(random.Random(seed), parts, 400):
        encoding = tokenizer.encode(text, EncodeOptions(False, parse_special))
        assert encoding.ids == native_ids(native, text, parse_special), ascii(text)
        assert encoding.offsets is not None
        assert len(encoding.offsets) == len(encoding.ids)


def test_same_bytes_as_tiktoken(tmp_path: Path) -> None:
    made = artefact(write(tmp_path / "r", tiny_ranks(1)))
    tokenizer, native = load(made), native_of(made)
    rng = random.Random(1)
    known = list(tokenizer.pieces())
    for _ in range(300):
        ids = rng.choices(known, k=rng.randint(0, 6))
        assert tokenizer.decode(ids) == Bytes(native.decode_bytes(ids))
    for token_id in known:
        assert tokenizer.surface(token_id) == native.decode_single_token_bytes(token_id)


def test_id_without_a_token_is_refused_as_tiktoken_does(tmp_path: Path) -> None:
    made = artefact(write(tmp_path / "r", tiny_ranks(1)))
    tokenizer, native = load(made), native_of(made)
    gap = next(n for n in range(900) if n not in tokenizer.pieces())
    for token_id in (gap, 5000):
        with pytest.raises(InvalidTokenId):
            tokenizer.decode([token_id])
        with pytest.raises(KeyError):
            native.decode_bytes([token_id])
    decoded = tokenizer.decode_batch([[gap], [known := min(tokenizer.pieces())]])
    refused, answered = decoded.observations()
    assert isinstance(refused, Refusal)
    assert answered == Bytes(native.decode_bytes([known]))


def test_special_tokens_are_left_out_of_bytes_where_asked(tmp_path: Path) -> None:
    tokenizer = load(artefact(write(tmp_path / "r", {b"a": 0})))
    assert tokenizer.decode([0, 1001, 0], DecodeOptions(skip_special=True)) == Bytes(b"aa")
    assert tokenizer.decode([0, 1001, 0]) == Bytes("a<|é|>a".encode())


def test_text_that_the_pattern_leaves_out_is_lost(tmp_path: Path) -> None:
    made = artefact(write(tmp_path / "r", {b"a": 0, b"b": 1}), {}, "a")
    assert load(made).encode("abba").ids == native_ids(native_of(made), "abba", False) == (0, 0)


def test_byte_without_a_token_is_refused(tmp_path: Path) -> None:
    made = artefact(write(tmp_path / "r", {b"a": 0}), {}, ".")
    found = list(load(made).encode_batch(["a", "b"]).observations())
    assert found == [Encoding((0,), ((0, 1),)), Refusal("error", "no token 'b' in this vocabulary")]
    with pytest.raises(BaseException, match="no entry found for key"):  # a panic
        native_of(made).encode("b")


def test_limit_of_the_pattern_is_a_refusal(tmp_path: Path) -> None:
    """On this text tiktoken gives up too, by its own count."""
    made = artefact(
        write(tmp_path / "r", tiny_ranks(1)), {}, r"(?:\w|\p{L}|[a-z])*+(?<=!)|(?:a|a|aa)+(?!a)b|."
    )
    text = "a" * 60
    found = list(load(made).encode_batch([text]).observations())
    assert [type(each) for each in found] == [Refusal]
    assert found[0].kind == "regex-limit"  # type: ignore[union-attr] # its type is checked above
    with pytest.raises(ValueError, match="backtracking"):
        native_of(made).encode(text)


def test_whispers_odd_line_is_the_empty_token(tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_bytes(b"YQ== 0\n= 1\n\nYg== 2\n")
    assert read_ranks(path) == load_tiktoken_bpe(str(path)) == {b"a": 0, b"": 1, b"b": 2}
    made = artefact(path, {}, ".")
    assert load(made).encode("ab").ids == native_ids(native_of(made), "ab", False) == (0, 2)
    assert load(made).decode([0, 1]) == Bytes(native_of(made).decode_bytes([0, 1])) == Bytes(b"a")


@pytest.mark.parametrize(
    "content",
    [b"YQ== 0\r\nYg== 1\r\n", b"YQ==\t0\n\n\nYg==  1", b"Y*Q== 0\nYg== 1\n", b"YQ== 00\nYg== 1"],
)
def test_lines_are_read_as_tiktoken_reads_them(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "r"
    path.write_bytes(content)
    assert read_ranks(path) == load_tiktoken_bpe(str(path)) == {b"a": 0, b"b": 1}


@pytest.mark.parametrize(
    ("content", "field", "reason"),
    [
        (b"YQ== 0\nYg==\n", "line 2", "'Yg==' is not a token and a rank"),
        (b"YQ== 0 0\n", "line 1", "'YQ== 0 0' is not a token and a rank"),
        (b"YQ== 0\n\nYg= 1\n", "line 3", "base64: Incorrect padding"),
        (b"YQ== x\n", "line 1", "rank 'x' is no number from 0 to 2147483647"),
        (b"YQ== -1\n", "line 1", "rank '-1' is no number from 0 to 2147483647"),
        (b"YQ== 2147483648\n", "line 1", "rank '2147483648' is no number from 0 to 2147483647"),
        (b"YQ== 0\nYg== 0\n", "line 2", "rank 0 is that of line 1 too"),
        (b"YQ== 0\nYQ== 1\n", "line 2", "b'a' is the token of line 1 too"),
        (b"", "file", "holds no token"),
        (b"\n \n", "file", "holds no token"),
        (b"\x1f\x8b\x08", "line 1", "'\\x1f�\\x08' is not a token"),
        (b"{}", "line 1", "'{}' is not a token and a rank"),
    ],
)
def test_broken_file_names_its_line(
    tmp_path: Path, content: bytes, field: str, reason: str
) -> None:
    path = tmp_path / "r"
    path.write_bytes(content)
    with pytest.raises(BadArtefact) as caught:
        load(artefact(path))
    assert (caught.value.path, caught.value.field) == (path, field)
    assert caught.value.reason.startswith(reason)


def test_missing_file_and_missing_facts(tmp_path: Path) -> None:
    with pytest.raises(BadArtefact, match="cannot be read: No such file"):
        load(artefact(tmp_path / "none"))
    path = write(tmp_path / "r", {b"a": 0})
    with pytest.raises(BadArtefact, match="facts: a rank file needs its pattern"):
        load(Artefact("tiny", "tiktoken", path, ""))


@pytest.mark.parametrize(
    ("specials", "reason"),
    [
        ({"<s>": 0}, "'<s>' has id 0, which is a rank too"),
        ({"<s>": 7, "<t>": 7}, "'<t>' has id 7, which is that of '<s>' too"),
        ({"<s>": -1}, "'<s>' has id -1"),
        ({"": 7}, "a special token is empty"),
        ({"<s>x": 7, "<s>": 8}, "'<s>' begins '<s>x'"),
    ],
)
def test_special_tokens_that_cannot_be(
    tmp_path: Path, specials: dict[str, int], reason: str
) -> None:
    with pytest.raises(BadArtefact, match=r"facts\.specials") as caught:
        load(artefact(write(tmp_path / "r", {b"a": 0}), specials))
    assert caught.value.reason.startswith(reason)


def test_patterns_that_cannot_be(tmp_path: Path) -> None:
    path = write(tmp_path / "r", {b"a": 0})
    with pytest.raises(BadPattern, match="is not closed"):
        load(artefact(path, pattern="(a"))
    with pytest.raises(Unsupported, match="matches the empty text"):
        load(artefact(path, pattern="a*"))


def test_trace_shows_the_byte_level_alphabet(tmp_path: Path) -> None:
    ranks = {b"a": 0, b" ": 1, b"\xc3": 2, b"\xa9": 3, b"\xc3\xa9": 4, b" a": 5}
    trace = tracing.trace(load(artefact(write(tmp_path / "r", ranks))), "aé a<|end|>")
    stages = {stage.stage: stage for stage in trace.stages}
    assert [piece.text for piece in stages["pre_tokenizer"].pieces] == ["aÃ©", "Ġa", "<|end|>"]
    assert [(p.text, p.id, p.start, p.end) for p in stages["model"].pieces] == [
        ("a", 0, 0, 1),
        ("Ã©", 4, 1, 2),
        ("Ġa", 5, 2, 4),
        ("<|end|>", 1000, 4, 11),
    ]
    ((word, (merge,)),) = [found for found in stages["model"].merges if found[1]]
    assert (word, merge.left, merge.right, merge.rank) == ("aÃ©", "Ã", "©", 4)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", [m.name for m in catalogue.find("*") if m.default and m.facts])
def test_same_ids_as_tiktoken_on_real_vocabularies(name: str) -> None:
    (manifest,) = catalogue.find(name)
    made = catalogue.artefact(manifest, Cache.default())
    tokenizer, native = load(made), native_of(made)
    rng = random.Random(name)
    known = list(tokenizer.pieces())
    assert set(known) == set(native._mergeable_ranks.values()) | set(
        native._special_tokens.values()
    )
    parts = [tokenizer.surface(i).decode("utf-8", "ignore") for i in rng.choices(known, k=3000)]
    parts += [*manifest.facts.specials][:20] * 20 if manifest.facts else []
    parts += [chr(code) for code in rng.choices(range(0xD800), k=1000)] + [" ", "\n", "\t"] * 100
    sample = texts(rng, parts, 300)
    for parse_special in (True, False):
        found = tokenizer.encode_batch(sample, EncodeOptions(False, parse_special))
        for text, encoding in zip(sample, found.observations(), strict=True):
            assert isinstance(encoding, Encoding)
            assert encoding.ids == native_ids(native, text, parse_special), ascii(text)
            assert tokenizer.decode(encoding.ids) == Bytes(native.decode_bytes(encoding.ids))
