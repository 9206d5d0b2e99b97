"""One change in a file: whether a check with its defaults finds it, by the real libraries."""

import copy
import json
from dataclasses import replace

import pytest
from small_artefacts import Maker

import tokparity
from tokparity.harness.artefacts.static_diff import static_diff
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import fidelity_cell, parity_cell
from tokparity.harness.run.check import Effort, run_check
from tokparity.harness.run.file_differences import differences_of, shown_by_others
from tokparity.harness.shards.case_source import source_of
from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reference_impl.formats import load
from tokparity.reports.records.finding import Finding, Sighting, Signature
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import FileDifference
from tokparity.reports.summary.verdict import answer, headline


@pytest.fixture
def checked(slot, tmp_path):
    """A check of two files with few generated cases: (outcome, the run)."""

    def check(left, right, **effort):
        cell = alike(parity_cell(left, right, "m"), slot.tokenizer)
        made = Effort(**({"cases": 1000, "sweep": "none"} | effort))
        run = tmp_path / f"run{len(list(tmp_path.glob('run*')))}"
        outcome = run_check(slot, cell, made, run, lambda *_: None)
        return outcome, read_run(run)

    return check


def edited(document, edit):
    other = copy.deepcopy(document)
    edit(other)
    return other


def flag(name, at=0):
    def turn(document):
        token = document["added_tokens"][at]
        token[name] = not token[name]

    return turn


def swap_merges(document):
    merges = document["model"]["merges"]
    pairs = [tuple(merge.split()) if isinstance(merge, str) else tuple(merge) for merge in merges]
    one, other = next(
        (at, to)
        for at, (_, right) in enumerate(pairs)
        for to, (left, _) in enumerate(pairs)
        if right == left and at < to
    )
    merges[one], merges[other] = merges[other], merges[one]


def swap_ids(document):
    vocab = document["model"]["vocab"]
    vocab["h"], vocab["e"] = vocab["e"], vocab["h"]


CHANGES = [
    pytest.param(lambda d: d["model"]["merges"].pop(30), "model", "merges", id="merge-less"),
    pytest.param(lambda d: d["model"]["merges"].pop(), "model", "merges", id="last-merge-less"),
    pytest.param(swap_merges, "model", "merges", id="rival-merges"),
    pytest.param(swap_ids, "model", "id → piece", id="ids"),
    pytest.param(flag("special"), "added_tokens", "added-token flags", id="special"),
    pytest.param(flag("rstrip"), "added_tokens", "added-token flags", id="rstrip"),
    pytest.param(flag("lstrip", 3), "added_tokens", "added-token flags", id="lstrip"),
    pytest.param(flag("single_word", 2), "added_tokens", "added-token flags", id="single-word"),
    pytest.param(lambda d: d.update(normalizer=None), "normalizer", "normalizer", id="normalizer"),
    pytest.param(
        lambda d: d["post_processor"]["special_tokens"]["<s>"].update(ids=[1]),
        "post_processor",
        "post_processor",
        id="another-bos",
    ),
    pytest.param(
        lambda d: d["post_processor"]["pair"][1]["Sequence"].update(type_id=1),
        "post_processor",
        "post_processor",
        id="type-of-a-pair",
    ),
    pytest.param(lambda d: d.update(decoder=None), "decoder", "decoder", id="decoder"),
]


@pytest.mark.parametrize(("edit", "stage", "aspect"), CHANGES)
def test_a_change_that_the_library_shows_is_found(checked, save, every_stage, edit, stage, aspect):
    changed = save(edited(every_stage, edit), "changed")
    outcome, run = checked(save(every_stage), changed)
    assert outcome.exit_code == 1
    assert stage in {finding.signature.stage for finding in outcome.findings}
    shown = {each.aspect: each.shown for each in run.info.file_differences}
    assert shown[aspect] > 0
    assert f"{aspect} (shown by " in answer(run)


def test_an_option_is_asked_of_every_piece(checked, save, every_stage):
    """Two pieces of 354 are whole words that no merge makes."""
    other = edited(every_stage, lambda d: d["model"].update(ignore_merges=False))
    outcome, run = checked(save(every_stage), save(other, "changed"), cases=None)
    assert (outcome.exit_code, "model.ignore_merges (shown by" in answer(run)) == (1, True)


def test_what_no_case_shows_is_not_agreement(checked, save, every_stage):
    """Nothing is unknown that could be fused."""
    other = edited(every_stage, lambda d: d["model"].update(fuse_unk=True))
    outcome, run = checked(save(every_stage), save(other, "changed"))
    assert outcome.exit_code == 0
    assert headline(run) == "No case differs, but the files do: model.fuse_unk"
    assert "model.fuse_unk (not shown by any of " in answer(run)
    left, right = (str(save(one, name).path) for one, name in ((every_stage, "l"), (other, "r")))
    assert tokparity.check(left, right, cases=200, sweep="none").verdict == "not shown"


def test_a_text_that_parts_by_another_difference_shows_nothing(checked, save, every_stage):
    """Pieces that are no NFC are asked for the option; they show the normalizer."""
    accented = edited(every_stage, lambda d: d["model"]["vocab"].update({"aÌģ": 99_999}))
    other = edited(accented, lambda d: d["model"].update(fuse_unk=True))
    outcome, run = checked(save(accented), save(other | {"normalizer": None}, "changed"))
    shown = {each.aspect: each.shown for each in run.info.file_differences}
    assert outcome.exit_code == 1
    assert shown["normalizer"] > 0
    assert shown["model.fuse_unk"] == 0


def test_padding_is_told_and_not_compared(checked, save, every_stage):
    padding = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "<a>"}
    outcome, run = checked(save(every_stage), save(every_stage | {"padding": padding}, "padded"))
    assert outcome.exit_code == 0
    assert "padding (not compared: --as-configured does)" in answer(run)


def test_nothing_is_said_of_files_that_say_the_same(checked, save, every_stage):
    copied = save(every_stage | {"version": "1.0"}, "copy")
    copied.path.write_text(json.dumps(every_stage, indent=1))
    _, run = checked(save(every_stage), copied)
    assert (run.info.file_differences, headline(run)) == ((), "All agree")


def test_cases_bound_what_is_directed(checked, save, every_stage):
    changed = save(edited(every_stage, swap_ids), "changed")
    _, run = checked(save(every_stage), changed, cases=200)
    assert sum(each.tried for each in run.info.file_differences) <= 50
    assert run.info.cases <= 200


def test_one_file_says_nothing_otherwise(slot, artefact):
    assert differences_of(slot, fidelity_cell(artefact, "m")) == []


def test_a_score_and_a_type_of_a_model(slot, tmp_path):
    def made(name, score=-2.0, kind="normal"):
        folder = tmp_path / name
        folder.mkdir()
        return Maker(folder, {}, None).sentencepiece(
            "unigram", [("a", -1.0), ("b", -1.0), ("ab", score, kind)]
        )

    plain = load(made("plain"))
    (score,) = static_diff(plain, load(made("score", score=-2.5)))
    assert (score.aspect, score.strings) == ("model.scores", ("ab",))
    (kind, *_) = static_diff(plain, load(made("kind", kind="unused")))
    assert (kind.aspect, kind.strings) == ("model.types", ("ab",))


def test_texts_of_what_only_the_right_file_has(slot, save, every_stage):
    other = copy.deepcopy(every_stage)
    content = "<|only right|>"
    added = dict(other["added_tokens"][0], id=400, content=content)
    other["added_tokens"].append(added)
    other["model"]["vocab"].update({f"zz{at}": 380 + at for at in range(3)})
    cell = parity_cell(save(every_stage), save(other, "other"), "m")
    source = source_of(slot, cell, 0)
    texts = source.texts(0, 512)
    assert sum("zz" in text or content in text for text in texts) >= 512 // 8
    rows = source.ids(0, 128)
    assert sum(any(i >= 360 for i in ids) for ids in rows) >= len(rows) // 8
    assert source_of(slot, cell, 0).texts(0, 512) == texts
    alone = source_of(slot, fidelity_cell(cell.left.artefact, "m"), 0)
    assert not any(content in text for text in alone.texts(0, 512))


def test_a_finding_of_the_same_stage_shows_a_difference_too():
    case = EncodeCase("x")
    answers = Encoding((1,)), Encoding((2,))
    seen = Sighting("a", "00", "b", 7, case, case, *answers, "ids", 0, None, None)
    signature = Signature("parity", "encode", "one", "other", "pre_tokenizer", "Split")
    split = Finding(signature, "shape", "divergence", "two-trace", (seen,))
    told = (
        FileDifference("pre_tokenizer", "a", "b", 10, 0),
        FileDifference("model.fuse_unk", "a", "b", 10, 0),
        FileDifference("normalizer", "a", "b", 10, 3),
    )
    in_model = replace(split, signature=replace(split.signature, stage="model"))
    found = shown_by_others(told, [split, in_model])
    assert [(each.tried, each.shown) for each in found] == [(17, 7), (10, 0), (10, 3)]
    assert shown_by_others(told, []) == told
