from dataclasses import replace

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import SideSpec, chat_cell, fidelity_cell, parity_cell
from tokparity.harness.shards.case_source import (
    LONG_AT,
    LONG_EVERY,
    LONG_TEXTS,
    STEERED_TEXTS,
    CaseSource,
    source_of,
)
from tokparity.harness.shards.slot import Slot
from tokparity.reports.records.engine import Library


def test_cases_follow_from_seed_artefact_pair_and_shard(slot, artefact):
    cell = fidelity_cell(artefact, "m")
    first = source_of(slot, cell, 0)
    with Slot() as fresh:
        again = source_of(fresh, cell, 0)
        for shard in (0, 3):
            assert again.texts(shard, STEERED_TEXTS) == first.texts(shard, STEERED_TEXTS)
            assert again.ids(shard, 64) == first.ids(shard, 64)
    for other in (
        source_of(slot, cell, 1),
        source_of(slot, replace(cell, right=SideSpec(Library("other"), artefact)), 0),
    ):
        assert other.texts(0, 32) != first.texts(0, 32)
    assert first.texts(1, 32) != first.texts(0, 32)
    named = source_of(slot, replace(cell, model="another name"), 0)
    assert named.texts(0, 32) == first.texts(0, 32)


def test_a_count_is_kept_steered_or_not(slot, artefact):
    source = source_of(slot, fidelity_cell(artefact, "m"), 0)
    for count in (0, 1, STEERED_TEXTS - 1, STEERED_TEXTS, STEERED_TEXTS + 1):
        assert len(source.texts(0, count)) == count
        assert len(source.ids(0, count)) == count


def test_steered_texts_are_as_long_as_they_are_wanted(slot, artefact):
    cell = fidelity_cell(artefact, "m")
    whole, short = source_of(slot, cell, 0), source_of(slot, cell, 0, 60)
    texts = [source.texts(0, STEERED_TEXTS) for source in (whole, short)]
    drawn, steered = ([some[at::2] for some in texts] for at in (0, 1))
    assert drawn[0] == drawn[1]
    sizes = [sum(map(len, some)) for some in steered]
    assert 2 * sizes[1] < sizes[0]
    assert short.ids(0, 64) == whole.ids(0, 64)


def test_a_cell_of_chats_is_fed_conversations_alone(slot):
    source = source_of(slot, chat_cell(resolve("template:mistral-v7"), "m"), 0)
    assert source.chats is not None
    assert len(source.chats(0, 5)) == 5
    assert source.streams is None
    assert not source.texts(0, 5)


def test_without_a_source_there_is_no_case():
    empty = CaseSource()
    assert (empty.texts(0, 9), empty.ids(0, 9), empty.streams, empty.chats) == ((), (), None, None)


def lengths(source, shard, count):
    return sorted(map(len, source.texts(shard, count)))


def test_one_shard_in_eight_has_a_long_text_instead_of_many(slot, artefact):
    source = source_of(slot, fidelity_cell(artefact, "m"), 0)
    long = {shard for shard in range(12) if lengths(source, shard, LONG_TEXTS)[-1] >= 50_000}
    assert long == {LONG_AT, LONG_AT + LONG_EVERY}
    texts = source.texts(LONG_AT, LONG_TEXTS)
    assert [len(text) >= 50_000 for text in texts[:2]] == [True, False]
    assert LONG_TEXTS // 2 <= len(texts) < LONG_TEXTS
    assert texts == source_of(slot, fidelity_cell(artefact, "m"), 0).texts(LONG_AT, LONG_TEXTS)


def test_small_shards_and_pairs_of_files_have_none(slot, artefact):
    fidelity = source_of(slot, fidelity_cell(artefact, "m"), 0)
    assert lengths(fidelity, LONG_AT, LONG_TEXTS - 1)[-1] < 50_000
    parity = source_of(slot, parity_cell(artefact, artefact, "m"), 0)
    assert lengths(parity, LONG_AT, LONG_TEXTS)[-1] < 50_000
