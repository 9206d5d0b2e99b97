from pathlib import Path
from typing import Any

import pytest

from tokparity.corpora.embedded import (
    Embedded,
    Named,
    materialise,
    rank_bytes,
    tokenizer_bytes,
)
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import RankFacts
from tokparity.reference_impl.strict_json.values import BadField

TOKENIZER = Embedded("tokenizer.json", tokenizer_bytes({"model": {"vocab": {"é": 0}}}))
RANKS = Embedded("tiktoken", rank_bytes([(b"a", 0)]), RankFacts(".", {"<s>": 1}, "made here"))


FILES = [
    Embedded("gguf", b"GGUF\0\xff"),
    Embedded("sentencepiece", b"\n"),
    Embedded("vocab.txt", b"a"),
]
NAMED = Named("qwen3", "tokenizer.json", "0" * 64)


@pytest.mark.parametrize("artefact", [TOKENIZER, RANKS, NAMED, *FILES])
def test_what_is_written_is_read(artefact: Named | Embedded) -> None:
    assert read(Named | Embedded, write(artefact)) == artefact


@pytest.mark.parametrize("row", [["?", 0], ["YQ==", "0"], ["YQ==", True], ["YQ=="], "YQ", None])
def test_a_bad_rank_is_named(row: Any) -> None:
    data = write(RANKS) | {"ranks": [row]}
    with pytest.raises(BadField) as caught:
        read(Named | Embedded, data)
    assert caught.value.field.startswith("ranks[0]")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"facts": {"pattern": ".", "source": ""}}, "facts.specials"),
        ({"facts": {"pattern": ".", "source": "", "specials": {"<s>": "1"}}}, "facts.specials.<s>"),
        ({"facts": None}, "facts"),
        ({"format": "wordpiece"}, "format"),
        ({"more": 1}, "more"),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadField) as caught:
        read(Named | Embedded, write(RANKS) | changes)
    assert caught.value.field == field


def test_a_file_that_is_no_base64_is_named() -> None:
    data = write(FILES[0]) | {"file": "?"}
    with pytest.raises(BadField, match=r"file: .* is not base64"):
        read(Named | Embedded, data)


def test_materialise_writes_the_bytes_that_are_hashed(tmp_path: Path) -> None:
    for embedded in (RANKS, TOKENIZER, *FILES):
        artefact = materialise(embedded, tmp_path)
        assert artefact.path.read_bytes() == embedded.content
        assert (artefact.sha256, artefact.facts) == (embedded.sha256, embedded.facts)
        assert materialise(embedded, tmp_path) == artefact
