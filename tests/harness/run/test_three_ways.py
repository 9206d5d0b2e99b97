"""A model on three engines: its cells, the third beside each pair, and the vote."""

from dataclasses import replace

from tokparity.harness.derivation.three_ways import ThreeWays
from tokparity.harness.run import plan as module
from tokparity.harness.run.plan import PlanOptions, plan_replay, plan_run
from tokparity.harness.run.profile import Profile
from tokparity.harness.run.three_ways import lacking
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Skipped

PROFILE = Profile("test", "*", 7, pairs=True, goldens=False, cases=600, chats=False)
ONE = PlanOptions(vocab=("one",), three_ways=True)


def test_each_engine_with_each_other_and_the_third_beside_them(repository):
    told = []
    plan = plan_run(PROFILE, ONE, told.append)
    assert [(cell.name, cell.third and cell.third.artefact.name) for cell in plan.cells] == [
        ("one reference~huggingface_tokenizers", None),
        ("one-as-gguf reference~ggml_llama_cpp", None),
        ("one-as-ranks reference~openai_tiktoken", None),
        ("one-as-gguf ~ one-as-ranks ggml_llama_cpp~openai_tiktoken", "one"),
        ("one-as-gguf ~ one ggml_llama_cpp~huggingface_tokenizers", "one-as-ranks"),
        ("one-as-ranks ~ one openai_tiktoken~huggingface_tokenizers", "one-as-gguf"),
    ]
    assert plan.derived["one-as-gguf"] == "derived from one by tokparity convert"
    assert told == [plan.cells[0].model]
    assert plan.options["three_ways"] == [plan.cells[0].model]
    assert "three_ways" not in plan_run(PROFILE, PlanOptions(vocab=("one",))).options


def test_what_is_named_and_not_held_three_ways_is_missing(repository, monkeypatch):
    def underivable(chosen, *_):
        return [ThreeWays(manifest.model, (), {"gguf": "so"}) for manifest in chosen]

    assert plan_run(PROFILE, ONE).lacking == ()
    monkeypatch.setattr(module, "ways_of", underivable)
    [skipped] = plan_run(PROFILE, ONE).lacking
    assert skipped.reason == "not three ways: gguf: so"
    assert plan_run(PROFILE, replace(ONE, vocab=("on*",))).lacking == (), "what can be"


def test_a_profile_may_ask_for_it(repository):
    profile = Profile("t", "one", 7, pairs=False, goldens=False, cases=6, chats=False,
                      three_ways=True)  # fmt: skip
    assert len(plan_run(profile, PlanOptions()).cells) == 6


def test_a_profile_may_leave_models_out_with_the_reason(repository):
    profile = Profile("t", "one", 7, pairs=False, goldens=False, cases=6, chats=False,
                      three_ways=True, derived_texts=8)  # fmt: skip
    plan = plan_run(profile, PlanOptions())
    model = plan.cells[0].model
    units = [plan.unit(cell, 0) for cell in plan.cells]
    assert [unit.encode for unit in units] == [512, *[8] * 5]
    left_out = replace(profile, not_three_ways={model: "not reviewed"})
    plan = plan_run(left_out, PlanOptions())
    assert len(plan.cells) == 1
    assert Skipped(model, "not three ways: not reviewed") in plan.skipped
    assert len(plan_run(left_out, PlanOptions(three_ways=True)).cells) == 6, "asked for, it is"


def test_a_run_says_what_was_derived_and_how_it_was_voted(tokparity, repository, tmp_path, inline):
    choices = ("--vocab", "one", "--three-ways", "--cases", "200", "--jobs", "1")
    tokparity("run", *choices, "--out", "three")
    run = read_run(tmp_path / "three")
    derived = {artefact.name: artefact.derived for artefact in run.info.artefacts}
    assert (derived["one"], derived["one-as-ranks"]) == ("", "derived from one by tokparity")
    cells = plan_run(PROFILE, ONE).cells
    voted = [cell.name for cell in cells if cell.third is not None]
    assert [votes.cell for votes in run.info.votes] == voted
    summary = (tmp_path / "three" / "summary.md").read_text()
    assert "## Three ways" in summary
    assert "derived from one by tokparity convert" in summary
    pages = {page.name: page.read_text() for page in (tmp_path / "three" / "report").glob("*.html")}
    assert "Derived files: 2 rows" in pages["index.html"]
    assert any("the odd one out.</dd>" in page for page in pages.values())
    assert "one-as-ranks is derived from one by tokparity" in "".join(pages.values())
    assert [cell.name for cell in plan_replay(run.info).cells] == [cell.name for cell in cells]


def test_why_a_model_is_not_held_three_ways():
    ways = ThreeWays("m", (), {"gguf": "so"})
    [skipped] = lacking([ways])
    assert (skipped.name, skipped.reason) == ("m", "not three ways: gguf: so")
