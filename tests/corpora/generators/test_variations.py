import pytest

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.variations import LONGEST, vary

KEPT = ["Hello wörld 12", "<s> x", "\u4e2d\u6587", "a" * LONGEST]
BYTES = ["\udcf4\udc90", "\udc80\udc80", "\udcff a", "\u00e9"]


@pytest.fixture
def varied(material):
    rng = Rng("test", 1)
    return [vary(rng, material, KEPT) for _ in range(3000)]


def test_they_are_text_and_short(varied):
    assert all(len(text) <= LONGEST for text in varied)
    assert all(text.encode().decode() == text for text in varied)


def test_they_repeat(material, varied):
    rng = Rng("test", 1)
    assert [vary(rng, material, KEPT) for _ in range(100)] == varied[:100]


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda text: "<s> x" in text and "\u4e2d" in text, id="spliced"),
        pytest.param(lambda text: text.startswith("hELLO") or "hello" in text, id="case"),
        pytest.param(lambda text: "Hello w" in text and "12" not in text, id="cut"),
        pytest.param(lambda text: text.count("12") > 4, id="repeated"),
        pytest.param(lambda text: "Hello w" in text and "\u3000" in text, id="inserted"),
        pytest.param(lambda text: text.count("\u6587\u4e2d") == 1, id="swapped"),
        pytest.param(
            lambda text: len(text) == 2 and "\u4e2d" in text and "\u6587" not in text, id="changed"
        ),
        pytest.param(lambda text: text == "", id="nothing-left"),
    ],
)
def test_they_reach(varied, wanted):
    assert any(wanted(text) for text in varied)


def test_bytes_that_are_no_text_stay_bytes_and_in_range(material):
    rng = Rng("bytes")
    made = [vary(rng, material, BYTES) for _ in range(5000)]
    broken = [text for text in made if any("\udc80" <= char <= "\udcff" for char in text)]
    assert len(broken) > 1000
    for text in broken:
        raw = text.encode("utf-8", "surrogateescape")
        assert b"\xf4\x90\x80\x80" not in raw
        assert text == raw.decode("utf-8", "surrogateescape")


def test_nothing_to_vary_is_an_error(material):
    with pytest.raises(IndexError):
        vary(Rng(0), material, [])
