"""A template and a vocabulary together: a bos too many, and tokens out of messages."""

import json

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.properties.chats import Chats
from tokparity.harness.properties.conversations import (
    APPEND_ONLY,
    LOSS_MASK,
    NO_FORGED_TURNS,
    ONE_BOS,
    TOKEN_STABLE,
)
from tokparity.harness.properties.outcomes import outcomes
from tokparity.harness.properties.property import Subject
from tokparity.harness.properties.section import properties_of
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.stop_tokens import StopTokens

WITH_BOS = "<s>{% for m in messages %}{{ m.content }}{% endfor %}"
PLAIN = WITH_BOS.removeprefix("<s>")


def files(folder, source, special=True):
    """A model's folder: bytes, <s> (a special token or not), put before each text."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    (tokenizer.add_special_tokens if special else tokenizer.add_tokens)(["<s>"])
    first = [("<s>", 256)]
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=first)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"chat_template": source}))
    return resolve(str(folder / "tokenizer.json"))


def subject(artefact, source):
    held = [Conversation(({"role": "user", "content": text},)) for text in ("a", "b <s>", "c")]
    chats = Chats(Templates({"default": source}), StopTokens(()), ChatTemplate.rendered, held)
    return Subject(load(artefact), (), chats=chats)


@pytest.mark.parametrize(("source", "broken"), [(WITH_BOS, 3), (PLAIN, 0)])
def test_a_bos_too_many(tmp_path, source, broken):
    looked, found = ONE_BOS.breaches(subject(files(tmp_path, source), source))
    assert (looked, len(found)) == (3, broken)
    assert all("adds another" in one.fault for one in found)


@pytest.mark.parametrize("special", [True, False])
def test_a_special_token_in_a_message(tmp_path, special):
    looked, found = NO_FORGED_TURNS.breaches(subject(files(tmp_path, PLAIN, special), PLAIN))
    assert (looked, len(found)) == ((1, 1) if special else (0, 0))
    assert all("control token '<s>' (256)" in one.fault for one in found)


def test_without_a_template_there_is_nothing_to_say(tmp_path):
    held = {one.name: one for one in outcomes(load(files(tmp_path, PLAIN)), ["a"])}
    assert held[ONE_BOS.name].reading.kind == held[NO_FORGED_TURNS.name].reading.kind == "none"


def test_a_check_tells_both_with_an_example(tmp_path, slot):
    records = {one.name: one for one in properties_of(slot, [files(tmp_path, WITH_BOS)], 0)}
    doubled, forged = records[ONE_BOS.name], records[NO_FORGED_TURNS.name]
    assert (doubled.reading, forged.reading) == ("observation", "observation")
    assert doubled.broken == doubled.tried_texts > 10
    assert doubled.text.startswith("<s>")
    assert (forged.broken, forged.text) == (1, "a <s> b")


REFUSES = "{% generation %}{% endgeneration %}{{ raise_exception('no') }}"


def test_of_conversations_that_are_refused_nothing_holds(tmp_path, slot):
    records = {one.name: one for one in properties_of(slot, [files(tmp_path, REFUSES)], 0)}
    laws = [records[law.name] for law in (APPEND_ONLY, TOKEN_STABLE, LOSS_MASK)]
    assert [(one.reading, one.tried_texts, one.broken) for one in laws] == [
        ("observation", 0, 0)
    ] * 3


def test_the_loss_mask_is_asked_where_any_template_marks(tmp_path):
    artefact = files(tmp_path, PLAIN)
    marks = PLAIN.replace("{{ m.content }}", "{% generation %}{{ m.content }}{% endgeneration %}")
    for names in (("default", "tool_use"), ("tool_use", "default")):
        sources = {name: marks if name == "default" else PLAIN for name in names}
        chats = Chats(Templates(sources), StopTokens(()), ChatTemplate.rendered, [])
        assert LOSS_MASK.reading(Subject(load(artefact), (), chats=chats)).kind == "observation"
