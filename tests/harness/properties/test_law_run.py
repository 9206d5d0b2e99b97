"""Which models of a run break the laws of conversations: each is asked once."""

import json

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.properties.law_run import law_line, laws_of_run
from tokparity.harness.run.plan import PlanOptions, plan_run
from tokparity.harness.run.profile import Profile
from tokparity.harness.shards.job_pool import Inline

RIGHT = (
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
COUNTED = "{{ messages|length }}" + RIGHT
"""What stands first is another with each message."""


@pytest.fixture
def artefact(tmp_path):
    def made(name, template):
        folder = tmp_path / name
        folder.mkdir()
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
        tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.add_special_tokens(["<|end|>"])
        tokenizer.save(str(folder / "tokenizer.json"))
        config = {"eos_token": "<|end|>", **({"chat_template": template} if template else {})}
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
        return resolve(str(folder / "tokenizer.json"))

    return made


def test_each_model_that_has_a_template_is_tried_once(slot, artefact):
    bad, right, none = artefact("bad", COUNTED), artefact("right", RIGHT), artefact("none", None)
    cells = [fidelity_cell(bad, "a"), fidelity_cell(none, "b"), fidelity_cell(right, "c")]
    told = []
    records = laws_of_run([*cells, *cells], 0, 12, Inline(slot), told.append)
    assert [(one.artefact, one.name, one.broken > 0) for one in records] == [
        (bad.name, "conversations only grow", True),
        (bad.name, "replies keep their ids", False),
        (bad.name, "the loss mask is the model's words", False),
        (right.name, "conversations only grow", False),
        (right.name, "replies keep their ids", False),
        (right.name, "the loss mask is the model's words", False),
    ]
    assert records[0].tried_texts == records[3].tried_texts > 5
    assert told[-1] == "laws of conversations: 3 of 3 models"
    assert "1 of 2 chat templates break one" in law_line(records)


def test_a_file_that_cannot_be_read_hides_no_other(slot, artefact):
    bad, right = artefact("bad", COUNTED), artefact("right", RIGHT)
    bad.path.write_text("{")
    cells = [fidelity_cell(bad, "a"), fidelity_cell(right, "a")]
    records = laws_of_run(cells, 0, 8, Inline(slot), lambda _: None)
    assert {one.artefact for one in records} == {right.name}


def test_a_run_with_little_time_says_that_it_leaves_the_laws_out(repository):
    profile = Profile("t", "one", 7, pairs=False, goldens=False, cases=6, chats=False, laws=9)
    assert plan_run(profile, PlanOptions()).laws == 9
    plan = plan_run(profile, PlanOptions(seconds=5.0))
    assert plan.laws == 0
    assert any(skipped.name == "laws of conversations" for skipped in plan.skipped)
    assert plan_run(profile, PlanOptions(seconds=5.0, laws=3)).laws == 3
