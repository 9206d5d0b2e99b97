"""tekken.json against tiktoken, which is what mistral-common runs it on.

What mistral-common adds is little, and checked here by its rules (1.13.1, tekken.py):
ids moved up by the number of special tokens, which no text can become.
"""

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from mistral_common.tokens.tokenizers.base import SpecialTokenPolicy
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions, Text
from tokparity.reference_impl.errors import BadArtefact, InvalidTokenId, Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.post_processors.bos_eos import NoSuchSpecial
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PATTERN = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
MERGED = (b"he", b"ll", b"hell", b"hello", b" hello", "é".encode(), b"<s>", b"  ")


def tekken(shift: int = 30, **changes: Any) -> dict[str, Any]:
    tokens = [bytes([byte]) for byte in range(256)] + list(MERGED) + [b"beyond", b"the", b"size"]
    return {
        "config": {
            "pattern": PATTERN,
            "num_vocab_tokens": len(tokens),
            "default_vocab_size": 256 + len(MERGED) + shift,
            "default_num_special_tokens": shift,
            "version": "v3",
        },
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
            for rank, token in enumerate(tokens)
        ],
        **changes,
    }


def read(tmp_path: Path, data: dict[str, Any]) -> Tokenizer:
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps(data))
    return load(Artefact("tiny", "tekken.json", path, ""))


def native() -> tiktoken.Encoding:
    ranks = {bytes([byte]): byte for byte in range(256)}
    ranks |= {token: 256 + at for at, token in enumerate(MERGED)}
    return tiktoken.Encoding("t", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})


@pytest.mark.parametrize("parse_special", [True, False])
def test_ids_are_tiktokens_moved_up(tmp_path: Path, parse_special: bool) -> None:
    tokenizer, encoding = read(tmp_path, tekken()), native()
    rng = random.Random(1)
    parts = ["hello", " hello", "<s>", "</s>", "[INST]", "é", "the", "beyond", " ", "\n", "1", "漢"]
    for _ in range(300):
        text = "".join(rng.choices(parts, k=rng.randint(0, 6)))
        expected = [token_id + 30 for token_id in encoding.encode(text)]
        assert list(tokenizer.encode(text, EncodeOptions(False, parse_special)).ids) == expected


@pytest.mark.parametrize("skip", [False, True])
def test_decoding(tmp_path: Path, skip: bool) -> None:
    tokenizer = read(tmp_path, tekken())
    library = Tekkenizer.from_file(tmp_path / "tekken.json")
    policy = SpecialTokenPolicy.IGNORE if skip else SpecialTokenPolicy.KEEP
    byte = [value + 30 for value in range(256)]
    for ids in (
        *(
            [1, 259 + 30, 2],
            [29],
            [byte[0xC3]],
            [byte[0xC3], 1, byte[0xA9]],
            [byte[0xC3], byte[0xA9]],
        ),
        *([-1, 289, -30], [], [byte[0xE2], byte[0x82], 289, byte[0xAC]], [290, 291, 292, 293]),
    ):
        found = tokenizer.decode(ids, DecodeOptions(skip_special=skip))
        assert found == Text(library.decode(ids, policy))
    with pytest.raises(KeyError):
        library.decode([294], policy)
    with pytest.raises(InvalidTokenId, match="from 0 to 293"):
        tokenizer.decode([294])
    if not skip:
        with pytest.raises(IndexError):
            library.decode([-31], policy)
        with pytest.raises(InvalidTokenId):
            tokenizer.decode([-31])


def test_bos_and_eos(tmp_path: Path) -> None:
    tokenizer = read(tmp_path, tekken())
    library = Tekkenizer.from_file(tmp_path / "tekken.json")
    for text in ("hello", "", "<s>"):
        expected = tuple(library.encode(text, bos=True, eos=True))
        assert tokenizer.encode(text, EncodeOptions(True, False)).ids == expected


def test_bos_that_is_not_there_is_missed_only_when_wanted(tmp_path: Path) -> None:
    data = tekken(shift=2, special_tokens=[{"rank": 0, "token_str": "<unk>", "is_control": True}])
    data["config"]["version"] = "v13"
    tokenizer = read(tmp_path, data)
    library = Tekkenizer.from_file(tmp_path / "tekken.json")
    plain = tokenizer.encode("hello", EncodeOptions(False, False))
    assert plain.ids == tuple(library.encode("hello", bos=False, eos=False))
    with pytest.raises(ValueError, match="<s>"):
        library.encode("hello", bos=True, eos=True)
    with pytest.raises(NoSuchSpecial, match="<s>"):
        tokenizer.encode("hello", EncodeOptions(True, False))


def test_merges_are_shown_with_the_ranks_of_the_file(tmp_path: Path) -> None:
    (stage,) = [
        s for s in tracing.trace(read(tmp_path, tekken()), "hella").stages if s.stage == "model"
    ]
    assert [(m.left, m.right, m.rank) for m in stage.merges[0][1]] == [
        ("h", "e", 256),
        ("l", "l", 257),
        ("he", "ll", 258),
    ]


def test_special_tokens_of_a_file_that_names_them(tmp_path: Path) -> None:
    named = [
        {"rank": n, "token_str": text, "is_control": True} for n, text in enumerate(["<a>", "<b>"])
    ]
    data = tekken(shift=4, special_tokens=named)
    data["config"]["version"] = "v13"
    tokenizer = read(tmp_path, data)
    assert [t.content for t in tokenizer.added_tokens] == [
        "<a>",
        "<b>",
        "<SPECIAL_2>",
        "<SPECIAL_3>",
    ]


def test_special_tokens_of_old_files(tmp_path: Path) -> None:
    contents = [token.content for token in read(tmp_path, tekken(shift=22)).added_tokens]
    assert contents[:4] == ["<unk>", "<s>", "</s>", "[INST]"]
    assert contents[19:] == ["[TOOL_CONTENT]", "<SPECIAL_20>", "<SPECIAL_21>"]


def changed(path: str, value: Any) -> dict[str, Any]:
    data: Any = tekken()
    *outer, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    inner = data
    for key in outer:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return data  # type: ignore[no-any-return] # built as a dict just above


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        ("config", None, "config", "is missing"),
        ("vocab", None, "vocab", "is missing"),
        ("vocab", {}, "vocab", "must be an array of at least 264 tokens"),
        ("vocab", [], "vocab", "must be an array of at least 264 tokens"),
        ("config.pattern", 3, "config.pattern", "must be a string"),
        ("config.version", "v9", "config.version", "is 'v9', none of"),
        ("config.version", "v13", "special_tokens", "is missing in version v13"),
        ("config.default_vocab_size", 29, "config.default_vocab_size", "is 29: fewer than 30"),
        ("config.default_vocab_size", -1, "config.default_vocab_size", "an id cannot be negative"),
        ("config.default_vocab_size", 10**6, "vocab", "must be an array of at least 999970"),
        ("config.default_num_special_tokens", 5, "special_tokens", "there are 20, more than"),
        ("config.default_num_special_tokens", 10**8, "config.default_num_special_tokens", "more"),
        ("special_tokens", [{"token_str": "a"}, {"token_str": "a"}], "special_tokens[1]", "'a' is"),
        ("special_tokens", [{"token_str": 1}], "special_tokens[0].token_str", "must be a string"),
        ("vocab.3.rank", 4, "vocab[3]", "has rank 4, not its place 3"),
        ("vocab.3.rank", True, "vocab[3]", "has rank True"),
        ("vocab.3.token_bytes", "YQ==", "vocab[3]", "must be the byte 3"),
        ("vocab.3.token_bytes", "YQ=", "vocab[3].token_bytes", "Incorrect padding"),
        ("vocab.3.token_bytes", "é", "vocab[3].token_bytes", "string argument should contain"),
        ("vocab.3.token_str", None, "vocab[3]", "must have rank, token_bytes and token_str"),
        ("vocab.257.token_bytes", "aGU=", "vocab[257]", "b'he' is there twice"),
        ("vocab.3", 7, "vocab[3]", "must have rank, token_bytes and token_str"),
    ],
)
def test_broken_file_names_its_field(
    tmp_path: Path, path: str, value: Any, field: str, reason: str
) -> None:
    with pytest.raises(BadArtefact) as caught:
        read(tmp_path, changed(path, value))
    assert caught.value.field == field
    assert reason in caught.value.reason


def test_pattern_that_matches_nothing(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=r"config\.pattern: matches the empty text"):
        read(tmp_path, changed("config.pattern", "a*"))
