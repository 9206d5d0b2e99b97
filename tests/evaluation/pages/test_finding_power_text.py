import pytest

from evaluation.pages.finding_power import power
from evaluation.pages.finding_power_text import finding_power_markdown, verdict
from evaluation.pages.trials import DefectSize
from tokparity.reference_impl.contract import EncodeCase

OURS = "tokparity"


@pytest.mark.parametrize(
    ("table", "told"),
    [
        pytest.param(
            {"m": {OURS: (1,)}},
            "3 bars met; 1 failed: Detected, and could not be made small; 16 not measured",
            id="ours-alone",
        ),
        pytest.param(
            {"m": {OURS: (None,), "a": (5,)}},
            "0 bars met; 2 failed: Detected, of what any arm triggers, Hard mutants;",
            id="missed",
        ),
    ],
)
def test_one_line(measure, table, told):
    assert verdict(power(measure(table))).startswith(told)


def test_bounds_that_the_shrinker_keeps_are_no_bars_met(measure):
    small = DefectSize(2, 20, 3, 100, 1.0, False, EncodeCase("a"))
    found = verdict(power(measure({"m": {OURS: (1,)}}, shrunk={"m": small})))
    assert found == "9 bars met; 2 of the shrinker's bounds kept; 9 not measured"


def test_the_page_is_the_same_for_the_same_measurement(measure):
    measured = measure({"m": {OURS: (1,), "a": (3000,)}, "<b>|x": {OURS: (None,), "a": (None,)}})
    page = finding_power_markdown(measured)
    assert page == finding_power_markdown(measured)
    headings = [line for line in page.splitlines() if line.startswith("#")]
    assert headings[:3] == [
        "# Finding power",
        "## Not found, or not with every seed",
        "## Bars",
    ]
    assert "\n| \\<b\\>\\|x | tuning | model | qwen3 | never | a 0/1<br>tokparity 0/1 |\n" in page
    assert page.endswith("\n")
