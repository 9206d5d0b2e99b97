"""Lines of JSON that come back as they went, and what is none."""

import json
from dataclasses import replace

import pytest

from tokparity.harness.vectors.vector import (
    FILE,
    SCHEMA,
    BadVectors,
    Vector,
    read_vectors,
    schema,
    write_vectors,
)
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Text,
)

ABOUT = {
    "vectors": 1,
    "model": "m",
    "format": "tokenizer.json",
    "sha256": "0" * 64,
    "licence": None,
    "library": "l",
    "version": "1",
    "tokparity": "1",
    "seed": 0,
    "offset_unit": "code points",
}
PLAIN = EncodeOptions(add_special=False, parse_special=True)
VECTORS = [
    Vector(EncodeCase("a好", PLAIN), Encoding((1, 2), ((0, 1), (1, 2))), "generated", "1.1"),
    Vector(EncodeCase("\udcff", PLAIN), Encoding((3,)), "x", "2.0", ("implementation-defined",)),
    Vector(DecodeCase((1, 9), DecodeOptions(True)), Bytes(b"\xff"), "generated", "1.1", ("tie",)),
]


def test_there_and_back(tmp_path):
    path = write_vectors(tmp_path / "new", ABOUT, VECTORS)
    assert read_vectors(path) == (ABOUT, VECTORS)
    assert read_vectors(path.parent) == (ABOUT, VECTORS)
    assert sorted(one.name for one in path.parent.iterdir()) == [SCHEMA, FILE]
    lines = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    assert lines[1]["text"] == "a好"
    assert "text" not in lines[2]
    assert all(schema().is_valid(line) for line in lines)


def test_what_the_library_decodes_to_is_kept(tmp_path):
    shown = replace(VECTORS[2], answer=Text("\ufffd"))
    for kind, answer in (("text", shown.answer), ("bytes", Bytes(b"\xef\xbf\xbd"))):
        path = write_vectors(tmp_path / kind, ABOUT | {"decodes": kind}, [shown])
        assert read_vectors(path)[1] == [replace(shown, answer=answer)]


def test_a_whole_number_may_be_written_with_a_point(tmp_path):
    data = VECTORS[1].to_json() | {"ids": [3.0]}
    (tmp_path / FILE).write_text(json.dumps(ABOUT) + "\n" + json.dumps(data) + "\n")
    assert repr(read_vectors(tmp_path)[1][0].answer.ids) == "(3,)"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], ":1: says not what it is of"),
        (["{"], ":1: is not JSON"),
        ([json.dumps(VECTORS[0].to_json())], ":1: says not what it is of"),
        ([json.dumps(ABOUT), json.dumps(ABOUT)], ":2: says again"),
        ([json.dumps(ABOUT | {"sha256": "x"})], ":1: "),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"ids": ["1"]})], ":2: "),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"bytes": "?"})], ":2: "),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"more": 1})], ":2: "),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"bytes": "abcde"})], ":2: bytes"),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"text": "b"})], ":2: bytes: text"),
        ([json.dumps(ABOUT), json.dumps(VECTORS[0].to_json() | {"ids": [2**70]})], ":2: line"),
        ([json.dumps(ABOUT)], ":2: is missing: there is no vector"),
    ],
)
def test_a_bad_line_is_named(tmp_path, lines, said):
    path = tmp_path / FILE
    path.write_text("".join(line + "\n" for line in lines))
    with pytest.raises(BadVectors) as caught:
        read_vectors(path)
    assert f"{FILE}{said}" in str(caught.value)
    assert "\n" not in str(caught.value)
