import importlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.chat_engines.engines.served_model import write_served_model

ROOT = Path(__file__).parents[3]
FAST = ["--engine", "ggml_llama_chat", "--conversations", "40"]


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        yield importlib.import_module("evaluation.tables.chat_engines")


def test_the_table_and_what_it_writes(table, tmp_path, capsys):
    out = tmp_path / "new" / "out"
    assert table.main([*FAST, "--out", str(out), "chatml", "zephyr"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split()[:2] == ["ggml_llama_chat", "chatml"]
    cells = [json.loads(line) for line in (out / "cells.jsonl").read_text().splitlines()]
    assert [cell["template"] for cell in cells] == ["chatml", "zephyr"]
    assert all(sum(cell["counts"].values()) == 40 for cell in cells)
    assert "### ggml_llama_chat" in (out / "groups.md").read_text()


def test_the_same_call_goes_on_where_it_was_ended(table, tmp_path, capsys, monkeypatch):
    assert table.main([*FAST, "--out", str(tmp_path), "chatml"]) == 0
    with (tmp_path / "cells.jsonl").open("a") as journal:
        journal.write('{"engine": "ggml_lla')  # a line that was cut off is made again
    before = (tmp_path / "cells.jsonl").read_text().splitlines()[0]
    assert table.main([*FAST, "--out", str(tmp_path), "chatml", "zephyr"]) == 0
    cells = [json.loads(line) for line in (tmp_path / "cells.jsonl").read_text().splitlines()]
    assert [cell["template"] for cell in cells] == ["chatml", "zephyr"]
    assert json.loads(before) == cells[0]


def test_a_name_that_is_none_is_one_line(table, capsys):
    assert table.main([*FAST, "no-such-template"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_engine_that_is_not_installed_is_no_finding(table, capsys, monkeypatch):
    gone = replace(table.ENGINES["ggml_llama_chat"], module="oracles.no_such_module")
    monkeypatch.setitem(table.ENGINES, "ggml_llama_chat", gone)
    assert table.main([*FAST, "chatml"]) == 2
    assert "unavailable" in capsys.readouterr().err


def test_a_template_of_a_file(table, tmp_path, capsys):
    path = tmp_path / "a.jinja"
    path.write_text("<|im_start|>{{ messages[0].content }}")
    assert table.main([*FAST, str(path)]) == 0
    assert str(path) in capsys.readouterr().out


def test_a_gguf_brings_its_vocabulary_where_it_has_one_template(table, tmp_path):
    path = tmp_path / "m.gguf"
    write_served_model(path, "{{ messages[0].content }}", {"bos_token": "<s>"})
    ((name, template, artefact),) = table.templates([str(path)])
    assert name == f"{path} default"
    assert template.source == "{{ messages[0].content }}"
    assert (artefact.format, artefact.path) == ("gguf", path)


def test_what_is_known_of_engines_is_of_some_that_are_there(table):
    assert set(table.ENGINES) > table.OWN_CLOCK | table.BOS_APART | table.GIVES_IDS


def test_causes_are_of_engines_that_are_there(table):
    found = table.causes()
    assert {cause.engine for cause in found} <= set(table.ENGINES)
    assert len({(cause.engine, cause.name) for cause in found}) == len(found)
    assert all(cause.why for cause in found)


def test_the_vocabularies_of_mistral_are_in_its_wheel(table):
    listed = table.mistral([])
    assert [name.split()[0] for name, _, _ in listed] == [one[0] for one in table.MISTRAL]
    assert all(artefact.path.is_file() for _, _, artefact in listed)
    assert len(table.mistral(["mistral-v3"])) == 1
