from dataclasses import replace

from evaluation.pages import finding_power_sheets as of
from evaluation.pages.finding_power import power
from evaluation.pages.trials import DefectSize, NamedAs
from tokparity.reference_impl.contract import DecodeCase, EncodeCase

OURS = "tokparity"


def column(sheet, name):
    at = sheet.columns.index(name)
    return [row[at] for row in sheet.rows]


def test_what_was_missed_is_first_and_says_who_found_it(measure):
    table = {
        "always": {OURS: (1, 2), "a": (1, 1)},
        "never": {OURS: (None, None), "a": (None, None)},
        "once": {OURS: (None, 4), "a": (7, 9)},
    }
    found = power(measure(table, {"once": "decoder held-back"}))
    assert of.sheets(found)[0] == of.missed_sheet(found)
    assert of.missed_sheet(found).rows == (
        ("never", "tuning", "model", "qwen3", "never", ("a 0/2", "tokparity 0/2")),
        ("once", "held-back", "decoder", "qwen3", "in some search", ("a 2/2", "tokparity 1/2")),
    )
    calm = of.missed_sheet(power(measure({"always": table["always"]})))
    assert (calm.rows, calm.has_something_to_say) == ((), True)


def test_what_no_arm_of_ours_looked_for_is_missed(measure):
    table = {"m": {"a": (1,)}, "n": {OURS: (1,), "a": (1,)}}
    assert column(of.missed_sheet(power(measure(table))), "mutant") == ["m"]
    assert column(of.missed_sheet(power(measure({"m": {"a": (1,)}}))), "mutant") == []


def test_halves_and_hard_ones_apart(measure):
    table = {
        "easy": {OURS: (10, 20), "a": (40, 30)},
        "hard": {OURS: (600, None), "a": (None, -9000)},
    }
    found = power(measure(table, {"hard": "decoder held-back"}))
    everything, hard = of.arm_sheets(found)
    assert [row[:3] for row in everything.rows] == [
        *(("both", OURS, 2), ("both", "a", 2)),
        *(("tuning", OURS, 1), ("tuning", "a", 1)),
        *(("held-back", OURS, 1), ("held-back", "a", 1)),
    ]
    assert [row[:2] for row in hard.rows] == [
        *(("both", OURS), ("both", "a"), ("held-back", OURS), ("held-back", "a")),
    ]
    ours, theirs = hard.rows[:2]
    # mutants, reached, triggered, detected, shrunk, median, worst, mean cases, characters, seconds
    assert ours[2:] == (1, 1, 0, 0, 0, None, 600, 25_300, None, None, 60.0, 2, 1, 0)
    assert theirs[2:] == (1, 1, 0, 0, 0, None, None, 50_000, None, None, None, 2, 2, 1)
    assert everything.rows[2][2:] == (1, 1, 1, 1, 0, 15, 20, 15, 105, 1.5, 2.0, 2, 0, 0)


def test_characters_that_are_not_told_have_no_median(measure):
    measured = measure({"m": {OURS: (10,)}, "n": {OURS: (30,)}})
    told = column(of.arm_sheets(power(measured))[0], "median characters")
    first, second = measured.trials
    older = replace(measured, trials=(first, replace(second, characters=None)))
    untold = column(of.arm_sheets(power(older))[0], "median characters")
    assert (told[0], untold[0]) == (140, None)


def test_shares_that_are_left(measure):
    found = power(measure({"m": {OURS: (10, 11), "a": (None, 9999)}}))
    everything, hard = of.survival_sheets(found)
    assert everything.columns == ("arm", "1", "10", "100", "1,000", "2,000", "10,000", "50,000")
    half, whole, none = "50.0%", "100.0%", "0.0%"
    assert everything.rows == (
        (OURS, whole, half, *(none,) * 5),
        ("a", *(whole,) * 5, half, half),
    )
    assert hard.rows == everything.rows


def test_no_share_is_told_beyond_what_was_run(measure):
    found = power(measure({"m": {OURS: (10, 11), "a": (-500, 20)}}))
    assert of.survival_sheets(found)[0].rows[1] == ("a", "100.0%", "100.0%", "50.0%", *(None,) * 4)


def test_stages(measure):
    table = {
        "m": {OURS: (10,), "a": (40,), "b": (20,)},
        "n": {OURS: (30,), "a": (3000,), "b": (None,)},
    }
    found = power(measure(table, {"m": "model tuning", "n": "model tuning"}))
    assert of.stage_sheet(found).rows == (("model", 2, 1, 2, 20, 20, 1510, 1510),)


def test_every_mutant_slowest_first_with_what_it_came_to(measure):
    table = {
        "quick": {OURS: (1,), "a": (2,)},
        "slow": {OURS: (70,), "a": (3000,)},
        "missed": {OURS: (None,), "a": (None,)},
    }
    small = DefectSize(2, 9, 1, 2, 0.1, False, EncodeCase("a\u202e"))
    names = (
        NamedAs("two-trace", "model", "BPE", "f"),
        NamedAs("counterfactual", "decoder", "Fuse", "f"),
        NamedAs("unknown", "unknown", "", "f"),
    )
    found = power(measure(table, shrunk={"slow": small}, named={"slow": names}))
    sheet = of.mutant_sheet(found)
    assert column(sheet, "mutant") == [
        ("missed", "tuning", "hard"),
        ("slow", "tuning", "hard"),
        ("quick", "tuning"),
    ]
    told = ("two-trace: right", "counterfactual: wrong: decoder Fuse", "unknown: unknown")
    assert sheet.rows[1][3:] == (70, 3000, "a\\u202e", 2, 9, told)
    assert sheet.rows[0][3:] == (None, None, None, None, None, ())


def test_what_is_bound_by_length_is_listed(measure):
    long = DefectSize(3, None, 1, 2, 0.1, True, DecodeCase((1, 2, 3)))
    short = DefectSize(1, None, 1, 2, 0.1, False, EncodeCase("a"))
    table = {"m": {OURS: (1,)}, "n": {OURS: (1,)}}
    found = power(measure(table, shrunk={"m": long, "n": short}))
    assert of.length_sheet(found).rows == (("m", 3, "ids 1 2 3"),)


def test_what_no_smaller_vocabulary_shows_is_listed(measure):
    whole = DefectSize(1, None, 1, 2, 0.1, False, EncodeCase("a"))
    table = {"m": {OURS: (1, 1)}, "n": {OURS: (1,)}}
    small = replace(whole, entries=300)
    found = power(measure(table, shrunk={"m": whole, "n": small}))
    assert of.whole_sheet(found).rows == (("m", "qwen3", None, "not shrunk", "a"),)
    listed = replace(small, bound_by_vocabulary=True)
    found = power(measure(table, shrunk={"n": listed}))
    why = "takes a rank, an id or a size of a large one"
    assert of.whole_sheet(found).rows == (("n", "qwen3", 300, why, "a"),)
    assert of.whole_sheet(found) in of.sheets(found)
    of_format = replace(small, needed=256)
    found = power(measure(table, shrunk={"n": of_format}))
    why = "its library loads no file without 256 of them"
    assert of.whole_sheet(found).rows == (("n", "qwen3", 300, why, "a"),)


def test_alarms_versions_and_what_was_left_out(measure):
    table = {"m": {OURS: (1,)}}
    found = power(measure(table, false_alarms={"q": 0, "r": 3}, omissions=("x: not fetched",)))
    assert of.alarm_sheet(found).rows == (("r", 3),)
    assert of.left_out_sheet(found).rows == (("x: not fetched",),)
    assert ("tokenizers", "0.23.3") in of.measured_sheet(found).rows


def test_a_measurement_of_nothing_has_its_sheets(measure):
    assert of.sheets(power(measure({}, arms=(OURS, "a"))))
