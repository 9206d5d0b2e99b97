"""Masks against `return_assistant_tokens_mask` of transformers, over generated conversations."""

from dataclasses import replace

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tokparity.corpora.generators.conversations import conversation
from tokparity.oracles.adapters.huggingface_chat_template import apply_template
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import ChatError, NoMask, TemplateLimit
from tokparity.reference_impl.chat.generation import MOST, MarkedText, inside, mask
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.formats import load

HI = Conversation(({"role": "user", "content": "hé"}, {"role": "assistant", "content": "a b"}))
TURN = "<|im_start|>{{ m.role }}\n"
TEMPLATES = {
    "chatml": (
        "{% for m in messages %}" + TURN + "{% if m.role == 'assistant' %}"
        "{% generation %}{{ m.content }}<|im_end|>{% endgeneration %}"
        "{% else %}{{ m.content }}<|im_end|>{% endif %}\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    ),
    "thoughts": (
        "{%- for m in messages -%}" + TURN + "{%- generation -%}"
        "{% if m.thinking %}<think>{{ m.thinking }}</think>{% endif %}"
        "{%- for call in m.tool_calls or [] %}{{ call | tojson }}{% endfor %}"
        "{{ m.content }}{%- endgeneration -%}{%- endfor -%}"
    ),
    "macro": (
        "{% macro said(m) %}{{ m.role }}: {% generation %}{{ m.content }}{% endgeneration %}\n"
        "{% endmacro %}{% for m in messages %}{{ said(m) }}{% endfor %}"
    ),
    "set": (
        "{% for m in messages %}{% set text %}[{% generation %}{{ m.content }}{% endgeneration %}]"
        "{% endset %}{{ text }}{{ text }}{% endfor %}"
    ),
    "never written": (
        "{% for m in messages %}{% set text %}{% generation %}{{ m.content }}{% endgeneration %}"
        "{% endset %}{{ m.role }}{% endfor %}"
    ),
    "nested": (
        "{% for m in messages %}{% generation %}a {% generation %}{{ m.content }}"
        "{% endgeneration %}{% endgeneration %}b {% endfor %}"
    ),
    "white space": (
        "{% for m in messages %}{{ m.role }}{% generation %} {{ m.content }} {% endgeneration %}"
        "{% endfor %}"
    ),
    "empty": (
        "x {% generation %}{% endgeneration %}{% for m in messages %}{{ m.content }}"
        "{% generation %}{% endgeneration %}{% endfor %}"
    ),
    "first token": "{% generation %}{{ messages[0].content }}{% endgeneration %} and more",
    "first and empty": "{% generation %}{% endgeneration %}x{{ messages | length }}",
}
PARSED = EncodeOptions(add_special=False, parse_special=True)


def byte_level():
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.add_special_tokens(["<|im_start|>", "<|im_end|>", "<think>", "</think>"])
    return made


def words():
    """White space is in no token."""
    made = Tokenizer(models.WordLevel({"[UNK]": 0, "a": 1, "user": 2}, "[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return made


@pytest.fixture(scope="module", params=[byte_level, words])
def both(request, tmp_path_factory):
    """A tokenizer as the library loads it, and as the reference does."""
    from transformers import PreTrainedTokenizerFast

    path = tmp_path_factory.mktemp("model") / "tokenizer.json"
    path.write_text(request.param().to_str())
    native = PreTrainedTokenizerFast(tokenizer_file=str(path))
    return native, load(Artefact("own", "tokenizer.json", path, ""))


def theirs(native, held, source):
    """The mask, or None where the library raises."""
    flags = {"return_dict": True, "return_assistant_tokens_mask": True}
    try:
        rendered = apply_template(native, held, tokenize=True, chat_template=source, **flags)
        return tuple(rendered["assistant_masks"])
    except Exception:  # whatever a template makes Python raise
        return None


def ours(tokenizer, held, source):
    try:
        found = ChatTemplate(source).rendered(held)
        return mask(found.generation, tokenizer.encode(found.text, PARSED).offsets)
    except ChatError:
        return None


@pytest.mark.parametrize("name", TEMPLATES)
def test_masks_are_those_of_transformers(both, name):
    native, tokenizer = both
    marked = answered = 0
    for number in range(60):
        held = replace(conversation(5, number, ["<|im_end|>", "<think>"]), continued=None)
        expected = theirs(native, held, TEMPLATES[name])
        assert ours(tokenizer, held, TEMPLATES[name]) == expected, held
        answered += expected is not None
        marked += bool(expected) and any(expected)
    assert (answered > 30) == (name != "first and empty")
    if name in ("chatml", "thoughts", "macro", "set", "nested"):
        assert marked > 10


def test_characters():
    found = ChatTemplate(TEMPLATES["chatml"]).rendered(HI)
    ((start, end),) = found.generation
    assert found.text[start:end] == "a b<|im_end|>"
    assert found.text == ChatTemplate(TEMPLATES["chatml"]).render(HI)


def test_a_process_of_its_own_tells_the_same():
    with Renderer() as renderer:
        for name in TEMPLATES:
            template = ChatTemplate(TEMPLATES[name])
            assert renderer.rendered(template, HI) == template.rendered(HI)


def test_none_where_a_message_is_gone_on_with():
    held = replace(HI, continued="content")
    source = "{% for m in messages %}{% generation %}{{ m.content }}{% endgeneration %}{% endfor %}"
    assert ChatTemplate(source).rendered(held) == MarkedText("héa b")


def test_blocks_are_counted():
    source = "{% for i in range(N) %}{% generation %}{% endgeneration %}{% endfor %}x"
    assert len(ChatTemplate(source.replace("N", str(MOST))).rendered(HI).generation) == MOST
    with pytest.raises(TemplateLimit, match="more than 16384 generation blocks"):
        ChatTemplate(source.replace("N", str(MOST + 1))).rendered(HI)


def test_an_error_leaves_no_tracker_behind():
    with pytest.raises(ChatError):
        ChatTemplate("{% generation %}{{ raise_exception('no') }}{% endgeneration %}").rendered(HI)
    assert ChatTemplate("x").rendered(HI) == MarkedText("x")


def test_odd_ranges():
    offsets = ((0, 1), (1, 3), (4, 5))
    assert mask(((0, 1),), offsets) == (1, 1, 1)  # its last token is the first of all
    assert mask(((1, 4),), offsets) == (0, 1, 1)  # its last character is in no token
    assert mask(((3, 5), (0, 2)), offsets) == (0, 0, 0)  # its first is in none: nothing follows
    assert mask(((2, 2),), offsets) == (0, 1, 0)  # empty, inside a token
    assert mask(((4, 9),), offsets) == (0, 0, 1)
    with pytest.raises(NoMask, match="no mask of generation blocks: an empty generation block"):
        mask(((0, 0),), offsets)
    assert inside(((0, 1), (2, 9), (3, 9)), "abc") == ((0, 1), (2, 3))
