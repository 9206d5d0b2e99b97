import json
import subprocess
import sys

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.corpora.chat_templates import chat_templates
from tokparity.harness.cli import main

HI = [{"role": "user", "content": "hé"}]
CHATML = chat_templates()["chatml"].source
PROMPT = "<|im_start|>user\nhé<|im_end|>\n<|im_start|>assistant\n"


@pytest.fixture
def model(tmp_path):
    """A folder with a tokenizer whose template is ChatML."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(["<|im_start|>", "<|im_end|>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        "<|im_start|> $A", special_tokens=[("<|im_start|>", 256)]
    )
    folder = tmp_path / "model"
    folder.mkdir()
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|im_end|>"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config | {"chat_template": CHATML}))
    return folder


@pytest.fixture
def chat(model, tmp_path, monkeypatch, capfdbinary):
    """Runs the command over messages: (code, stdout, lines of stderr)."""

    def chat(messages, *arguments, artefact=model):
        path = tmp_path / "messages.json"
        path.write_text(messages if isinstance(messages, str) else json.dumps(messages))
        given = ["chat", str(artefact), str(path), *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", ["tokparity", *given])
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfdbinary.readouterr()
        return ended.value.code, out.decode(), err.decode().splitlines()

    return chat


def test_the_text_as_it_is(chat):
    code, out, told = chat(HI, "--add-generation-prompt")
    assert (code, out) == (0, PROMPT)
    assert [line[:40] for line in told] == ["warning: the text begins with '<|im_star"]


def test_ids_are_those_of_the_library(chat, model):
    from transformers import AutoTokenizer

    theirs = AutoTokenizer.from_pretrained(str(model), local_files_only=True)
    ids = theirs.apply_chat_template(HI, add_generation_prompt=True)["input_ids"]
    code, out, _ = chat(HI, "--add-generation-prompt", "--ids")
    assert (code, out) == (0, " ".join(map(str, ids)) + "\n")


def test_all_of_it_as_json(chat, model):
    (model / "generation_config.json").write_text('{"eos_token_id": [257, 256]}')
    messages = [*HI, {"role": "assistant", "content": "a<|im_end|>"}]
    code, out, told = chat({"messages": messages}, "--continue-final-message", "--ids", "--json")
    assert code == 0
    said = json.loads(out)
    assert said["template"] == "default"
    assert said["text"] == PROMPT + "a<|im_end|>"
    assert said["ids"][-1] == 257
    assert said["stop_ids"] == [256, 257]
    assert [f"warning: {one}" for one in said["warnings"]] == told
    assert "messages[1].content: its text holds" in told[1]
    assert "stop tokens: 256 ('<|im_start|>') is named by generation_config.json" in told[2]


def test_many_warnings_are_counted(chat):
    messages = [{"role": "user", "content": "<|im_end|>"}] * 15
    _, out, told = chat(messages, "--json")
    assert len(json.loads(out)["warnings"]) == 16
    assert len(told) == 11
    assert told[-1] == "warning: and 6 more: --json shows them"


def test_a_template_by_name_and_that_for_tools(chat, model, tmp_path):
    (model / "chat_template.jinja").write_text("d")
    inner = model / "additional_chat_templates"
    inner.mkdir()
    (inner / "tool_use.jinja").write_text("{{ tools[0].name }}")
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name": "add"}]')
    assert chat(HI)[1] == "d"
    assert chat(HI, "--tools", tools)[1] == "add"
    assert chat(HI, "--tools", tools, "--template", "default")[1] == "d"
    assert chat({"messages": HI, "tools": [{"name": "x"}]})[1] == "x"


@pytest.mark.parametrize(
    ("messages", "arguments", "said"),
    [
        pytest.param("[", (), "is not JSON", id="no-json"),
        pytest.param("[]", (), "is empty", id="no-message"),
        pytest.param([{"role": "user"}], (), "the chat template fails: line", id="no-content"),
        pytest.param(HI, ("--template", "rag"), "is called 'rag'; there are 'default'", id="name"),
        pytest.param(HI, ("--tools", "/nowhere.json"), "cannot be read", id="no-file"),
        pytest.param([{"role": "a"}], ("--continue-final-message",), "no content", id="no-end"),
    ],
)
def test_bad_input_is_one_line(chat, messages, arguments, said):
    code, out, told = chat(messages, *arguments)
    assert (code, out, len(told)) == (2, "", 1)
    assert said in told[0]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        pytest.param("\n{% if %}", "is no Jinja: line 2:", id="syntax"),
        pytest.param("{{ raise_exception('a\nb') }}", "refuses: line 1: a\\nb", id="refuses"),
        pytest.param("{{ 'a' * 10**12 }}", "was stopped: it takes more than", id="memory"),
        pytest.param("{{ '\\ud800' }}", "lone surrogate", id="surrogate"),
    ],
)
def test_a_hostile_template_is_one_line(chat, model, source, said):
    (model / "chat_template.jinja").write_text(source)
    code, out, told = chat(HI)
    assert (code, out, len(told)) == (2, "", 1)
    assert said in told[0]


def test_two_ends_exclude_each_other(chat):
    code, _, told = chat(HI, "--add-generation-prompt", "--continue-final-message")
    assert code == 2
    assert "exclude each other" in told[-1]


def test_variables_of_the_template(chat, model):
    source = "{{ a }} {{ b | tojson }} {{ enable_thinking }} {{ messages | length }}"
    (model / "chat_template.jinja").write_text(source)
    given = {"messages": HI, "chat_template_kwargs": {"a": "file", "enable_thinking": True}}
    more = ["--variable", "enable_thinking=false", "--variable", 'b={"c": [1, "="]}']
    code, out, _ = chat(given, *more)
    assert (code, out) == (0, 'file {"c": [1, "="]} False 1')


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("a", "--variable 'a': is not NAME=JSON, or has no such NAME"),
        ("messages=[]", "--variable 'messages=[]': is not NAME=JSON"),
        ("a b=1", "is not NAME=JSON"),
        ("a=False", "--variable a: 'False' is no JSON"),
        ("a=NaN", "--variable a: 'NaN' is no JSON"),
        ("a=" + "[" * 100_000, "is no JSON"),
    ],
)
def test_what_is_no_variable(chat, variable, said):
    code, out, told = chat(HI, "--variable", variable)
    assert (code, out) == (2, "")
    assert said in told[-1]


def test_messages_from_stdin(model):
    code = f"import sys; sys.argv[1:] = ['chat', {str(model)!r}, '-']; main()"
    command = [sys.executable, "-c", f"from tokparity.harness.cli import main; {code}"]
    done = subprocess.run(
        command, input=json.dumps(HI), capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "<|im_start|>user\nhé<|im_end|>\n"


OWN = (
    "{% for m in messages %}<|im_start|>{% generation %}{{ m.content }}{% endgeneration %}"
    "<|im_end|>{% endfor %}"
)


def test_what_is_the_models_own(chat, model):
    (model / "chat_template.jinja").write_text(OWN)
    assert chat(HI * 2, "--generation")[:2] == (0, '12 14 "hé"\n36 38 "hé"\n')
    ids = chat(HI, "--ids")[1]
    code, out, _ = chat(HI, "--generation", "--ids")
    assert (code, out) == (0, f"{ids}0 1 1 0 0\n")  # of "é" the first id alone
    found = json.loads(chat(HI, "--generation", "--ids", "--json")[1])
    assert (found["generation"], found["mask"]) == ([[12, 14]], [0, 1, 1, 0, 0])


def test_a_template_without_blocks_is_told(chat):
    code, out, told = chat(HI, "--generation")
    assert (code, out) == (0, "")
    assert "warning: the chat template has no {% generation %} block: nothing is known" in told[0]


def test_a_message_to_go_on_with_has_no_mask(chat):
    code, out, told = chat(HI, "--generation", "--continue-final-message")
    assert (code, out) == (2, "")
    assert told[-1].endswith("--generation and --continue-final-message exclude each other")


def test_a_template_by_itself(chat, model):
    path = model / "other.jinja"
    path.write_text("{{ eos_token }}{{ messages[0].content }}")
    (model / "chat_template.jinja").write_text("the model's own")
    code, out, told = chat(HI, artefact=path)
    assert (code, out, told) == (0, "<|im_end|>hé", [])
    found = json.loads(chat(HI, "--json", artefact=path)[1])
    assert found == {"template": "default", "text": "<|im_end|>hé", "warnings": []}
    code, _, told = chat(HI, "--ids", artefact=path)
    assert (code, told[-1]) == (2, "Error: a template alone has no ids: name the model's folder")
