from pathlib import Path

import pytest

from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member, parse
from tokparity.corpora.vocabs.manifest_text import to_toml
from tokparity.reference_impl.contract import RankFacts


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


@pytest.mark.parametrize("path", ["a/v.json", "a/v.gz"])
def test_manifest_of_a_package_is_read_back(tmp_path: Path, path: str) -> None:
    archive = Archive("pip-wheel", "a==1.0", "a-1.0-py3-none-any.whl", "01" * 32, 5)
    packed = ("02" * 32, 3) if path.endswith(".gz") else ("03" * 32, 7)
    of_package = Manifest(
        *("a", "a", "a", "gguf", "", ""),
        sha256="03" * 32,
        bytes=7,
        source=Member(archive, path, *packed),
    )
    assert parse(tmp_path / "a.toml", to_toml(of_package)) == of_package
