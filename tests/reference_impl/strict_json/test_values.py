from dataclasses import dataclass
from typing import Any, Literal

import pytest

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.values import BadField, Base64


@dataclass(frozen=True)
class Texts:
    a: tuple[str, ...]


@pytest.mark.parametrize(
    ("kind", "value", "made"),
    [
        pytest.param(str, "\ud800", "\ud800", id="lone-surrogate"),
        pytest.param(int, -1, -1, id="integer"),
        pytest.param(Natural, 0, 0, id="natural"),
        pytest.param(float, 0.5, 0.5, id="number"),
        pytest.param(float, 3, 3, id="an-integer-is-a-number"),
        pytest.param(bool, False, False, id="boolean"),
        pytest.param(dict[str, Any], {"x": [1]}, {"x": [1]}, id="anything"),
        pytest.param(bytes, "00ff", b"\0\xff", id="hex"),
        pytest.param(Base64, "AP8=", b"\0\xff", id="base64"),
        pytest.param(str | None, None, None, id="null"),
        pytest.param(Literal["a", "b"], "b", "b", id="word"),
        pytest.param(tuple[int, ...], [], (), id="empty"),
        pytest.param(list[str], ["a"], ["a"], id="list"),
        pytest.param(tuple[str, int], ["a", 1], ("a", 1), id="places"),
        pytest.param(dict[str, str], {"x": "y"}, {"x": "y"}, id="object"),
        pytest.param(str | tuple[str, ...], ["a"], ("a",), id="text-or-array"),
    ],
)
def test_a_value_is_read_and_written_as_it_was(kind: Any, value: Any, made: Any) -> None:
    assert read(kind, value) == made
    assert type(read(kind, value)) is type(made)
    assert write(made, kind) == value


@pytest.mark.parametrize(
    ("kind", "value", "field", "reason"),
    [
        pytest.param(str, 1, "x", "1 is not a string", id="text"),
        pytest.param(int, True, "x", "True is not an integer", id="true-is-no-integer"),
        pytest.param(int, 1.0, "x", "1.0 is not an integer", id="float-is-no-integer"),
        pytest.param(int, "1", "x", "'1' is not an integer", id="nothing-is-converted"),
        pytest.param(Natural, -1, "x", "-1 is negative", id="negative"),
        pytest.param(Natural, True, "x", "True is not an integer", id="true-is-not-natural"),
        pytest.param(float, True, "x", "True is not a number", id="true-is-no-number"),
        pytest.param(bool, 1, "x", "1 is not true or false", id="no-boolean"),
        pytest.param(bytes, "0g", "x", "'0g' is not hexadecimal", id="hex"),
        pytest.param(bytes, "é", "x", "'\\xe9' is not hexadecimal", id="hex-not-ascii"),
        pytest.param(Base64, "?", "x", "'?' is not base64", id="base64"),
        pytest.param(Base64, "é", "x", "'\\xe9' is not base64", id="base64-not-ascii"),
        pytest.param(str | None, 0, "x", "0 is not a string", id="or-null"),
        pytest.param(Literal["a", "b"], "c", "x", "'c' is not one of a, b", id="word"),
        pytest.param(Literal["a"], ["a"], "x", "['a'] is not one of a", id="unhashable"),
        pytest.param(Literal["a"], "\ud800", "x", "'\\ud800' is not one of a", id="surrogate"),
        pytest.param(tuple[int, ...], {}, "x", "{} is not an array", id="object-for-array"),
        pytest.param(tuple[str, ...], "ab", "x", "'ab' is not an array", id="text-for-array"),
        pytest.param(tuple[int, ...], [1, "2"], "x[1]", "'2' is not an integer", id="element"),
        pytest.param(list[int], [True], "x[0]", "True is not an integer", id="list"),
        pytest.param(tuple[str], [], "x", "[] is not an array of 1", id="length"),
        pytest.param(tuple[str, int], ["a", None], "x[1]", "None is not an integer", id="place"),
        pytest.param(dict[str, str], [], "x", "[] is not an object", id="no-object"),
        pytest.param(dict[str, str], {"k\n": 1}, "x.k\\n", "1 is not a string", id="value"),
        pytest.param(dict[Literal["a"], int], {}, "x.a", "is missing", id="each-word"),
        pytest.param(
            dict[Literal["a"], int], {"a": 1, "b": 1}, "x.b", "'b' is not one of a", id="strange"
        ),
        pytest.param(
            str | int | None, 1.5, "x", "1.5 is not a string, an integer or null", id="union"
        ),
        pytest.param(str | tuple[str, ...], [1], "x[0]", "1 is not a string", id="in-union"),
        pytest.param(
            str, ["é" * 99], "x", "['" + "\\xe9" * 8 + "\\xe... is not a string", id="long"
        ),
        pytest.param(Texts, {"a": [0]}, "x.a[0]", "0 is not a string", id="deep"),
    ],
)
def test_names_what_is_wrong_and_where(kind: Any, value: Any, field: str, reason: str) -> None:
    with pytest.raises(BadField) as caught:
        read(kind, value, "x")
    assert (caught.value.field, caught.value.reason) == (field, reason)
