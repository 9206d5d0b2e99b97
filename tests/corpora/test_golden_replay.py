"""The golden cases of every fetched vocabulary, and what is recorded of the file: loaded once."""

import sys
from dataclasses import replace

import pytest
from golden_replay import replay_golden

from tests.shared.vocabularies import vocabulary
from tokparity.corpora.golden import GoldenFile, golden, goldens
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.inventory import inventory_of, recorded
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.reference_impl.contract import Bytes, EncodeCase, Encoding, Refusal, Text

SHIPPED = catalogue.manifests()
FETCHED = [one for one in SHIPPED if one.default or catalogue.is_cached(one, Cache.default())]


@pytest.mark.vocabulary
@pytest.mark.parametrize("manifest", FETCHED, ids=lambda manifest: manifest.name)
def test_recorded_answers_and_inventory(manifest: Manifest) -> None:
    tokenizer = vocabulary(manifest.name)
    held = inventory_of(tokenizer, manifest.sha256)
    assert held == recorded()[manifest.name]
    assert held.algorithm == manifest.algorithm
    assert replay_golden(golden(manifest.name), tokenizer) == ()


def test_what_was_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    here = {one.name for one in FETCHED}
    done = [one for one in goldens() if one.name in here]
    rest = len(goldens()) - len(done)
    count = sum(len(one.cases) for one in done)
    with capsys.disabled():
        sys.stdout.write(
            f"\ngolden cases: {count:,} of {len(done)} vocabularies replayed; "
            f"{rest} vocabularies with golden cases are not fetched\n"
        )
    assert len(done) == len(FETCHED) >= 14


def with_a_changed_answer(made: GoldenFile, at: int) -> GoldenFile:
    """The golden with one wrong id, offset or letter in the case at this place."""
    case = made.cases[at]
    match case.expected:
        case Encoding(ids, offsets):
            wrong: object = Encoding((*ids[:-1], ids[-1] + 1), offsets)
        case Text(text):
            wrong = Text(text + "x")
        case Bytes(data):
            wrong = Bytes(data + b"x")
        case _:
            raise TypeError(case)
    cases = list(made.cases)
    cases[at] = replace(case, expected=wrong)  # type: ignore[arg-type] # one of an observation's
    return replace(made, cases=tuple(cases))


@pytest.mark.vocabulary
def test_a_changed_golden_is_seen() -> None:
    tokenizer = vocabulary("pix2tex")
    made = golden("pix2tex")
    for at, case in enumerate(made.cases):
        if case.expected in (Encoding((), ()), Encoding(())):
            continue
        mismatches = replay_golden(with_a_changed_answer(made, at), tokenizer)
        assert [one.case.id for one in mismatches] == [case.id]
    at, case = next(
        (i, c) for i, c in enumerate(made.cases) if isinstance(c.case, EncodeCase) and c.case.text
    )
    assert isinstance(case.expected, Encoding)
    offsets = tuple((start, end + 1) for start, end in case.expected.offsets or ())
    moved = replace(case, expected=replace(case.expected, offsets=offsets))
    refused = replace(case, expected=Refusal("error", "no"))
    for other in (moved, refused):
        wrong = replace(made, cases=(*made.cases[:at], other, *made.cases[at + 1 :]))
        assert len(replay_golden(wrong, tokenizer)) == 1
