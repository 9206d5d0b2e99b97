import gguf
import pytest

from evaluation.chat_engines.engines.templates import template_for, templates_of
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import NoTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import chat_template

SAY = Conversation(({"role": "user"},))


def test_of_a_file_of_templates(artefact):
    held = Templates({"default": "a", "tool_use": "b"}, {"bos_token": "<s>"})
    found = templates_of(artefact("t.json", chat_template.to_json(held), "chat_template"))
    assert (found.sources, found.special_tokens) == (held.sources, held.special_tokens)
    assert template_for(found, SAY).source == "a"
    assert template_for(found, Conversation(SAY.messages, ({"name": "f"},))).source == "b"
    assert template_for(found, Conversation(SAY.messages, ())).source == "a"


def test_of_a_folder(tmp_path):
    (tmp_path / "chat_template.jinja").write_text("a")
    path = tmp_path / "tokenizer_config.json"
    path.write_text('{"eos_token": "</s>"}')
    found = templates_of(Artefact("m", "tokenizer_config.json", path, ""))
    assert (found.sources, found.special_tokens) == ({"default": "a"}, {"eos_token": "</s>"})


def test_of_a_gguf(tmp_path):
    path = tmp_path / "v.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("llama")
    writer.add_token_list(["<unk>", "<s>", "</s>"])
    writer.add_token_scores([0.0] * 3)
    writer.add_token_types([2, 3, 3])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template("{{ bos_token }}")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    found = templates_of(Artefact("v", "gguf", path, ""))
    assert found.special_tokens == {"bos_token": "<s>", "eos_token": "</s>"}
    assert template_for(found, SAY).source == "{{ bos_token }}"


def test_without_a_template_there_is_none_to_choose():
    with pytest.raises(NoTemplate):
        template_for(Templates(), SAY)
