"""Conversations of any shape are shown."""

import json

from tokparity.reports.views.html.conversation import Turn, conversation_view


def test_fields_beside_role_and_content_are_shown_as_json():
    call = {"function": {"name": "é"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    view = conversation_view(json.dumps({"messages": [message]}))
    rest = (("content", "null"), ("tool_calls", '[{"function": {"name": "é"}}]'))
    assert view.turns == (Turn("assistant", None, rest),)


def test_messages_of_any_shape_are_shown():
    messages = [5, {}, {"role": 1, "content": ["a"]}]
    view = conversation_view(json.dumps({"messages": messages}))
    assert view.turns == (
        Turn("", None, (("", "5"),)),
        Turn("", None, ()),
        Turn("", None, (("role", "1"), ("content", '["a"]'))),
    )


def test_what_is_by_default_is_left_out():
    held = {"messages": [], "tools": None, "continued": None, "add_generation_prompt": True}
    assert conversation_view(json.dumps(held | {"variables": {}})).options == (
        ("add_generation_prompt", "true"),
    )
