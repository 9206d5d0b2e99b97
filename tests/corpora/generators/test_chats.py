"""The conversations of a shard."""

import json

from tokparity.corpora.generators.chats import chats

MADE_OF = (1, "ab" * 32, "left~right")


def test_the_same_arguments_make_the_same_conversations():
    found = chats(*MADE_OF, 0, 20, ("<|x|>",))
    assert found == chats(*MADE_OF, 0, 20, ("<|x|>",))
    assert found[:5] == chats(*MADE_OF, 0, 5, ("<|x|>",))
    assert len(set(found)) == 20


def test_another_shard_pair_seed_or_template_has_others():
    ways = [
        chats(*MADE_OF, 0, 5, ()),
        chats(*MADE_OF, 1, 5, ()),
        chats(2, *MADE_OF[1:], 0, 5, ()),
        chats(1, "cd" * 32, "left~right", 0, 5, ()),
        chats(1, "ab" * 32, "left~other", 0, 5, ()),
    ]
    assert len({tuple(way) for way in ways}) == len(ways)


def test_the_templates_own_tokens_are_written_by_somebody():
    texts = chats(*MADE_OF, 0, 60, ("<|x|>",))
    assert any("<|x|>" in text for text in texts)
    assert all(json.loads(text)["messages"] for text in texts)
