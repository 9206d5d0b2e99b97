"""Which explanations speak of a pair: by content, never by a path."""

from dataclasses import replace

import pytest
from small_artefacts import bpe

from tokparity.corpora.vocabs import catalogue
from tokparity.harness.compare.cells import fidelity_cell, parity_cell
from tokparity.harness.explanations.binding import (
    check_changes,
    content_name,
    digest_of_known,
    elsewhere,
    with_known,
)
from tokparity.reports.records.errors import BadLedger
from tokparity.reports.records.explanation import Explanation
from tokparity.reports.records.ledger import Entry, Ledger

HF = "huggingface_tokenizers"


def ledger(*explanations, **changes):
    entry = Entry("e", HF, "accepted", "r", ("a/b",), explanations=explanations)
    return Ledger((replace(entry, **changes),))


def explanation(on, beside="*"):
    return Explanation("e", "model", "without-padding", on, beside)


@pytest.fixture
def pair(maker, copy):
    left = copy(maker.json(bpe(("a",))), "left.json")
    return left, maker.json(bpe(("a", "b")))


def bound(cell, known, versions=None):
    return [each.at_left for each in with_known(cell, known, versions or {}).known]


def test_a_file_is_called_by_its_content(pair, copy):
    left, _ = pair
    assert content_name(left) == f"tokenizer.json:sha256-{left.sha256}"
    moved = replace(copy(left, "qwen3.json"), name="qwen3")
    assert content_name(moved) == content_name(left)
    manifest = catalogue.find("qwen3")[0]
    assert content_name(replace(left, sha256=manifest.sha256)) == "tokenizer.json:qwen3"


def test_the_side_that_is_changed(pair):
    left, right = pair
    cell = parity_cell(left, right, "m")
    here, there = content_name(left), content_name(right)
    assert bound(cell, ledger(explanation(here))) == [True]
    assert bound(cell, ledger(explanation(there))) == [False]
    assert bound(cell, ledger(explanation(there, here))) == [False]
    assert bound(cell, ledger(explanation(here, here))) == []
    assert bound(cell, ledger(explanation("tokenizer.json:*"))) == [True, False]
    assert bound(cell, ledger(explanation("gguf:*"))) == []
    assert bound(cell, ledger(explanation("tokenizer.json:left"))) == [], "a name that a path gave"


def test_nothing_is_known_where_the_reference_is_asked(pair):
    cell = fidelity_cell(pair[0], "m")
    assert with_known(cell, ledger(explanation("*")), {}) is cell


def test_what_is_fixed_explains_nothing_any_more(pair):
    cell = parity_cell(*pair, "m")
    fixed = ledger(explanation("*"), status="fixed-in", evidence="0.24")
    assert bound(cell, fixed, {HF: "0.23"}) == [True, False]
    assert bound(cell, fixed, {HF: "0.24"}) == []


def test_files_of_a_users_own_that_are_not_looked_at(pair):
    here = content_name(pair[0])
    gone = f"tokenizer.json:sha256-{'ab' * 32}"

    def told(*explanations):
        return list(elsewhere(ledger(*explanations), pair))

    assert told(explanation(here), explanation(here, "gguf:*"), explanation("*")) == []
    assert told(explanation(gone), explanation(here)) == [explanation(gone)]
    assert told(explanation(here, gone)) == [explanation(here, gone)]
    assert told(explanation("tokenizer.json:qwen3")) == [], "the catalogue's, not a user's"


def test_an_entry_of_another_library(pair):
    assert bound(parity_cell(*pair, "m"), ledger(explanation("*"), oracle="openai_tiktoken")) == []


def test_a_change_that_nobody_knows():
    with pytest.raises(BadLedger, match=r"entry e: explains.change: 'x' is not one of added-rows"):
        check_changes(ledger(replace(explanation("*"), change="x")))
    check_changes(ledger(explanation("*")))


def test_another_ledger_is_another_plan(pair):
    cell = parity_cell(*pair, "m")
    known = with_known(cell, ledger(explanation("*")), {})
    other = with_known(cell, ledger(replace(explanation("*"), was="3")), {})
    assert len({digest_of_known([each]) for each in (cell, known, other)}) == 3
