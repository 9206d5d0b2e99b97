import json
import random
from pathlib import Path

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.serde_json.node import Node, read_json, serde_float


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"{", "is not JSON", id="cut-short"),
        pytest.param(b"{}x", "is not JSON", id="more-after-the-end"),
        pytest.param(b'"\xff"', "is not UTF-8 at byte 1", id="not-utf-8"),
        pytest.param(b"\xef\xbb\xbf{}", "is not JSON", id="byte-order-mark"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="deep-array"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="deep-object"),
        pytest.param(b"[NaN]", "NaN is no JSON number", id="nan"),
        pytest.param(b"[" + b"9" * 5000 + b"]", "is not JSON", id="a-number-of-5000-digits"),
        pytest.param(rb'{"a": "\ud83d"}', "lone surrogate", id="surrogate-value"),
        pytest.param(rb'{"\udc00": 1}', "lone surrogate", id="surrogate-key"),
        pytest.param(b'"a\nb"', "is not JSON", id="raw-newline-in-a-string"),
    ],
)
def test_what_is_not_json_is_one_line(tmp_path, data, reason):
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with pytest.raises(BadArtefact) as caught:
        read_json(path)
    assert reason in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("make", [lambda path: None, lambda path: path.mkdir()], ids=["no", "dir"])
def test_what_cannot_be_read_says_why(tmp_path, make):
    make(tmp_path / "file.json")
    with pytest.raises(BadArtefact, match="cannot be read: "):
        read_json(tmp_path / "file.json")


def test_a_pair_of_escapes_is_a_character(tmp_path):
    path = tmp_path / "file.json"
    path.write_text(json.dumps(["😀"]), "ascii")
    assert read_json(path).value == ["😀"]


@pytest.mark.parametrize(
    ("read", "value", "reason"),
    [
        (Node.string, 1, "must be a string, is a number"),
        (Node.boolean, 0, "must be true or false, is a number"),
        (Node.items, {}, "must be an array, is an object"),
        (Node.mapping, [], "must be an object, is an array"),
        (Node.mapping, None, "must be an object, is null"),
        (Node.token_id, "1", "must be a whole number, is a string"),
        (Node.token_id, -1, "an id cannot be negative, is -1"),
        (Node.token_id, 1 << 31, "an id must be below 2147483648"),
    ],
)
def test_a_wrong_value_says_what_is_due(read, value, reason):
    with pytest.raises(BadArtefact) as caught:
        read(Node(Path("f.json"), "a.b[3]", value))
    assert str(caught.value) == f"f.json: a.b[3]: {reason}"


def test_fields_are_named_from_the_root():
    root = Node(Path("f.json"), "", {"a": {"b": [{"c": 1}]}})
    assert root["a"]["b"].items()[0]["c"].field == "a.b[0].c"
    assert root.get("x") is None
    assert root["a"].optional("b", Node.items) is not None
    with pytest.raises(BadArtefact, match=r"a\.x: is missing"):
        root["a"]["x"]


def as_the_library_reads(numbers):
    vocab = ",".join(f'["{index}",{number}]' for index, number in enumerate(numbers))
    library = LibraryTokenizer.from_str(f'{{"model":{{"type":"Unigram","vocab":[{vocab}]}}}}')
    return [float(score) for _, score in json.loads(library.to_str())["model"]["vocab"]]


def random_number(generator):
    number = generator.uniform(-20, 0) * 10.0 ** generator.choice(
        [0, 0, generator.randint(-40, 40)]
    )
    form = generator.choice(["{!r}", "{!r}", "{:.{}f}", "{:.{}e}"])
    return form.format(number, generator.randrange(1, 30))


def test_random_numbers_are_read_as_the_library_reads_them():
    generator = random.Random(0)
    numbers = [random_number(generator) for _ in range(5000)]
    read = [serde_float(number) for number in numbers]
    assert read == as_the_library_reads(numbers)
    assert sum(serde != float(number) for serde, number in zip(read, numbers, strict=True)) > 100


EDGES = [
    *("0", "-0", "-0.0", "0.0e5", "1", "-10", "1E3", "1e+2", "0e99999", "1e-99999999999"),
    *("18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e-320", "4.9e-324"),
    *("123456789012345678901234567890e-20", "0.000000000000000000000000123456789012345678901"),
    *("1.7976931348623157e308", "1" * 300, "0." + "0" * 400 + "1", "1" + "0" * 400 + "e-300"),
]


@pytest.mark.parametrize("number", EDGES, ids=lambda number: number[:24])
def test_edges_are_read_as_the_library_reads_them(number):
    assert [serde_float(number)] == as_the_library_reads([number])


@pytest.mark.parametrize("number", ["1e309", "-1e400", "9" * 400, "1e999999999"])
def test_what_is_out_of_range_is_an_error(number):
    with pytest.raises(Exception, match="number out of range"):
        as_the_library_reads([number])
    with pytest.raises(ValueError, match="out of range"):
        serde_float(number)


@pytest.mark.parametrize("number", ["", "x", "1.", ".5", "NaN", "1e"])
def test_what_is_no_json_number_is_an_error(number):
    with pytest.raises(ValueError, match="is not a number"):
        serde_float(number)
