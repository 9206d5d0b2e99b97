import pytest

from tokparity.reference_impl.batch import known_surfaces
from tokparity.reference_impl.batch.decode_plan import Plan, Surface
from tokparity.reference_impl.batch.known_surfaces import KnownSurfaces, Untold
from tokparity.reference_impl.contract import Bytes, Text
from tokparity.reference_impl.errors import TokparityError


def a_plan(kind, *, strips=0):
    return Plan(kind, lambda _: None, b" ", strips)


def of(surfaces):
    def surface_of(token_id):
        found = surfaces[token_id]
        if isinstance(found, type):
            raise found("no surface")
        return found

    return surface_of


PLAIN = {
    0: Surface(b"a", b" a"),
    1: None,
    2: Surface(b"\xc3", b"\xc3", byte=True),
    3: Surface(b"\xa9", b"\xa9", byte=True),
    4: Untold,
    5: TokparityError,
}


@pytest.mark.parametrize(
    ("kind", "ids", "expected"),
    [
        pytest.param("runs", [0, 0], Text("a a"), id="the-first-is-bare"),
        pytest.param("runs", [1, 0], Text("a"), id="what-is-left-out-is-not-the-first"),
        pytest.param("runs", [2, 3, 0], Text("é a"), id="a-run-of-bytes"),
        pytest.param("runs", [2, 1, 3], Text("é"), id="a-run-over-what-is-left-out"),
        pytest.param("runs", [2, 3, 2], Text("\ufffd" * 3), id="one-bad-byte-loses-a-run"),
        pytest.param("all", [2, 3, 2], Text("é\ufffd"), id="bad-bytes-by-themselves"),
        pytest.param("bytes", [2, 0], Bytes(b"\xc3 a"), id="bytes"),
        pytest.param("runs", [], Text(""), id="nothing"),
        pytest.param("runs", [1], Text(""), id="nothing-that-is-shown"),
        pytest.param("runs", [0, 4], None, id="no-plan-tells"),
        pytest.param("runs", [5, 0], None, id="refused"),
    ],
)
def test_decoded(kind, ids, expected):
    known = KnownSurfaces(a_plan(kind))
    assert known.decoded(ids, of(PLAIN)) == expected
    assert known.decoded(ids, of(PLAIN)) == expected


@pytest.mark.parametrize(("strips", "text"), [(0, "  a"), (1, " a"), (2, "a"), (3, "a")])
def test_what_goes_from_the_start(strips, text):
    known = KnownSurfaces(a_plan("whole", strips=strips))
    assert known.decoded([0], of({0: Surface(b"  a", b"  a")})) == Text(text)


def test_all_is_forgotten_where_too_much_is_known(monkeypatch):
    monkeypatch.setattr(known_surfaces, "KEPT", 1)
    known = KnownSurfaces(a_plan("whole"))
    asked = []

    def surface_of(token_id):
        asked.append(token_id)
        return Surface(b"x", b"x")

    for ids in ([0], [1], [0], [2], [0]):
        assert known.decoded(ids, surface_of) == Text("x")
    assert asked == [0, 1, 2, 0]
