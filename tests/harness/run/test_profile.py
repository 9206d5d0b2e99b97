from datetime import UTC, datetime, timedelta

import pytest

from tokparity.harness.run.budget import RunBudget
from tokparity.harness.run.profile import BadProfile, Profile, read_profile, shipped_profiles

GOOD = 'vocab = "*"\ncases = 8\nseed = 3\npairs = false\ngoldens = true\n'
BUDGET = "[budget]\nseconds = 9.5\nbox_seconds = 2\nobservations = 40\n"
TIMED = GOOD.replace("cases = 8\n", "") + BUDGET


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / ".tokparity" / "profiles"
    folder.mkdir(parents=True)

    def write(text, name="mine"):
        (folder / f"{name}.toml").write_text(text)

    return write


@pytest.mark.parametrize("name", shipped_profiles())
def test_the_shipped_profiles_run_the_committed_cases(name):
    profile = read_profile(name)
    assert profile.name == name
    assert profile.goldens == profile.regressions == (not profile.subjects)


def test_the_default_run_is_large_enough():
    assert read_profile("quick").cases >= 2000


def test_a_budget_is_read(own):
    own(TIMED)
    assert read_profile("mine").budget == RunBudget(9.5, 2, 40)


def test_a_seed_of_the_date(own):
    own(GOOD.replace("3", '"date"'))
    today = datetime.now(UTC)
    assert read_profile("mine").seed in (
        int(day.strftime("%Y%m%d")) for day in (today, today - timedelta(days=1))
    )


def test_the_users_own_comes_first(own):
    own(GOOD)
    assert read_profile("mine") == Profile("mine", "*", 3, False, True, cases=8)
    own(GOOD, "gate")
    assert read_profile("gate").cases == 8


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("= nothing", "profile mine: "),
        (GOOD.replace("cases = 8", ""), r"give either cases or \[budget\]"),
        (GOOD + BUDGET, r"give either cases or \[budget\]"),
        (GOOD.replace("seed = 3", ""), "seed: is missing"),
        (GOOD.replace("3", '"today"'), "seed: 'today' is not an integer"),
        (GOOD.replace("8", "-8"), "cases: -8 is negative"),
        (GOOD + "texts = 2", "texts is 2: at least 8"),
        (TIMED.replace("box_seconds = 2", ""), "budget.box_seconds: is missing"),
        (TIMED.replace("= 9.5", "= true"), "budget.seconds: True is not a number"),
        (TIMED + "minutes = 1", "budget.minutes: is not a known field"),
        (GOOD.replace("cases = 8", "budget = 3"), "budget: 3 is not an object"),
        (GOOD.replace("8", "true"), "cases: True is not an integer"),
        (GOOD.replace("8", '"8"'), "cases: '8' is not an integer"),
        (GOOD + "fast = true", "fast: is not a known field"),
    ],
)
def test_what_is_no_profile_is_named(own, text, told):
    own(text)
    with pytest.raises(BadProfile, match=told):
        read_profile("mine")


def test_a_profile_that_is_not_there():
    with pytest.raises(BadProfile, match="shipped are gate, nightly, quick, scoreboard"):
        read_profile("weekly")
