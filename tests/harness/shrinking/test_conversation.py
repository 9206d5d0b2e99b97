import pytest

from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators.conversations import conversation
from tokparity.harness.shrinking.conversation import shrink_conversation
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.template import ChatTemplate


def rendered(template, held):
    try:
        return template.render(held)
    except ChatError:
        return None


def faulty(name, old, new):
    """A defect of a template, and whether a conversation shows it."""
    right = chat_templates()[name]
    assert old in right.source
    wrong = ChatTemplate(right.source.replace(old, new), right.special_tokens)
    return right, lambda held: rendered(right, held) != rendered(wrong, held)


@pytest.mark.parametrize(
    ("name", "old", "new", "smallest"),
    [
        pytest.param(
            "llama3",
            "| trim",
            "",
            [{"messages": [{"content": " "}]}, {"messages": [{"content": " ", "role": ""}]}],
            id="white-space-kept",
        ),
        pytest.param(
            "qwen2.5",
            '\'\\n<tool_call>\\n{"name"',
            '\'<tool_call>\\n{"name"',
            None,
            id="a-line-end-lost",
        ),
        pytest.param("internlm", "ensure_ascii=True", "ensure_ascii=False", None, id="not-escaped"),
        pytest.param("chatml", "assistant\\n", "assistant", None, id="prompt"),
    ],
)
def test_a_fault_is_shown_by_little(name, old, new, smallest):
    right, shows = faulty(name, old, new)
    found = next(
        held
        for held in (conversation(3, number, marks(right)) for number in range(2000))
        if len(held.messages) > 2 and shows(held)
    )
    small = shrink_conversation(found, shows)
    assert shows(small)
    assert len(small.messages) == 1
    assert len(str(small.to_json())) < 260
    if smallest is not None:
        assert {"messages": list(small.messages)} in smallest
    if name == "chatml":
        assert small == Conversation(({"role": "", "content": ""},), add_generation_prompt=True)
    if name == "internlm":
        assert small.messages == ({"role": "", "content": ""},)
        ((name, text),) = small.tools[0].items()
        assert len(name) + len(text) < 20
        assert not (name + text).isascii()


def test_nothing_more_can_be_left_out():
    def fails(held):
        roles = [message.get("role") for message in held.messages]
        last = str(held.messages[-1].get("content"))
        return len(roles) >= 2 and roles[0] == "tool" and "<x>" in last and bool(held.tools)

    long = [{"role": "tool", "content": "abc", "name": "n"}] * 9
    found = Conversation(
        (*long, {"role": "user", "content": "before <x> after", "tool_calls": [{"a": 1}]}),
        ({"type": "function"}, {"type": "other"}),
        ({"text": "a"},),
        True,
        None,
        {"enable_thinking": True},
    )
    small = shrink_conversation(found, fails)
    assert small == Conversation(({"role": "tool"}, {"content": "<x>"}), ({},))


def test_it_ends_when_the_budget_does():
    asked = []

    def fails(held):
        asked.append(held)
        return "x" in str(held.messages)

    found = Conversation(tuple({"role": "user", "content": f"{n} x"} for n in range(50)))
    small = shrink_conversation(found, fails, budget=CandidateBudget(10))
    assert len(asked) == 10
    assert "x" in str(small.messages)
