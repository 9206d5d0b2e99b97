"""What tables of two Unicode versions make is one bug of a stage, and nobody's."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.bugs.unicode_age import NEVER, _starts, of_kind
from tokparity.harness.bugs.versions import (
    NEWER,
    OLD,
    OLDER,
    look_at_versions,
    of_versions_as_one,
    whose_tables,
)
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.unicode.ages import age, versions
from tokparity.reports.records.finding import UNICODE_VERSION


@pytest.fixture
def newer():
    """The letters that are newer than Unicode 12.1."""
    first, unassigned = versions().index("12.1") + 1, len(versions()) - 1
    return [char for char in _starts("L") if first <= age(char) < unassigned]


@pytest.fixture
def without(honest, hypotheses, ask_of, cases):
    """What is found in a box that drops some characters."""

    def found(chars, asked):
        drops = ReplaceNormalizer(Regex(f"[{''.join(chars)}]"), "")
        other = replace(honest, normalizer=NormalizerSequence((drops, honest.normalizer)))
        return Separation.of(hypotheses, ask_of(other), [*cases, *asked], lambda name: True).run()

    return found


def test_tables_are_told_beside_a_bug_of_any_text(honest, hypotheses, ask_of, cases, newer):
    drops = ReplaceNormalizer(Regex(f"[{''.join(newer)}]"), "")
    other = replace(honest, normalizer=NormalizerSequence((drops, honest.normalizer)))
    ask = ask_of(FAULT_MODELS["prefix-space-unasked"].apply(other))
    asked = [*cases, *(bare(f"a{char}") for char in newer[::40])]
    work = Separation.of(hypotheses, ask, asked).run()
    told = {bug.fault_model or bug.cause: bug.component for bug in work.bugs}
    assert told["characters newer than Unicode 12.1"] == UNICODE_VERSION
    assert told["prefix-space-unasked"] == ""


def test_of_the_newest_characters_one_that_is_like_them_tells(without, newer):
    """What a form makes of the last ones Python does not know."""
    work = without(newer, [bare(f"a{char}") for char in newer[::40]])
    [bug] = work.bugs
    codes = ["U+0378", f"U+{ord(newer[3]):04X}"]
    for causes, is_told in ((codes[:1], False), (codes, True)):
        one = Bug(bug.stage, "; ".join(causes), bare("\u0378"), frozenset(), causes=causes)
        look_at_versions(one, work._remainder(()))
        assert (one.component == UNICODE_VERSION) is is_told


def test_all_that_newer_characters_make_wrong_is_of_one_finding(without, newer):
    texts = [f"a{char}" for char in newer[::40]]
    long = f"{'hello world ' * 60}a{newer[3]} x {newer[-1]}b"
    work = without(newer, map(bare, texts))
    [bug] = work.bugs
    assert (bug.component, bug.stage) == (UNICODE_VERSION, "normalizer")
    assert bug.cause == "characters newer than Unicode 12.1"
    assert bug.ground.startswith("its Unicode tables are older: ")
    assert all(work.shows(bug, bare(text)) for text in (*texts, long))
    assert not work.shows(bug, bare("hello world"))
    other = replace(bug, triggers=(), cases=frozenset(), component="", stage="model")
    look_at_versions(other, work._remainder(()))
    assert (other.component, other.stage) == (UNICODE_VERSION, "pre_tokenizer")
    assert work.shows(other, bare(long))
    assert not work.shows(other, bare("hello world"))
    older = "characters newer than Unicode 6.0"
    both = of_versions_as_one(
        [replace(bug), replace(other), replace(bug, stage="normalizer", cause=older)]
    )
    assert [(one.stage, one.cause) for one in both] == [
        ("normalizer", older),
        ("pre_tokenizer", bug.cause),
    ], "tables of one stage are of one version"
    [one] = of_versions_as_one([replace(other), replace(other, triggers=bug.triggers)])
    assert one.cause == bug.cause
    assert len(one.triggers) == len(other.triggers) + len(bug.triggers)


@pytest.mark.parametrize(
    ("char", "stage", "is_one"),
    [
        pytest.param("\u1aeb", "normalizer", True, id="newer"),
        pytest.param("\u0301", "normalizer", False, id="older"),
        pytest.param("\u1aeb", "pre_tokenizer", False, id="of-another-stage"),
    ],
)
def test_one_character_that_is_newer_too_is_of_the_same_tables(char, stage, is_one):
    words = "characters newer than Unicode 12.1"
    known = Bug("normalizer", words, bare("a"), frozenset(), component=UNICODE_VERSION)
    code = f"U+{ord(char):04X}"
    single = Bug(stage, code, bare(char), frozenset({bare(char)}), causes=[code])
    made = of_versions_as_one([known, single])
    assert len(made) == 2 - is_one
    assert made[0].cause == words
    assert (bare(char) in made[0].cases) is is_one


def test_what_is_done_to_unassigned_characters_as_well_is_a_bug(without, newer):
    """One of all that its tables do not have, and it is said of which version these are."""
    last = [chr(code) for code in (0x378, 0x530, 0x2FE0, 0x2FFFE, 0x3FFFE)]
    assert set(NEVER) <= set(last)
    work = without([*newer, *last], [bare(f"a{char}") for char in (*newer[::40], *last)])
    [bug] = work.bugs
    assert (bug.component, bug.stage) == ("", "normalizer")
    assert bug.cause == "characters that Unicode 12.1 does not have"
    assert work.shows(bug, bare(f"x{last[0]}"))
    assert len(of_versions_as_one([replace(bug), replace(bug, symptom="x")])) == 1


@pytest.mark.parametrize(("name", "whose"), [
    pytest.param("", "older", id="the-library-has-them"),
    pytest.param("letters-of-old-unicode", "newer", id="the-library-has-not"),
])  # fmt: skip
def test_whose_tables_are_older(honest, newer, name, whose):
    """The library tells a letter that it knows from what no version has."""
    library = FAULT_MODELS[name].apply(honest) if name else honest
    case = bare(f"a{newer[0]}a")
    bug = Bug("pre_tokenizer", "", case, frozenset({case}))
    assert whose_tables(bug, library).startswith(f"its Unicode tables are {whose}: ")


def test_a_pattern_says_nothing_of_a_normalizers_tables(honest, newer):
    """The library's pattern knows a letter, and its normalizer others of the kind alone."""
    case = bare(f"a{newer[0]}a")
    old = next(char for char in of_kind(newer[0]) if age(char) <= OLD)
    library = replace(honest, normalizer=ReplaceNormalizer(Literal(old), "q"))
    said = [
        whose_tables(Bug(stage, "", case, frozenset({case})), library)
        for stage in ("pre_tokenizer", "normalizer")
    ]
    assert said == [OLDER, NEWER]
