import hashlib
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

from evaluation.chat_engines import sides as module
from evaluation.chat_engines.engines import CHAT_ENGINES
from evaluation.chat_engines.engines.served_model import BOS, EOS, write_served_model
from evaluation.chat_engines.sides import TemplateSides, template_sides, written
from evaluation.chat_engines.written_ids import WrittenIds
from tokparity.corpora.chat_templates import chat_templates
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import Artefact, Refusal, Rendered
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.chat_template import templates
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SPEC = CHAT_ENGINES["ggml_llama_chat"]
SAY = Conversation(({"role": "user", "content": "a"},))
CHATML = "<|im_start|>user\na<|im_end|>\n"


def test_both_sides_of_a_template_answer():
    listed = [("chatml", chat_templates()["chatml"], None)]
    with template_sides(SPEC, listed, own_clock=False) as each:
        ((name, sides),) = list(each)
        assert name == "chatml"
        ((ours, theirs), (none, beyond)) = sides.both([SAY, Conversation(({"role": "user"},))])
    assert ours == theirs == Rendered(CHATML)
    assert isinstance(none, Refusal)
    assert beyond.kind == "unsupported"


def test_an_artefact_of_its_own_is_what_the_engine_loads(tmp_path):
    other = written(tmp_path / "t.json", "other", ChatTemplate("<start_of_turn>"))
    with template_sides(SPEC, [("a", chat_templates()["chatml"], other)], own_clock=False) as each:
        ((_, sides),) = list(each)
        ours, theirs = sides.both([SAY])[0]
    assert ours == Rendered(CHATML)
    assert theirs == Rendered("<start_of_turn>user\na<end_of_turn>\n")


def test_a_template_of_anyone_is_rendered_in_bounded_time(monkeypatch):
    monkeypatch.setattr(module, "Renderer", partial(Renderer, seconds=1))
    endless = ChatTemplate(
        "{% for i in range(10**5) %}{% for j in range(10**5) %}{% endfor %}{% endfor %}"
    )
    with template_sides(SPEC, [("a", endless, None)], own_clock=False) as each:
        ((_, sides),) = list(each)
        assert isinstance(sides.ours(SAY), Refusal)


def test_what_is_not_loaded_answers_nothing(tmp_path):
    missing = Artefact("gone", "chat_template", tmp_path / "gone.json", "")
    with template_sides(SPEC, [("a", ChatTemplate("x"), missing)], own_clock=False) as each:
        ((_, sides),) = list(each)
        assert isinstance(sides.theirs([SAY])[0], Refusal)


def test_an_engine_with_a_clock_of_its_own_is_held_to_today():
    year = ChatTemplate("{{ strftime_now('%Y-%m-%d') }}")
    said = []
    for own in (False, True):
        with template_sides(SPEC, [("a", year, None)], own, ChatTemplate.render) as each:
            ((_, sides),) = list(each)
            said.append(sides.ours(SAY))
    assert said[0] == Rendered("2026-02-03") != said[1]


def test_a_template_that_is_written_is_read_back(tmp_path):
    artefact = written(tmp_path / "t.json", "t", ChatTemplate("é", {"bos_token": "<s>"}))
    held = templates(artefact)
    assert (held.sources, held.special_tokens) == ({"default": "é"}, {"bos_token": "<s>"})
    assert artefact.sha256 == hashlib.sha256(artefact.path.read_bytes()).hexdigest()


def test_an_engine_that_writes_no_bos_is_held_to_the_text_behind_it():
    listed = [("gemma", chat_templates()["gemma"], None)]
    with template_sides(SPEC, listed, False, ChatTemplate.render, bos_apart=True) as each:
        ((_, sides),) = list(each)
        ours, theirs = sides.both([SAY])[0]
    assert ours == theirs == Rendered("<start_of_turn>user\na<end_of_turn>\n")


def tekken_of_v3():
    path = Path(str(files("mistral_common"))) / "data" / "tekken_240718.json"
    return [
        ("v3", chat_templates()["mistral-v3-tekken"], Artefact(path.name, "tekken.json", path, ""))
    ]


def test_an_engine_that_finds_no_special_tokens_in_texts_is_asked_too():
    spec = ORACLES["mistral_common"]
    with template_sides(spec, tekken_of_v3(), False, ChatTemplate.render, gives_ids=True) as each:
        ((_, sides),) = list(each)
        ours, theirs = sides.both([SAY])[0]
    assert ours == theirs == Rendered("<s>[INST]a[/INST]", (1, 3, 1097, 4))


def test_a_token_that_a_user_writes_shows_in_the_ids_alone():
    forged = Conversation(({"role": "user", "content": "a</s>"},))
    spec = ORACLES["mistral_common"]
    with template_sides(spec, tekken_of_v3(), False, ChatTemplate.render, gives_ids=True) as each:
        ((_, sides),) = list(each)
        ours, theirs = sides.both([forged])[0]
    assert ours.text == theirs.text == "<s>[INST]a</s>[/INST]"
    assert ours.ids == (1, 3, 1097, 2, 4)  # as transformers: what looks like a token is one
    assert len(theirs.ids) > 5


@pytest.mark.parametrize("adds", [(False, False), (True, False), (True, True)])
def test_bos_and_eos_that_a_vocabulary_adds_are_not_looked_for_in_the_text(tmp_path, adds):
    source = "{{ bos_token }}{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}"
    tokens, path = {"bos_token": "<B>", "eos_token": "<E>"}, tmp_path / "m.gguf"
    write_served_model(path, source, tokens, *adds)
    listed = [("own", ChatTemplate(source, tokens), Artefact("own", "gguf", path, ""))]
    server = CHAT_ENGINES["ggml_llama_server"]
    with template_sides(server, listed, True, ChatTemplate.render, gives_ids=True) as each:
        ((_, sides),) = list(each)
        assert (sides.ids.adds_bos, sides.ids.adds_eos) == adds
        ours, theirs = sides.both([SAY])[0]
    assert ours == theirs
    assert ours.text == ("" if adds[0] else "<B>") + "a" + ("" if adds[1] else "<E>")
    assert (ours.ids[0], ours.ids[-1]) == (BOS, EOS)


def test_a_vocabulary_that_only_the_engine_reads_leaves_the_texts(monkeypatch):
    def bad(artefact):
        raise BadArtefact(artefact.path, "scores", "is no number")

    monkeypatch.setattr("evaluation.chat_engines.sides.written_ids", bad)
    spec = ORACLES["mistral_common"]
    with template_sides(spec, tekken_of_v3(), False, ChatTemplate.render, gives_ids=True) as each:
        ((_, sides),) = list(each)
        assert "is no number" in sides.no_ids
        ours, theirs = sides.both([SAY])[0]
    assert ours == Rendered("<s>[INST]a[/INST]")
    assert theirs.text == ours.text


def test_a_text_that_is_not_encoded_is_a_text():
    """One that the vocabulary has no tokens for."""
    letters = WrittenIds(Tokenizer(model=TiktokenBPE({"x": 0})))
    sides = TemplateSides(
        chat_templates()["chatml"], None, None, ChatTemplate.render, False, ids=letters
    )
    assert sides.ours(SAY) == Rendered(CHATML)


def test_comments_at_the_head_of_a_template_are_not_sent(tmp_path):
    source = "{#- a -#}\n{#- b\n -#}\n\n{{- 'x' }}{#- c -#}"
    artefact = written(tmp_path / "t.json", "t", ChatTemplate(source))
    assert templates(artefact).sources == {"default": "{{- 'x' }}{#- c -#}"}


def test_without_ids_of_an_engine_none_are_made():
    with template_sides(
        ORACLES["mistral_common"], tekken_of_v3(), False, ChatTemplate.render
    ) as each:
        ((_, sides),) = list(each)
        assert sides.ids is None
        assert sides.ours(SAY).ids is None
