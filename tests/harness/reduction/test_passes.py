"""Documents reduced by made-up predicates: what the fault needs stays, all else goes."""

from dataclasses import replace

import pytest

from tokparity.harness.reduction.documents.document import read_document
from tokparity.harness.reduction.passes import entries_of, fewer, reduced


@pytest.fixture
def whole(save, every_stage):
    return read_document(save(every_stage))


def alone(holds):
    """Nothing is asked of what was before."""
    return lambda documents, before: holds(documents)


def test_a_local_minimum(whole, every_stage):
    vocab = every_stage["model"]["vocab"]
    wanted = {vocab["h"], vocab["e"], vocab["he"]}
    asked = []

    def holds(documents):
        asked.append(documents)
        [one] = documents
        normalizer = one.data["normalizer"]
        return wanted <= one.ids and ("h", "e") in one.merges and normalizer is not None

    [small] = reduced((whole,), ("he",), holds, alone(holds))
    assert small.ids == wanted
    assert small.merges == (("h", "e"),)
    gone = ("pre_tokenizer", "post_processor", "decoder")
    assert [small.data[section] for section in gone] == [None] * 3
    assert small.data["normalizer"] == {"type": "NFC"}
    assert small.data["added_tokens"] == []
    assert len(asked) < 700


def test_an_entry_goes_from_both_documents_at_once(whole, ranks):
    other = read_document(ranks())
    wanted = {5, 300}

    def both(pair):
        return wanted <= pair[0].ids & pair[1].ids

    pair = reduced((whole, other), (), both, alone(both))
    assert [one.ids for one in pair] == [wanted, wanted]
    assert entries_of(pair) == wanted


def test_a_stage_goes_from_both_documents_together(whole):
    def holds(pair):
        left, right = (one.data["normalizer"] for one in pair)
        return left == right and 5 in pair[0].ids

    pair = reduced((whole, whole), (), holds, lambda *_: False)
    assert [one.data["normalizer"] for one in pair] == [None, None]


def test_steps_that_happen_to_be_as_many_are_not_one(whole):
    """Two stages, one each: none of them is the other's."""
    left, right = (
        replace(whole, data=whole.data | {"normalizer": None, "pre_tokenizer": None} | stage)
        for stage in (
            {"normalizer": {"type": "NFC"}},
            {"pre_tokenizer": {"type": "Whitespace"}},
        )
    )
    assert len(list(left.plainer(()))) == len(list(right.plainer(())))
    small = reduced((left, right), (), lambda pair: 5 in pair[0].ids, lambda *_: False)
    assert (small[0].data["normalizer"], small[1].data["pre_tokenizer"]) == (
        {"type": "NFC"},
        {"type": "Whitespace"},
    )


def test_a_merge_and_an_added_token_go_from_both_documents_at_once(whole):
    """What one side alone needs stays on the other too: without it there the two would differ by
    that, and the smallest files show another fault."""

    def holds(pair):
        added = [token["content"] for token in pair[1].data["added_tokens"]]
        return ("h", "e") in pair[0].merges and "<|left|>" in added

    contents = [token["content"] for token in whole.data["added_tokens"]]
    assert "<|left|>" in contents
    assert len(contents) > 1
    pair = reduced((whole, whole), (), holds, alone(holds))
    assert [one.merges for one in pair] == [(("h", "e"),)] * 2
    left = [[token["content"] for token in one.data["added_tokens"]] for one in pair]
    assert left == [["<|left|>"]] * 2


def test_what_is_needed_is_not_even_tried(file, model):
    document = read_document(file("sentencepiece", "m.model", model.read_bytes()))
    tried = []

    def holds(documents):
        tried.append(documents[0].ids)
        return True

    [small] = reduced((document,), (), holds, alone(holds))
    assert small.ids == document.needed == {0}
    assert all(0 in ids for ids in tried)


def test_blocks_go_first(whole):
    tried = []

    def rebuilt(some):
        tried.append(list(some))
        return (whole.keep(some),)

    items, [small] = fewer(range(64), (whole,), rebuilt, lambda one: 17 in one[0].ids)
    assert list(items) == [17]
    assert small.ids == {17}
    assert [len(some) for some in tried[:4]] == [0, 32, 32, 16]
    assert len(tried) < 20


def test_nothing_holds(whole):
    assert reduced((whole,), (), lambda _: False, lambda *_: False) == (whole,)


def test_nothing_is_made_once_the_budget_is_spent(whole):
    made, left = [], [3]

    def rebuilt(some):
        made.append(some)
        return (whole.keep(some),)

    def holds(documents):
        left[0] -= 1
        return False

    items, documents = fewer(range(64), (whole,), rebuilt, holds, lambda: left[0] <= 0)
    assert (len(made), list(items), documents) == (3, list(range(64)), (whole,))


def test_plainer_documents_are_made_one_at_a_time():
    made = []

    class Endless:
        ids = needed = frozenset()

        def plainer(self, texts):
            while True:
                made.append(texts)
                yield self

        def keep(self, ids):
            return self

        def parts(self):
            return iter(())

    left = [2]

    def alike(documents, before):
        left[0] -= 1
        return False

    one = (Endless(),)
    assert reduced(one, (), lambda _: False, alike, lambda: left[0] <= 0) == one
    assert len(made) == 3, "two were asked about, one was made when nothing was left"
