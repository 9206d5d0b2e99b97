import pytest

from evaluation.chat_engines.features import features
from tokparity.corpora.generators.conversations import conversation
from tokparity.reference_impl.chat.conversation import Conversation


@pytest.mark.parametrize(
    ("held", "found"),
    [
        pytest.param(Conversation(({"role": "user", "content": "a"},)), set(), id="plain"),
        pytest.param(Conversation(({},)), set(), id="nothing"),
        pytest.param(
            Conversation(({"role": "developer", "content": None},)),
            {"role developer", "content null"},
            id="role-and-null",
        ),
        pytest.param(
            Conversation(({"content": [{"type": "image"}, {"type": "text", "text": "a"}]},)),
            {"content in parts", "part image"},
            id="parts",
        ),
        pytest.param(
            Conversation(({"content": 5, "name": "x", "thinking": ""},)),
            {"content no text", "field name", "thoughts"},
            id="fields",
        ),
        pytest.param(
            Conversation(({"tool_calls": [{"name": "f"}, {"function": {"arguments": "{}"}}]},)),
            {"calls", "call without function", "arguments no object"},
            id="calls",
        ),
        pytest.param(
            Conversation(({"content": " a\0 <think>"},), tools=({"name": "f"},), documents=()),
            {
                *("white space at an end", "NUL", "thoughts in a text"),
                *("tools", "tool without function"),
            },
            id="texts-and-lists",
        ),
        pytest.param(
            Conversation(({"role": []},), None, None, True, "content", {"x": 1.5}),
            {
                *("role no text", "generation prompt", "gone on with: content"),
                *("variable x", "a fraction"),
            },
            id="the-request",
        ),
        pytest.param(
            Conversation(("a", {"tool_calls": 5})),  # type: ignore[arg-type]
            {"message no object", "calls"},
            id="shapes-that-are-wrong",
        ),
    ],
)
def test_features(held, found):
    assert features(held) == found


def test_every_generated_conversation_has_some():
    for number in range(300):
        assert all(isinstance(one, str) for one in features(conversation(0, number)))
