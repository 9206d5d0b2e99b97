import pytest

from tokparity.reports.records.shapes import (
    Misshapen,
    boolean,
    both,
    chosen,
    each,
    fields,
    hexadecimal,
    integer,
    mapping,
    maybe,
    natural,
    number,
    only,
    row,
    text,
    values,
    words,
)


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (text, "\ud800"),
        (integer, -1),
        (natural, 0),
        (number, 0.5),
        (number, 3),
        (boolean, False),
        (mapping, {}),
        (hexadecimal, "00ff"),
        (maybe(text), None),
        (words("a", "b"), "b"),
        (each(integer), []),
        (row(text, integer), ["a", 1]),
        (values(text), {"x": "y"}),
        (fields(a=text), {"a": "", "unknown": 1}),
        (only("a"), {"a": 1}),
    ],
)
def test_allows(shape, value):
    shape(value, "x")


@pytest.mark.parametrize(
    ("shape", "value", "field", "reason"),
    [
        pytest.param(text, 1, "x", "1 is not a string", id="text"),
        pytest.param(integer, True, "x", "True is not an integer", id="true-is-no-integer"),
        pytest.param(integer, 1.0, "x", "1.0 is not an integer", id="float-is-no-integer"),
        pytest.param(natural, -1, "x", "-1 is negative", id="negative"),
        pytest.param(boolean, 1, "x", "1 is not true or false", id="one-is-no-boolean"),
        pytest.param(hexadecimal, "0g", "x", "'0g' is not hexadecimal", id="hex"),
        pytest.param(maybe(text), 0, "x", "0 is not a string", id="maybe"),
        pytest.param(words("a", "b"), "c", "x", "'c' is not one of a, b", id="word"),
        pytest.param(words("a"), ["a"], "x", "['a'] is not one of a", id="unhashable"),
        pytest.param(each(integer), {}, "x", "{} is not an array", id="each-of-object"),
        pytest.param(each(integer), [1, "2"], "x[1]", "'2' is not an integer", id="each"),
        pytest.param(row(text), [], "x", "[] is not an array of 1", id="row-length"),
        pytest.param(row(text, integer), ["a", None], "x[1]", "None is not an integer", id="row"),
        pytest.param(values(text), {"k": 1}, "x.k", "1 is not a string", id="values"),
        pytest.param(fields(a=text), {}, "x.a", "is missing", id="missing"),
        pytest.param(fields(a=each(text)), {"a": [0]}, "x.a[0]", "0 is not a string", id="deep"),
        pytest.param(only("a"), {"b\n": 1}, "x.b\\n", "is not a known field", id="only"),
        pytest.param(both(text, words("a")), "b", "x", "'b' is not one of a", id="both"),
        pytest.param(chosen(lambda _: fields(z=text)), {}, "x.z", "is missing", id="chosen"),
        pytest.param(
            text, ["é" * 99], "x", "['" + "\\xe9" * 8 + "\\xe... is not a string", id="long"
        ),
    ],
)
def test_names_the_first_wrong_field(shape, value, field, reason):
    with pytest.raises(Misshapen) as caught:
        shape(value, "x")
    assert (caught.value.field, caught.value.reason) == (field, reason)
