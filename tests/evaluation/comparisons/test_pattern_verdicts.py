import pytest

from evaluation.comparisons.pattern_verdicts import pattern_verdicts
from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.rust_machine import PatternPanic


def whole(_, text):
    return [text]


def refused(pattern):
    raise BadPattern(pattern, 0, "is none")


def ending(error):
    def ours(_, text):
        if text == "b":
            raise error
        return [text]

    return ours


def found(compile_pattern=str, ours=whole, theirs=lambda text: [text]):
    return [verdict for verdict, _ in pattern_verdicts("p", "abc", compile_pattern, ours, theirs)]


def test_who_takes_a_pattern_is_said():
    assert found() == ["taken by both", "equal", "equal", "equal"]
    assert found(theirs=None) == ["taken here alone"]
    assert found(refused) == ["refused here"]
    assert found(refused, theirs=None) == ["refused by both"]


def test_what_differs_is_shown():
    verdicts = list(pattern_verdicts("p", "a", str, whole, lambda _: []))
    assert verdicts[1] == ("differs", "'a': ['a'] not []")


@pytest.mark.parametrize(
    ("theirs", "verdict"),
    [
        (lambda text: [text], "limit of one"),
        (lambda text: "limit" * (text == "b"), "limit of both"),
    ],
)
def test_behind_a_limit_nothing_is_asked(theirs, verdict):
    verdicts = found(ours=ending(RegexLimit("slow")), theirs=theirs)
    assert verdicts[2:] == [verdict, "not asked"]


def test_a_panic_of_one_side_differs():
    assert found(ours=ending(PatternPanic("p")))[2:] == ["differs", "equal"]
