import re
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.manifest import Archive, Companion, Manifest, Member, parse
from tokparity.reference_impl.contract import RankFacts
from tokparity.reference_impl.errors import BadArtefact

GOOD = f"""
schema_version = 1
name = "tiny"
model = "tiny"
family = "Tiny"
format = "tiktoken"
algorithm = "BPE"
licence = "MIT"
sha256 = "{"ab" * 32}"
bytes = 7

[source]
kind = "pip-wheel"
package = "tiny==1.0"
archive = "tiny-1.0-py3-none-any.whl"
archive_sha256 = "{"cd" * 32}"
archive_bytes = 9
path = "tiny/a.tiktoken"

[facts]
source = "tiny 1.0, tiny.py"
pattern = '[a-z]'

[facts.specials]
"<|end|>" = 10

[[facts.runs]]
template = "<|extra_{{n}}|>"
n = 5
id = 20
count = 3
"""


def read(text: str) -> Manifest:
    return parse(Path("tiny.toml"), text)


def test_every_field_is_read() -> None:
    archive = Archive("pip-wheel", "tiny==1.0", "tiny-1.0-py3-none-any.whl", "cd" * 32, 9)
    assert read(GOOD) == Manifest(
        name="tiny",
        model="tiny",
        family="Tiny",
        format="tiktoken",
        algorithm="BPE",
        licence="MIT",
        sha256="ab" * 32,
        bytes=7,
        source=Member(archive, "tiny/a.tiktoken", "ab" * 32, 7),
        facts=RankFacts(
            "[a-z]",
            {"<|end|>": 10, "<|extra_5|>": 20, "<|extra_6|>": 21, "<|extra_7|>": 22},
            "tiny 1.0, tiny.py",
        ),
    )


@pytest.mark.parametrize(
    ("old", "new", "field", "reason"),
    [
        ("schema_version = 1", "schema_version = 2", "schema_version", "is 2"),
        ('name = "tiny"', 'name = "../tiny"', "name", "not of the form"),
        ('model = "tiny"\n', "", "model", "is missing"),
        ('licence = "MIT"', "licence = 3", "licence", "not a str"),
        ("bytes = 7", "bytes = -7", "bytes", "outside"),
        ("bytes = 7", "bytes = true", "bytes", "not a int"),
        ('format = "tiktoken"', 'format = "gguf2"', "format", "not one of"),
        (f'"{"ab" * 32}"', '"ab"', "sha256", "not of the form"),
        ("bytes = 7", "bytes = 7\ncolour = 1", "colour", "not a field"),
        ('path = "tiny/a.tiktoken"', 'path = "/etc/passwd"', "source.path", "inside an archive"),
        ('path = "tiny/a.tiktoken"', 'path = "a!../b"', "source.path", "inside an archive"),
        ('path = "tiny/a.tiktoken"', 'path = "a.gz"', "source.packed_sha256", "is missing"),
        ('archive = "tiny', 'archive = "../tiny', "source.archive", "not of the form"),
        ('package = "tiny==1.0"', 'package = "--index-url=x"', "source.package", "not of the form"),
        ('package = "tiny==1.0"', 'package = "tiny"', "source.package", "not of the form"),
        ("id = 20", "id = 10", "facts.specials", "appears twice"),
        ("count = 3", "count = 2000000", "facts.runs[0].count", "more than"),
        ("_{n}", "", "facts.runs[0].template", "exactly one"),
        ("pattern = '[a-z]'", "", "facts.pattern", "is missing"),
        ("[source]", "[source", "TOML", ""),
    ],
)
def test_bad_manifest_names_file_and_field(old: str, new: str, field: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(BadArtefact) as caught:
        read(GOOD.replace(old, new, 1))
    assert (caught.value.path, caught.value.field) == (Path("tiny.toml"), field)
    assert reason in caught.value.reason


BESIDE = f"""
[[companions]]
path = "tiny/config.json"
sha256 = "{"ef" * 32}"
bytes = 5
"""


def test_what_stands_beside_a_file_of_an_archive() -> None:
    held = read(GOOD + BESIDE)
    assert held.companions == (Companion("tiny/config.json", "ef" * 32, 5),)
    assert dict(held.beside) == {"config.json": held.companions[0]}


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        (
            BESIDE.replace("tiny/", "other/"),
            "companions[0].path: 'other/config.json' does not stand beside tiny/a.tiktoken",
        ),
        (BESIDE.replace("config", "weights"), "companions[0].path: 'tiny/weights.json' does not"),
        (BESIDE.replace("tiny/", "../"), "companions[0].path: is '../config.json', not a path"),
        (BESIDE * 2, "companions[1].path: 'tiny/config.json' is there twice"),
    ],
)
def test_what_does_not_stand_beside(beside: str, reason: str) -> None:
    with pytest.raises(BadArtefact, match=re.escape(f"tiny.toml: {reason}")):
        read(GOOD + beside)


def test_nothing_is_named_beside_a_file_of_the_users_own() -> None:
    start, end = GOOD.index("[source]"), GOOD.index("[facts]")
    own = GOOD[:start] + '[source]\nkind = "file"\npath = "a.tiktoken"\n\n' + GOOD[end:]
    read(own)
    with pytest.raises(BadArtefact, match="companions: stand beside a file of the hub or of an"):
        read(own + BESIDE)
