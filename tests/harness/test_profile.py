import pytest

from harness.profile import BadProfile, Profile, read_profile

GOOD = 'vocab = "*"\ncases = 8\nseed = 3\npairs = false\ngoldens = true\n'


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / ".tokparity" / "profiles"
    folder.mkdir(parents=True)

    def write(text, name="mine"):
        (folder / f"{name}.toml").write_text(text)

    return write


@pytest.mark.parametrize("name", ["quick", "gate"])
def test_the_shipped_profiles_run_the_committed_cases(name):
    profile = read_profile(name)
    assert profile.name == name
    assert profile.goldens


def test_the_default_run_is_large_enough():
    assert read_profile("quick").cases >= 2000


def test_the_users_own_comes_first(own):
    own(GOOD)
    assert read_profile("mine") == Profile("mine", "*", 8, 3, False, True)
    own(GOOD, "gate")
    assert read_profile("gate").cases == 8


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("= nothing", "profile mine: "),
        (GOOD.replace("cases = 8", ""), "cases is missing"),
        (GOOD.replace("8", "true"), "cases is True"),
        (GOOD.replace("8", '"8"'), "cases is '8'"),
        (GOOD + "fast = true", "fast is no field"),
    ],
)
def test_what_is_no_profile_is_named(own, text, told):
    own(text)
    with pytest.raises(BadProfile, match=told):
        read_profile("mine")


def test_a_profile_that_is_not_there():
    with pytest.raises(BadProfile, match="shipped are quick and gate"):
        read_profile("weekly")
