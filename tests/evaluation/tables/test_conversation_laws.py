"""The table over templates written for it."""

import json

import pytest

from evaluation.tables.conversation_laws import main

RIGHT = "{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}"
PROMPT = "{% if add_generation_prompt %}<assistant>{% endif %}"


@pytest.fixture
def model(tmp_path, document):
    def write(template):
        (tmp_path / "tokenizer.json").write_text(json.dumps(document))
        config = {"chat_template": template, "eos_token": document["added_tokens"][0]["content"]}
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
        return str(tmp_path / "tokenizer.json")

    return write


def test_a_row_a_cause_with_the_roles_of_the_smallest(model, capsys):
    path = model(RIGHT + PROMPT + "{% if not add_generation_prompt %}<end>{% endif %}")
    assert main([path, "--conversations", "60"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if "ends the last" in line]
    (row,) = rows
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    assert cells[1] == "append-only"
    assert int(cells[3]) > 10
    assert len(cells[4]) == 2


def test_templates_that_break_nothing_are_named(model, capsys):
    stop = "<|end|>"
    assert main([model(RIGHT.replace("</s>", stop) + PROMPT), "--conversations", "20"]) == 0
    out = capsys.readouterr().out
    assert "They break nothing: " in out
    assert "append-only" not in out


def test_a_name_that_is_none(capsys):
    assert main(["none-such"]) == 2
    assert "none-such" in capsys.readouterr().err
