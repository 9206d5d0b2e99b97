import random

import pytest

from tokparity.harness.shrinking.sequence import (
    CandidateBudget,
    CandidateSearch,
    shortlex,
    shrink_ids,
    shrink_text,
)


def smallest(text: str, fails, limit: int = 5000) -> tuple[str, int]:
    budget = CandidateBudget(limit)
    search = CandidateSearch[str](lambda texts: [fails(one) for one in texts], budget)
    return shrink_text(text, search), budget.spent


@pytest.mark.parametrize(
    ("text", "fails", "expected"),
    [
        pytest.param("some café here", lambda t: "é" in t, "é", id="one-character"),
        pytest.param("x" * 300 + "<|end|> " + "y" * 300, lambda t: "<|end|> " in t, "<|end|> ",
                     id="a-token-and-its-space"),
        pytest.param("QWERTY", lambda t: len(t) >= 3, "aaa", id="any-three-become-the-simplest"),
        pytest.param("a(b)c", lambda t: t.count("(") == t.count(")") and "(" in t, "()",
                     id="two-that-go-together"),
        pytest.param("7 Zebras", lambda t: any(c.isdigit() for c in t), "0", id="simplest-digit"),
        pytest.param("00१९", lambda t: t in ("00१९", "0000"), "0000", id="all-alike-at-once"),
        pytest.param("িয", lambda t: t in ("িয", "\ta"), "\ta", id="both-at-once"),
        pytest.param("«é»", lambda t: t in ("«é»", "a a"), "a a", id="all-three-at-once"),
        pytest.param("텨", lambda t: any("가" <= c <= "힣" for c in t), "가", id="a-syllable"),
        pytest.param("𝟅", lambda t: t > "\U0001d3ff", "\U0001d400", id="a-form-beyond-ffff"),
    ],
)  # fmt: skip
def test_known_minimum(text, fails, expected):
    assert smallest(text, fails)[0] == expected


@pytest.mark.parametrize(
    ("text", "fails", "expected"),
    [
        pytest.param("The quick <unk> fox\n" * 40, lambda t: len(t) > 700, "a" * 701,
                     id="any-text-of-a-length"),
        pytest.param("x<unk> y\n<unk>" * 60, lambda t: t.count("<unk>") > 99, "<unk>" * 100,
                     id="a-token-of-which-there-are-many"),
        pytest.param("e\u0301" * 300 + "e" * 20, lambda t: len(t.encode()) > 600,
                     "\u00a0" * 301, id="a-length-in-bytes"),
    ],
)  # fmt: skip
def test_a_count_of_hundreds_takes_few_candidates(text, fails, expected):
    found, spent = smallest(text, fails)
    assert found == expected
    assert spent < 500


def test_result_is_a_local_minimum_and_never_larger():
    rng = random.Random(7)
    for _ in range(50):
        text = "".join(rng.choice("abXé \n0<|") for _ in range(rng.randrange(1, 60)))
        needed = sorted(rng.sample(range(len(text)), min(3, len(text))))
        marks = [text[index] for index in needed]

        def fails(candidate: str, marks: list[str] = marks) -> bool:
            rest = iter(candidate)
            return all(mark in rest for mark in marks)

        found, _ = smallest(text, fails)
        assert fails(found)
        assert shortlex(found) <= shortlex(text)
        assert not any(fails(found[:i] + found[i + 1 :]) for i in range(len(found)))


def test_budget_is_never_exceeded():
    found, spent = smallest("x" * 1000 + "!" * 5, lambda t: t.count("!") == 5, limit=40)
    assert spent <= 40
    assert found.count("!") == 5


def test_every_candidate_is_asked_about_once():
    asked: list[str] = []

    def fails(texts):
        asked.extend(texts)
        return ["z" in one for one in texts]

    shrink_text("abczabc", CandidateSearch(fails, CandidateBudget(1000)))
    assert len(asked) == len(set(asked))


def test_ids():
    search = CandidateSearch[tuple[int, ...]](
        lambda some: [50 in one and sum(one) > 60 for one in some], CandidateBudget(2000)
    )
    found = shrink_ids((9, 50, 700, 12, 3), search)
    assert len(found) < 5
    assert 50 in found
    assert sum(found) == 61


@pytest.mark.parametrize(
    ("text", "length"),
    [
        pytest.param("a" * 100_000, 65_537, id="one-run"),
        pytest.param("x " + "é" * 70_000 + "!", 65_537, id="a-run-among-others"),
        pytest.param("ab" * 300, 129, id="no-run"),
    ],
)
def test_a_length_is_minimal_and_found_without_many_candidates(text, length):
    asked = []

    def fails(candidate):
        asked.append(candidate)
        return len(candidate) >= length

    found, spent = smallest(text, fails, limit=1000)
    assert found == "a" * length
    assert spent < 1000
    assert len(asked) < 500


def test_a_long_candidate_costs_as_many_as_it_takes_longer():
    asked = []

    def fails(texts):
        asked.extend(texts)
        return [False for _ in texts]

    text = "".join(chr(0x4E00 + at % 9000) for at in range(1_000_000))
    search = CandidateSearch(fails, CandidateBudget(2000))
    assert shrink_text(text, search) == text
    assert 5 < len(asked) < 40
    assert search.budget.left <= 0


def test_a_fault_in_a_very_long_text_is_still_made_small():
    text = "".join(chr(0x4E00 + at % 9000) for at in range(600_000)) + "xé" + "ab" * 200_000
    found, _ = smallest(text, lambda some: "xé" in some, limit=2000)
    assert len(found) < 50


def test_blocks_that_leave_the_same_are_tried_once():
    asked = []

    def fails(texts):
        asked.extend(texts)
        return [False] * len(texts)

    shrink_text("a" * 7 + "b", CandidateSearch(fails, CandidateBudget(1000)))
    assert len(asked) == len(set(asked)) < 60


def test_a_count_of_ids_takes_few_candidates():
    budget = CandidateBudget(5000)
    rng = random.Random(3)
    ids = tuple(rng.choice((5, 9, 9, 9, 70, 800)) for _ in range(3000))
    found = shrink_ids(ids, CandidateSearch(lambda rows: [len(one) > 2048 for one in rows], budget))
    assert len(found) == 2049
    assert set(found) == {9}
    assert budget.spent < 200


def test_a_text_of_over_eight_thousand_characters_takes_few_candidates():
    found, spent = smallest("one two three\n" * 900, lambda text: len(text) > 8192)
    assert len(found) == 8193
    assert spent < 400


@pytest.mark.parametrize("behind", [0, 900])
def test_what_shows_only_so_far_inside_a_text_takes_few_candidates(behind):
    """Of a text of all kinds of pieces, of which none alone shows it however often it stands."""
    rng, token = random.Random(5), "<|im_end|>"
    words = ("da术", "疫情期间", "フラ", "👅", " loo", "x\n", "Ġ")
    before, after = ("".join(rng.choice(words) for _ in range(count)) for count in (3000, behind))
    found, spent = smallest(f"{before}{token}{after}", lambda text: text.rfind(token) >= 4096)
    assert found == "a" * 4096 + token
    assert spent < 900


@pytest.mark.parametrize(
    ("shrink", "whole"),
    [(shrink_ids, tuple(range(100, 400))), (shrink_text, "".join(map(chr, range(0x4E00, 0x4F00))))],
)
def test_nothing_is_made_once_the_budget_is_spent(shrink, whole, monkeypatch):
    asked, first = [], CandidateSearch.first

    def counted(search, candidates):
        asked.append(search.budget.left)
        return first(search, candidates)

    monkeypatch.setattr(CandidateSearch, "first", counted)
    assert (
        shrink(whole, CandidateSearch(lambda some: [False] * len(some), CandidateBudget(500)))
        == whole
    )
    assert asked.count(0) < 40
