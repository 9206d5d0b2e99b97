import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.harness.artefacts.chat_warnings import (
    chat_ids,
    double_bos,
    forged,
    stops_that_disagree,
)
from tokparity.harness.artefacts.names import resolve
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.stop_tokens import Declared, StopTokens


@pytest.fixture
def made(tmp_path):
    """A byte-level tokenizer with <s> (special), <tool> and <z> (not); `bos`: puts <s> first."""

    def made(bos=True, truncation=None):
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
        tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.add_special_tokens(["<s>"])
        tokenizer.add_tokens(["<tool>", "<z>", "\n"])
        if bos:
            first = [("<s>", 256)]
            tokenizer.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=first)
        if truncation:
            tokenizer.enable_truncation(truncation)
        path = tmp_path / "tokenizer.json"
        tokenizer.save(str(path))
        return load(resolve(str(path)))

    return made


@pytest.mark.parametrize(
    ("bos", "text", "warned"),
    [(True, "<s>a", True), (True, "a<s>", False), (False, "<s>a", False), (True, "", False)],
)
def test_a_second_bos(made, bos, text, warned):
    said = list(double_bos(made(bos), text))
    assert bool(said) == warned
    assert all("begins with '<s>'" in one for one in said)


def test_ids_have_nothing_added_and_nothing_cut_off(made):
    assert chat_ids(made(), "<s>a") == (256, *made(False).encode("a").ids)
    assert len(chat_ids(made(truncation=3), "<s>abcdef")) == 7


def test_contents_that_write_control_tokens(made):
    template = ChatTemplate("{{ '<tool>\n' }}")
    conversation = Conversation(
        (
            {"role": "user", "content": "a\n"},
            {"role": "user<s>", "content": [{"type": "text", "text": "b<tool>c<s>"}]},
        ),
        ({"function": {"name": "<z>", "\n": "<s>"}},),
        ({"text": "<tool"},),
    )
    assert list(forged(conversation, made(), template, StopTokens())) == [
        "messages[1].role: its text holds the control token '<s>' (256)",
        "messages[1].content[0].text: its text holds the control token '<tool>' (257)",
        "messages[1].content[0].text: its text holds the control token '<s>' (256)",
        "tools[0].function.\\n: its text holds the control token '<s>' (256)",
    ]
    stops = StopTokens((Declared("config.json", (258,)),))
    assert "tools[0].function.name: its text holds the control token '<z>' (258)" in list(
        forged(conversation, made(), template, stops)
    )


def test_stop_tokens_that_disagree():
    stops = StopTokens(
        (Declared("a", (1, 9)), Declared("b", (1,)), Declared("c", (), "<e>")), {1: "x"}
    )
    assert list(stops_that_disagree(stops)) == [
        "stop tokens: c: no token is '<e>'",
        "stop tokens: 1 ('x') is named by a, b, not by c",
        "stop tokens: 9 (no token) is named by a, not by b, c",
    ]
    assert list(stops_that_disagree(StopTokens((Declared("a", (1,)),)))) == []
