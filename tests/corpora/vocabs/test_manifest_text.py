from dataclasses import replace
from pathlib import Path

import pytest

from corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member, parse
from corpora.vocabs.manifest_text import to_toml
from reference_impl.contract import RankFacts


def test_own_manifest_is_read_back(tmp_path: Path) -> None:
    own = Manifest(
        name="own",
        model="own",
        family='qu"ote\n',
        format="tiktoken",
        algorithm="",
        licence="own file",
        sha256="ef" * 32,
        bytes=1,
        source=tmp_path / "é \\ file",
        pairs=("qwen3",),
        facts=RankFacts(r"\p{L}+|'", {"<é>": 3}, "mine"),
    )
    assert parse(tmp_path / "own.toml", to_toml(own)) == own


def test_manifest_of_a_hub_file_is_read_back(tmp_path: Path) -> None:
    found = Manifest(
        name="bloom",
        model="bloom",
        family="hub",
        format="tokenizer.json",
        algorithm="",
        licence="not looked at",
        sha256="ef" * 32,
        bytes=1,
        source=HubFile("big/bloom", "main", "ab" * 20, "sub/tokenizer.json"),
        companions=(
            Companion("tokenizer_config.json", "01" * 32, 5_000_000_000),
            Companion("chat_template.jinja", "02" * 32, 7),
        ),
    )
    assert parse(tmp_path / "bloom.toml", to_toml(found)) == found


def test_manifest_of_an_archive_is_not_written(tmp_path: Path) -> None:
    archive = Archive("npm", "a@1.0.0", "a-1.0.0.tgz", "0" * 64, 1)
    shipped = Manifest(
        *("a", "a", "a", "gguf", "", "", "0" * 64, 1), source=Member(archive, "a", "0" * 64, 1)
    )
    with pytest.raises(TypeError):
        to_toml(shipped)
    assert to_toml(replace(shipped, source=Path("a")))
