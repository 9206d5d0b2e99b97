import base64
import json

import pytest

from oracles import mistral_tekken

PIECES = [bytes([i]) for i in range(256)] + [b"he", b"ll", b"unused"]
SPECIALS = ["<unk>", "<s>", "</s>", "[INST]"]


def tekken():
    """Eight special tokens, four of them unnamed; the last text token is beyond the size."""
    return {
        "config": {
            "pattern": r"\p{L}+|\P{L}",
            "default_vocab_size": len(PIECES) - 1 + 8,
            "default_num_special_tokens": 8,
            "version": "v11",
        },
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(piece).decode(), "token_str": None}
            for rank, piece in enumerate(PIECES)
        ],
        "special_tokens": [
            {"rank": rank, "token_str": text, "is_control": True}
            for rank, text in enumerate(SPECIALS)
        ],
    }


def read(tmp_path, data):
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps(data))
    return mistral_tekken.read(path)


def test_reads_what_the_sizes_say(tmp_path):
    found = read(tmp_path, tekken())
    assert found.ranks == {piece: rank for rank, piece in enumerate(PIECES[:-1])}
    assert found.specials == (*SPECIALS, *(f"<SPECIAL_{n}>" for n in range(4, 8)))
    assert found.pattern == r"\p{L}+|\P{L}"


def test_a_token_beyond_the_size_is_never_looked_at(tmp_path):
    data = tekken()
    data["vocab"][-1]["token_bytes"] = "!"
    assert len(read(tmp_path, data).ranks) == len(PIECES) - 1


def test_an_old_file_without_specials_has_the_twenty_of_its_time(tmp_path):
    data = tekken()
    del data["special_tokens"]
    data["config"] |= {"version": "v7", "default_num_special_tokens": 20}
    data["config"]["default_vocab_size"] = 20 + 256
    found = read(tmp_path, data).specials
    assert (found[0], found[10], found[19]) == ("<unk>", "[IMG]", "[TOOL_CONTENT]")
    assert len(found) == 20


# What mistral-common 1.13.1 refused, each tried with `Tekkenizer.from_file`.
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        pytest.param(lambda d: d["config"].update(version="v8"), "version", id="unknown-version"),
        pytest.param(
            lambda d: d.pop("special_tokens"), "special_tokens", id="new-without-specials"
        ),
        pytest.param(lambda d: d["vocab"][5].update(rank=6), r"vocab\[5\]", id="rank-out-of-order"),
        pytest.param(
            lambda d: d["vocab"][5].update(token_bytes="QQ=="), r"vocab\[5\]", id="not-its-byte"
        ),
        pytest.param(
            lambda d: d["vocab"][257].update(token_bytes=d["vocab"][256]["token_bytes"]),
            "twice",
            id="piece-listed-twice",
        ),
        pytest.param(lambda d: d["vocab"][3].update(extra=1), r"vocab\[3\]", id="unknown-field"),
        pytest.param(
            lambda d: d["config"].update(default_vocab_size=1000),
            "default_vocab_size",
            id="more-than-there-are",
        ),
        pytest.param(
            lambda d: d["config"].update(default_vocab_size=4), "default_vocab_size", id="negative"
        ),
        pytest.param(
            lambda d: d["special_tokens"].append(d["special_tokens"][0]),
            "special_tokens",
            id="special-twice",
        ),
        pytest.param(
            lambda d: d["special_tokens"][1].update(token_str="<SPECIAL_6>"),
            "special_tokens",
            id="special-named-as-a-filler",
        ),
        pytest.param(
            lambda d: d["config"].update(default_num_special_tokens=2),
            "special_tokens",
            id="more-specials-than-said",
        ),
    ],
)
def test_refuses_what_tekkenizer_refuses(tmp_path, spoil, message):
    data = tekken()
    spoil(data)
    with pytest.raises(ValueError, match=message):
        read(tmp_path, data)
