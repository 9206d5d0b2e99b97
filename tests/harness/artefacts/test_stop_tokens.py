import pytest

from tokparity.harness.artefacts.stop_tokens import NotOneModel, StopReport, together
from tokparity.reference_impl.formats.stop_tokens import Declared, StopTokens

CONFIG = Declared("config.json: eos_token_id", (2,))
BOTH = Declared("generation_config.json: eos_token_id", (2, 7))
PIECES = {2: "</s>", 7: "<\u202eend>"}


def test_places_that_disagree_are_marked():
    report = StopReport("m", StopTokens((CONFIG, BOTH), PIECES))
    assert not report.agrees
    assert report.lines() == [
        "m: 2 ids, 2 places: DISAGREE",
        "  [1] config.json: eos_token_id",
        "  [2] generation_config.json: eos_token_id",
        "     id  piece        [1]  [2]",
        "     2   </s>         yes  yes",
        "  !  7   <\\u202eend>  -    yes",
    ]


def test_places_that_agree():
    report = StopReport("m", StopTokens((CONFIG, CONFIG), PIECES))
    assert report.agrees
    assert report.lines()[0] == "m: 1 ids, 2 places: agree"
    assert not any("!" in line for line in report.lines())


@pytest.mark.parametrize(
    ("stops", "line"),
    [
        (StopTokens((CONFIG,), {}), "  !  2   (no token)  yes"),
        (
            StopTokens((Declared("special_tokens_map.json", (), "<e\n>"),)),
            "  ! special_tokens_map.json: no token is <e\\n>",
        ),
    ],
)
def test_what_no_token_is_does_not_agree(stops, line):
    report = StopReport("m", stops)
    assert not report.agrees
    assert report.lines()[-1] == line


def test_nothing_is_declared():
    assert StopReport("m", StopTokens()).lines() == ["m: no place names a stop token"]
    assert StopReport("m", StopTokens()).agrees


def test_as_json():
    assert StopReport("m", StopTokens((CONFIG, BOTH), PIECES)).to_json() == {
        "name": "m",
        "ids": [{"id": 2, "piece": "</s>"}, {"id": 7, "piece": PIECES[7]}],
        "places": [
            {"place": CONFIG.place, "ids": (2,), "unknown": None},
            {"place": BOTH.place, "ids": (2, 7), "unknown": None},
        ],
        "disagreements": [
            {"id": 7, "piece": PIECES[7], "named_by": (BOTH.place,), "not_by": (CONFIG.place,)}
        ],
        "agrees": False,
    }


def test_several_artefacts_of_one_model():
    one = StopReport("a", StopTokens((CONFIG,), PIECES))
    two = StopReport("b", StopTokens((BOTH,), PIECES))
    both = together([one, two])
    assert both.name == "a + b"
    assert [place.place for place in both.stops.declared] == [
        "a: config.json: eos_token_id",
        "b: generation_config.json: eos_token_id",
    ]
    (apart,) = both.stops.disagreements()
    assert (apart.id, apart.piece) == (7, PIECES[7])
    with pytest.raises(NotOneModel, match="c: 2 is '<eos>', and '</s>' in those before"):
        together([one, StopReport("c", StopTokens((CONFIG,), {2: "<eos>"}))])
