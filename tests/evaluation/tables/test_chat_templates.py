import importlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators.conversations import conversation
from tokparity.harness.artefacts.names import resolve
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats import load

ROOT = Path(__file__).parents[3]
CONVERSATIONS = 500


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        yield importlib.import_module("evaluation.tables.chat_templates")


@pytest.fixture(scope="module")
def native(table):
    return table.Native()


@pytest.mark.parametrize("name", chat_templates())
def test_every_template_is_rendered_as_by_the_library(table, native, name):
    row = table.compare(name, chat_templates()[name], native, CONVERSATIONS, seed=0)
    assert row.differing == 0, (row.smallest, row.answers)
    assert row.equal > CONVERSATIONS / 5
    assert row.equal + row.refused == row.cases == CONVERSATIONS


def otherwise(change):
    """The reference with a defect: `change` of the template, the conversation or the text."""

    def make(table):
        def render(template, held):
            text = table.reference(*change(template, held)[:2])
            return change(template, held)[2](text)

        return render

    return make


def of_source(old, new):
    return otherwise(
        lambda template, held: (
            replace(template, source=template.source.replace(old, new)),
            held,
            str,
        )
    )


def of_messages(change):
    return otherwise(
        lambda template, held: (
            template,
            replace(held, messages=tuple(change(one) for one in held.messages)),
            str,
        )
    )


def without_thoughts(message):
    return {name: value for name, value in message.items() if name != "reasoning"}


DEFECTS = [
    pytest.param("qwen3", of_source("tojson", "string"), id="no-json"),
    pytest.param("internlm", of_source(", sort_keys=True", ""), id="keys-as-they-come"),
    pytest.param("chatml", otherwise(lambda t, h: (t, h, str.rstrip)), id="text-stripped"),
    pytest.param("gpt-oss", of_messages(without_thoughts), id="one-name-of-thoughts"),
    pytest.param(
        "llama3",
        otherwise(lambda t, h: (t, replace(h, continued=None), str)),
        id="never-gone-on-with",
    ),
    pytest.param("mistral-v7", of_source("and assistant", "or assistant"), id="what-is-raised"),
    pytest.param(
        "llama3.1-tools",
        otherwise(lambda t, h: (t, h, lambda text: text.replace("Feb", "feb"))),
        id="the-date",
    ),
    pytest.param(
        "yi", of_source("{% endif %}{% endfor %}", "{% endif %} \n{% endfor %}"), id="a-space-more"
    ),
]


@pytest.mark.parametrize(("name", "defect"), DEFECTS)
def test_a_fault_is_found_and_made_small(table, native, name, defect):
    row = table.compare(name, chat_templates()[name], native, 500, 0, defect(table))
    assert row.differing > 0
    assert len(json.dumps(row.smallest.to_json())) < 350
    assert row.answers[0] != row.answers[1]


@pytest.mark.parametrize("option", ["trim_blocks", "lstrip_blocks", "extensions"])
def test_another_environment_is_found(table, native, monkeypatch, option):
    from tokparity.reference_impl.chat import environment

    class Other(environment.ImmutableSandboxedEnvironment):
        def __init__(self, **given):
            assert option in given
            super().__init__(**{k: v for k, v in given.items() if k != option})

    environment.compiled.cache_clear()
    monkeypatch.setattr(environment, "ImmutableSandboxedEnvironment", Other)
    found = [
        table.compare(name, template, native, 20, 0).differing
        for name, template in chat_templates().items()
    ]
    environment.compiled.cache_clear()
    assert sum(found) > 0


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """A tokenizer that has every mark of every template, and puts a bos before a text."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(
        [*dict.fromkeys(mark for one in chat_templates().values() for mark in marks(one))]
    )
    bos = tokenizer.token_to_id("<s>")
    tokenizer.post_processor = processors.TemplateProcessing(
        "<s> $A", special_tokens=[("<s>", bos)]
    )
    path = tmp_path_factory.mktemp("encoder") / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@pytest.mark.parametrize("name", chat_templates())
def test_the_ids_are_those_of_the_library(table, encoder, name):
    from transformers import PreTrainedTokenizerFast

    template = chat_templates()[name]
    theirs = PreTrainedTokenizerFast(tokenizer_file=str(encoder), **template.special_tokens)
    theirs.chat_template = template.source
    ours, compared = load(resolve(str(encoder))), 0
    for number in range(60):
        held = conversation(1, number, marks(template))
        text = table.answer(table.reference, template, held)
        if not isinstance(text, str):
            continue
        with table.fixed_clock():
            ids = table.apply_template(theirs, held, tokenize=True)["input_ids"]
        assert list(ours.encode(text, EncodeOptions(add_special=False)).ids) == ids
        compared += 1
    assert compared > 5


def test_the_table(table, capsys, tmp_path):
    path = tmp_path / "a.jinja"
    path.write_text("{{ messages[0].content }}")
    assert table.main(["--conversations", "5", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["template", "asked"]
    assert lines[1].split()[:2] == [str(path), "5"]
    assert lines[2].split()[:3] == ["in", "all", "5"]


def test_what_differs_is_printed_and_the_exit_code_is_one(table, capsys, monkeypatch):
    monkeypatch.setattr(
        table, "templates_of", lambda names: [("a", ChatTemplate("{{ messages[0].content }}"))]
    )
    monkeypatch.setattr(table.Native, "__call__", lambda self, template, held: "other")
    assert table.main(["--conversations", "2"]) == 1
    out = capsys.readouterr().out
    assert "    library: 'other'" in out
    shown = next(line for line in out.splitlines() if line.startswith("    {"))
    assert Conversation.from_json(json.loads(shown))
