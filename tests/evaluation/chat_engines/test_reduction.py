import json

from evaluation.chat_engines.reduction import reduce_conversation
from tokparity.corpora.generators.conversations import conversation
from tokparity.reference_impl.chat.conversation import Conversation


def holding(predicate):
    return lambda many: [predicate(one) for one in many]


def has_tool(held):
    return any("tool_calls" in one for one in held.messages)


def test_what_is_left_holds_and_nothing_can_go():
    found = next(one for one in (conversation(0, n) for n in range(200)) if has_tool(one))
    small = reduce_conversation(found, holding(has_tool), 200)
    assert len(small.messages) == 1
    assert small.messages[0].keys() == {"tool_calls"}
    assert (small.tools, small.documents, small.variables) == (None, None, {})


def test_a_text_keeps_the_character_that_counts():
    found = Conversation(({"role": "user", "content": "well, a café of sorts"},))
    small = reduce_conversation(
        found, holding(lambda held: "é" in json.dumps(held.to_json(), ensure_ascii=False)), 200
    )
    assert small.messages == ({"content": "é"},)


def test_two_messages_that_are_needed_stay():
    found = Conversation(tuple({"role": "user", "content": str(n)} for n in range(6)))
    small = reduce_conversation(found, holding(lambda held: len(held.messages) >= 2), 200)
    assert small.messages == ({}, {})


def test_a_number_becomes_none_and_a_list_loses_elements():
    found = Conversation(({"a": [1, 2, {"b": 3.5}]},))
    small = reduce_conversation(found, holding(lambda held: '"b"' in held.to_text()), 200)
    assert small.messages == ({"a": [{"b": 0}]},)


def test_what_no_reduction_keeps_is_as_it_was():
    found = conversation(0, 3)
    assert reduce_conversation(found, holding(lambda held: False), 50) == found


def test_a_round_asks_about_no_more_than_is_allowed():
    sizes = []

    def holds(many):
        sizes.append(len(many))
        return [True] * len(many)

    reduce_conversation(conversation(0, 5), holds, 7, rounds=4)
    assert max(sizes) <= 7
    assert len(sizes) <= 4


def test_no_candidate_is_without_messages():
    def holds(many):
        assert all(one.messages for one in many)
        return [True] * len(many)

    reduce_conversation(conversation(0, 5), holds, 100)
