import json

from tokparity.corpora.generators.conversations import conversation
from tokparity.reference_impl.chat.conversation import THOUGHTS

MARKS = ("<|im_end|>", "[INST]")


def many(count=500, seed=0):
    return [conversation(seed, number, MARKS) for number in range(count)]


def test_the_same_number_is_the_same_conversation():
    assert many(20) == many(20)
    assert many(20) != many(20, seed=1)


def test_all_of_them_are_json_without_lone_surrogates():
    for held in many():
        json.dumps(held.to_json(), ensure_ascii=False).encode()


def test_what_clients_send_and_what_goes_wrong_is_among_them():
    held = many()
    roles = [[message.get("role") for message in one.messages] for one in held]
    contents = [message.get("content") for one in held for message in one.messages]
    texts = [one for one in contents if isinstance(one, str)]
    messages = [message for one in held for message in one.messages]
    counts = {
        "system first": sum(one[0] == "system" for one in roles),
        "system late": sum("system" in one[1:] for one in roles),
        "no system": sum("system" not in one for one in roles),
        "by turns": sum(one == ["user", "assistant"] * 2 + ["user"] for one in roles),
        "out of turn": sum("user user" in " ".join(map(str, one)) for one in roles),
        "tool": sum("tool" in one for one in roles),
        "calls": sum("tool_calls" in one for one in messages),
        "tools": sum(bool(one.tools) for one in held),
        "no tools": sum(one.tools == () for one in held),
        "documents": sum(bool(one.documents) for one in held),
        "prompt": sum(one.add_generation_prompt for one in held),
        "continued": sum(one.continued == "content" for one in held),
        "thought continued": sum(one.continued == "reasoning_content" for one in held),
        "both": sum(one.continued is not None and one.add_generation_prompt for one in held),
        "thoughts": sum(any(name in one for name in THOUGHTS) for one in messages),
        "thoughts in the content": sum("</think>" in one for one in texts),
        "empty": sum(one == "" for one in texts),
        "parts": sum(isinstance(one, list) for one in contents),
        "no content": sum("content" not in one for one in messages),
        "null": sum(one is None for one in contents),
        "marks": sum(any(mark in one for mark in MARKS) for one in texts),
        "white space first": sum(one[:1].isspace() for one in texts),
        "white space last": sum(one[-1:].isspace() for one in texts),
        "not ASCII": sum(not one.isascii() for one in texts),
        "variables": sum(bool(one.variables) for one in held),
    }
    assert {name: count for name, count in counts.items() if count < 3} == {}
