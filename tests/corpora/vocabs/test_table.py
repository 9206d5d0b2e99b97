from pathlib import Path

import pytest

from tokparity.corpora.vocabs.table import TomlTable
from tokparity.reference_impl.errors import BadArtefact


def table(**data):
    return TomlTable(Path("x.toml"), data, "at.")


@pytest.mark.parametrize(
    ("method", "value", "reason"),
    [
        ("take_count", True, "not a int"),
        ("take_count", -1, "outside"),
        ("take_count", 1 << 31, "outside"),
        ("take_size", 1 << 50, "outside"),
        ("take_sha256", "AB" * 32, "not of the form"),
        ("take_commit", "ab" * 19, "not of the form"),
        ("take_file_name", "../a", "not of the form"),
        ("take_file_name", ".a", "not of the form"),
        ("take_inner_path", "a/../../b", "not a path inside"),
        ("take_inner_path", "a!", "not a path inside"),
        ("table", [], "not a dict"),
    ],
)
def test_a_bad_value_is_named(method, value, reason):
    with pytest.raises(BadArtefact) as caught:
        getattr(table(field=value), method)("field")
    assert (caught.value.path, caught.value.field) == (Path("x.toml"), "at.field")
    assert reason in caught.value.reason
    with pytest.raises(BadArtefact, match=r"at\.field: is missing"):
        getattr(table(), method)("field")


def test_good_values():
    read = table(n=(1 << 31) - 1, size=(1 << 50) - 1, path="a!b/c", word="b")
    assert read.take_count("n") == (1 << 31) - 1
    assert read.take_size("size") == (1 << 50) - 1
    assert read.take_inner_path("path") == "a!b/c"
    assert read.take_one_of("word", ("a", "b")) == "b"
    read.end()


def test_what_nobody_asked_for():
    with pytest.raises(BadArtefact, match=r"at\.more: is not a field here"):
        table(more=1).end()
    with pytest.raises(BadArtefact, match="is not a table"):
        TomlTable(Path("x.toml"), [])
