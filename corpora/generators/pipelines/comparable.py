"""Added tokens that nothing can be compared on are left out, each with its reason.

What the library answers by chance, or never, is no fault of whoever differs. Sources: tokenizers
0.23.3 tokenizer/added_vocabulary.rs `add_tokens`, `refresh_added_tokens`, `find_matches`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

NOTHING = "is nothing once normalized: the library finds it at every byte, or never ends"
ANOTHER = "is another one once normalized: the library finds now the one, now the other"
SAME_ID = "the library gives it the id of another one, and takes the two for one"
PANICS = "the library panics on its content when it is loaded"


def comparable(
    tokens: Sequence[Mapping[str, Any]], normalizer: Any, vocab: Mapping[str, int]
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """(the tokens that stay, why each of the others does not), both in order.

    `normalizer` is the section of the document; `vocab` is piece → id.

    >>> flags = {"normalized": True}
    >>> tokens = [{"content": "a"} | flags, {"content": "A"} | flags]
    >>> comparable(tokens, {"type": "Lowercase"}, {}) == (tokens[:1], (ANOTHER,))
    True
    """
    stage = None if normalizer is None else read_normalizer(_node(normalizer))
    kept: list[dict[str, Any]] = []
    reasons: list[str] = []
    seen: set[str] = set()
    ids: set[int] = set()
    next_id = len(vocab)  # as the library numbers them, whatever the file says
    for token in tokens:
        content = token["content"]
        given = vocab.get(content, next_id)
        if token["normalized"] and stage is not None:
            try:
                content = stage.normalize(Aligned.of(content)).text
            except TokparityError as error:
                reasons.append(f"{PANICS}: {type(error).__name__}")
                continue
        if not content:
            reasons.append(NOTHING)
        elif token["normalized"] and content in seen:
            reasons.append(ANOTHER)
        elif given in ids:
            reasons.append(SAME_ID)
        else:
            kept.append(dict(token))
            ids.add(given)
            next_id += token["content"] not in vocab
            seen |= {content} if token["normalized"] else set()
    return kept, tuple(reasons)


def _node(section: Any) -> Node:
    return Node(Path("generated"), "normalizer", section)
