import pytest

from tokparity.corpora.vocabs.addresses import without_address


@pytest.mark.parametrize(
    ("said", "told"),
    [
        pytest.param("at https://me:secret@a.example/x it ended", "at … it ended", id="password"),
        pytest.param("at file:///home/me/x", "at …", id="file"),
        pytest.param(
            "Pool(host='a.example', port=1): no", "Pool(host=…, port=1): no", id="urllib3"
        ),
        pytest.param("no address", "no address", id="none"),
    ],
)
def test_addresses_are_left_out(said: str, told: str) -> None:
    assert without_address(said) == told


def test_what_is_told_is_bounded() -> None:
    assert len(without_address("x" * 10_000)) == 200
