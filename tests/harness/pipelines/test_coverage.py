"""Counting what pipelines cover: what is short is told, and asking is bounded."""

from tokparity.harness.pipelines.coverage import PAIRS_FROM, Coverage, distinct, inert
from tokparity.harness.pipelines.effects import OptionCell

ABSENT = dict.fromkeys(("pre_tokenizer", "post_processor", "decoder", "truncation", "padding"))
MODEL = {"type": "WordLevel", "vocab": {}, "unk_token": "u"}
LOWER = {"type": "Lowercase"}
CELL = OptionCell("normalizer", "Lowercase", "(there)", "true")


def document(**sections):
    return {"added_tokens": [], "model": MODEL, "normalizer": LOWER, **ABSENT, **sections}


def met(pipelines, count, **sections):
    coverage = Coverage.of(pipelines)
    for number in range(count):
        coverage.meet(number, document(**sections))
    return coverage


def test_more_pipelines_are_to_show_more():
    assert [Coverage.of(n).needed for n in (150, 500, 5000, 9000)] == [0, 2, 50, 50]


def test_asking_ends_when_a_cell_is_covered():
    coverage = met(5000, 300)
    asked = []

    def all_have(cells):
        asked.extend(cells)
        return [(number, cell) for number, several in cells.items() for cell in several]

    coverage.ask(all_have)
    assert coverage.effective[CELL] >= 50
    assert len(asked) == len(set(asked)) <= 70
    assert not [line for line in coverage.short() if "Lowercase" in line]


def test_asking_goes_on_as_long_as_there_are_pipelines():
    coverage = met(5000, 300)
    coverage.ask(
        lambda cells: [(n, one) for n, some in cells.items() for one in some if n % 10 == 0]
    )
    assert coverage.effective[CELL] == 30
    assert "normalizer Lowercase (there)=true: has a say in 30 pipelines of 50 due" in (
        coverage.short()
    )


def test_an_inert_option_with_a_say_is_told():
    decoder = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    coverage = met(5000, 60, decoder=decoder | {"use_regex": True})
    coverage.ask(lambda cells: [(n, one) for n, some in cells.items() for one in some])
    told = [line for line in coverage.short() if "is said to have no say" in line]
    assert len(told) == 3
    assert all("decoder ByteLevel" in line for line in told)
    assert inert(OptionCell("decoder", "ByteLevel", "use_regex", "true"))
    assert not inert(CELL)


def test_pairs_and_combinations_that_are_missing_are_told():
    few, many = met(500, PAIRS_FROM - 1), met(500, PAIRS_FROM)
    assert not [line for line in few.short() if "→" in line]
    told = [line for line in many.short() if "→" in line]
    assert "ordered pairs of normalizers: no NFC → NFD" in told
    assert "model × decoder × post-processor: no BPE → None → None" in told
    assert "model × decoder × post-processor: no WordLevel → None → None" not in told
    pair = {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "NFD"}]}
    with_pair = met(500, PAIRS_FROM, normalizer=pair)
    assert "ordered pairs of normalizers: no NFC → NFD" not in with_pair.short()
    assert "ordered pairs of normalizers: no NFD → NFC" in with_pair.short()


def test_copies_are_left_out():
    assert distinct([(2, "b"), (1, "a"), (0, "b")]) == [0, 1]
