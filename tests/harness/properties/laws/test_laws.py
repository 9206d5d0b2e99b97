"""Twenty templates, each with one mistake: the law that it breaks, its cause, and how little it
takes."""

import json
from dataclasses import replace

import pytest

from tokparity.corpora.generators.chats import chats
from tokparity.harness.properties.laws.laws import LAWS, broken, smallest
from tokparity.harness.properties.laws.talk import Talk
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.formats.stop_tokens import Declared, StopTokens
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

END, STOP = 300, StopTokens((Declared("x", (300,)),), {300: "<|end|>"})
LETTERS = {BYTE_TO_CHAR[byte]: byte for byte in range(256)}


def tokenizer(*merged):
    """Bytes, and the end of a message; what is `merged` is one token."""
    vocab = LETTERS | {"".join(pair): 256 + at for at, pair in enumerate(merged)}
    pairs = {vocab[a] << 32 | vocab[b]: rank for rank, (a, b) in enumerate(merged)}
    model = BPE(vocab, pairs, [256 + at for at in range(len(merged))])
    cut = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    added = (AddedToken(END, "<|end|>", special=True),)
    return Tokenizer(model, added, pre_tokenizer=cut, decoder=ByteLevelDecoder())


HEAD = "{{ '<|' + m.role + '|>' }}"
PROMPT = "{% if add_generation_prompt %}<|assistant|>{% endif %}"
RIGHT = "{% for m in messages %}" + HEAD + "{{ m.content }}<|end|>{% endfor %}" + PROMPT
MARKED = (
    "{% for m in messages %}" + HEAD + "{% if m.role == 'assistant' %}{% generation %}"
    "{{ m.content }}<|end|>{% endgeneration %}{% else %}{{ m.content }}<|end|>{% endif %}"
    "{% endfor %}" + PROMPT
)
LAST = "{% if loop.last %}%s{% endif %}"
CALLS = "{% for c in m.tool_calls or [] %}{{ c.function.arguments|tojson }}{% endfor %}"


def talk(source, *merged, vocabulary=True):
    made = Talk(Templates({"default": source}), ChatTemplate.rendered, tokenizer(*merged), STOP)
    return made if vocabulary else replace(made, tokenizer=None)


def said(*messages, **more):
    turns = [{"role": role, "content": text} for role, text in messages]
    return Conversation(tuple(turns), **more)


THREE = said(("user", "What?"), ("assistant", "Yes."), ("user", "Why?"), ("assistant", "So."))


@pytest.mark.parametrize("source", [RIGHT, MARKED])
def test_a_template_without_a_mistake(source):
    held = talk(source)
    for text in chats(0, "x", "laws", 0, 200, ()):
        assert [*broken(held, Conversation.from_text(text))] == []


def in_last(text):
    return RIGHT.replace("{{ m.content }}", LAST.replace("%s", text) + "{{ m.content }}")


THINKS = "{% if m.thinking and loop.last %}<think>{{ m.thinking }}</think>{% endif %}"
MISTAKES = {
    "thoughts go": (
        RIGHT.replace("{{ m.content }}", THINKS + "{{ m.content }}"),
        ("append-only", "thoughts of earlier replies are taken out"),
    ),
    "thoughts within the content go": (
        RIGHT.replace(
            "{{ m.content }}", "{{ m.content if loop.last else m.content.split('</think>')[-1] }}"
        ),
        ("append-only", "thoughts of earlier replies are taken out"),
    ),
    "empty thought": (
        in_last("{% if m.role == 'assistant' %}<think>\n\n</think>{% endif %}"),
        ("append-only", "'<think>\\n\\n</think>' is not there later"),
    ),
    "tools stand last": (
        in_last("{% if tools %}{{ tools|tojson }}{% endif %}"),
        ("append-only", "tools stand beside the last message"),
    ),
    "documents stand last": (
        in_last("{% if documents %}{{ documents|tojson }}{% endif %}"),
        ("append-only", "documents stand beside the last message"),
    ),
    "system message moves": (
        "{% set ns = namespace(s='') %}{% for m in messages %}{% if m.role == 'system' %}"
        "{% set ns.s = m.content %}{% endif %}{% endfor %}{% for m in messages %}"
        "{% if m.role != 'system' %}" + HEAD + "{% if loop.last %}{{ ns.s }}{% endif %}"
        "{{ m.content }}<|end|>{% endif %}{% endfor %}" + PROMPT,
        ("append-only", "the system message stands elsewhere later"),
    ),
    "return token": (
        RIGHT.replace("<|end|>", "{% if loop.last %}<|return|>{% else %}<|end|>{% endif %}"),
        ("append-only", "'<|return|>' ends the last message alone"),
    ),
    "end of text": (
        RIGHT + "{% if not add_generation_prompt %}<|endoftext|>{% endif %}",
        ("append-only", "'<|endoftext|>' ends the last message alone"),
    ),
    "another prompt": (
        RIGHT.replace("<|assistant|>{% endif %}", "<|assistant|><think>{% endif %}"),
        ("append-only", "the generation prompt is not how a reply begins"),
    ),
    "trimmed later": (
        RIGHT.replace("{{ m.content }}", "{{ m.content if loop.last else m.content|trim }}"),
        ("append-only", "white space around a message goes later"),
    ),
    "calls go": (
        RIGHT.replace(
            "{{ m.content }}", "{{ m.content }}{% if loop.last %}" + CALLS + "{% endif %}"
        ),
        ("append-only", "calls of tools are written otherwise later"),
    ),
    "trimmed": (
        RIGHT.replace("{{ m.content }}", "{{ m.content|trim }}"),
        ("token-stable", "white space around the reply is taken away"),
    ),
    "written in front": (
        RIGHT.replace(
            "{{ m.content }}", "{% if m.role == 'assistant' %}>> {% endif %}{{ m.content }}"
        ),
        ("token-stable", "'>> ' stands before the reply, which the model did not generate"),
    ),
    "other letters": (
        RIGHT.replace("{{ m.content }}", "{{ m.content|upper }}"),
        ("token-stable", "the reply is written otherwise"),
    ),
    "no stop token": (
        RIGHT.replace("<|end|>", "<|eot|>"),
        ("token-stable", "a reply ends with '<|eot|>', which is no stop token"),
    ),
    "sorted arguments": (
        RIGHT.replace(
            "{{ m.content }}",
            "{{ m.content }}" + CALLS.replace("arguments|", "arguments|dictsort|"),
        ),
        ("token-stable", "keys of a tool's arguments are sorted"),
    ),
    "nothing marked": (
        MARKED.replace(
            "{% if m.role == 'assistant' %}{% generation %}", "{% if false %}{% generation %}"
        ),
        ("loss mask", "nothing is marked"),
    ),
    "all marked": (
        MARKED.replace("m.role == 'assistant'", "true"),
        ("loss mask", "words of another than the model are marked"),
    ),
    "stop token not marked": (
        MARKED.replace("<|end|>{% endgeneration %}", "{% endgeneration %}<|end|>"),
        ("loss mask", "the stop token '<|end|>' is not marked"),
    ),
    "last reply alone marked": (
        MARKED.replace("m.role == 'assistant'", "m.role == 'assistant' and loop.last"),
        ("loss mask", "words of the model are not marked"),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_named_and_shown_in_three_messages(name):
    source, expected = MISTAKES[name]
    held = talk(source)
    found = {}
    for text in chats(0, "x", "laws", 0, 300, ()):
        conversation = Conversation.from_text(text)
        for wrong in broken(held, conversation):
            found.setdefault((wrong.law, wrong.cause), (conversation, wrong))
    assert expected in found
    small, again = smallest(held, *found[expected])
    assert (again.law, again.cause) == expected
    assert len(small.messages) <= 3
    assert len(json.dumps(small.to_json())) < 400


def test_there_are_twenty():
    assert len(MISTAKES) == 20
    assert {law for _, (law, _) in MISTAKES.values()} == {*LAWS}


def test_the_first_message_and_what_it_costs():
    ends = "{% if m.role == 'assistant' and loop.last %}<|return|>{% endif %}"
    source = RIGHT.replace("{{ m.content }}", "{{ m.content }}" + ends)
    found = {one.law: one for one in broken(talk(source), THREE)}
    wrong = found["append-only"]
    cost = "everything from there on is read anew with message 2"
    assert (wrong.message, wrong.cost) == (1, cost)


@pytest.mark.parametrize(
    ("merged", "law", "cause"),
    [
        ((">", "S"), "token-stable", "a token goes over the beginning of the reply"),
        ((".", "\u010a"), "token-stable", "a token goes over the end of the reply"),
    ],
)
def test_tokens_over_a_seam(merged, law, cause):
    source = RIGHT.replace("<|end|>", "\n<|end|>") if "\u010a" in merged else RIGHT
    stop = StopTokens((Declared("x", (END,)),), {END: "\n<|end|>"}) if "\u010a" in merged else STOP
    held = replace(talk(source, merged), stops=stop)
    assert (law, cause) in [(one.law, one.cause) for one in broken(held, THREE)]
    assert [*broken(replace(held, tokenizer=None), THREE)] == []


def test_a_prompt_whose_last_token_changes():
    held = talk(RIGHT, (">", "S"))
    assert any(one.cause == "a token goes over the end of it" for one in broken(held, THREE))


TURN = "{% generation %}{{ m.content }}<|end|>{% endgeneration %}"
MARKS = {
    "the header": (
        MARKED.replace(HEAD, "").replace(TURN, "{% generation %}>> {{ m.content }}<|end|>"
                                               "{% endgeneration %}"),
        "'>>' before a reply is marked",
    ),
    "a footer": (
        MARKED.replace("<|end|>{% endgeneration %}", "<|end|>\n#footer#{% endgeneration %}"),
        "'#footer#' behind a reply is marked",
    ),
    "the next header": (
        MARKED.replace("<|end|>{% endgeneration %}", "<|end|><|user|>{% endgeneration %}"),
        "'<|user|>' behind a reply is marked",
    ),
    "white space": (MARKED.replace("<|end|>{% endgen", "<|end|>\n{% endgen"), None),
    "a thought": (MARKED.replace(TURN, TURN.replace("{{", "<think></think>{{")), None),
    "words in capitals": (MARKED.replace("m.content", "m.content|upper"), None),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKS)
def test_what_is_marked_beside_a_reply(name):
    source, cause = MARKS[name]
    found = LAWS["loss mask"](talk(source), THREE)
    if name == "words in capitals":
        assert found == "not asked"
    else:
        assert (found if cause is None else found.cause) == (cause or "holds")


def test_calls_that_are_none_are_no_reason_to_end():
    odd = {"role": "assistant", "content": "yo", "tool_calls": 5}
    shown = Conversation(({"role": "user", "content": "hi"}, odd))
    assert [*broken(talk(RIGHT), shown)] == []


@pytest.mark.parametrize("law", LAWS)
def test_of_what_is_refused_nothing_holds(law):
    refuses = MARKED + "{{ raise_exception('no') }}"
    assert LAWS[law](talk(refuses), THREE) == "not asked"
    assert LAWS[law](talk(MARKED), THREE) == "holds"
    assert LAWS[law](talk(MARKED), said(("user", "What?"), ("user", "Why?"))) == (
        "holds" if law == "append-only" else "not asked"
    )


def test_a_text_is_rendered_once():
    rendered = []

    def counted(template, conversation, now):
        rendered.append(conversation)
        return template.rendered(conversation, now)

    held = replace(talk(RIGHT), marked=counted)
    assert [*broken(held, said(*[(("user", "assistant")[at % 2], "x") for at in range(20)]))] == []
    assert len(rendered) <= 2 * 20


def test_what_a_template_refuses_is_not_asked():
    source = "{% if messages|length > 2 %}{{ raise_exception('no') }}{% endif %}" + RIGHT
    assert [*broken(talk(source), THREE)] == []


def test_without_blocks_there_is_no_mask():
    assert LAWS["loss mask"](talk(RIGHT), THREE) == "not asked"
