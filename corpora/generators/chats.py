"""`chats`: the conversations of one shard, as cases hold them."""

from collections.abc import Sequence

from tokparity.corpora.generators.conversations import conversation


def chats(
    seed: int, sha256: str, pair: str, shard: int, count: int, marks: Sequence[str]
) -> list[str]:
    """`count` conversations in JSON; `marks`: what looks like the template's own tokens.

    Depends on these arguments alone.
    """
    of_shard = f"{seed} {sha256} {pair} {shard}"
    return [conversation(of_shard, number, marks).to_text() for number in range(count)]
