"""The same fault with shorter names: a part of the text is called otherwise, there and in every
piece, so that "<|endoftext|> " becomes "a " with an added token "a".

What a respelled tokenizer is to the one it was made of does not matter: it is asked like any other
candidate, and must show the same signature.
"""

from collections.abc import Callable, Iterator

from tokparity.harness.reduction.passes import Documents, Spent, never
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.shrinking.sequence import char_rank
from tokparity.reference_impl.contract import Case, EncodeCase, FullCase

LONGEST_TEXT = 32
"""Characters of a text of which every part is tried."""
_LETTERS = "abcdefgh"

Holds = Callable[[Documents, Case], bool]


def respelled(
    documents: Documents, case: Case, holds: Holds, spent: Spent = never
) -> tuple[Documents, Case]:
    """The documents and the case with as short and simple names as still hold, or as were found
    until the budget was `spent`."""
    changed = True
    while changed:
        changed = False
        for old, new in renamings(case):
            if spent():
                break
            candidate = _renamed(documents, case, old, new)
            if candidate is not None and holds(*candidate):
                documents, case = candidate
                changed = True
                break
    return documents, case


def renamings(case: Case) -> Iterator[tuple[str, str]]:
    """What in the texts may be called otherwise, the longest first: parts of several characters by
    a letter, or by their first one, which there may be a piece for; single ones by simpler ones.

    >>> list(renamings(EncodeCase("xé")))
    [('xé', 'a'), ('xé', 'x'), ('x', 'a'), ('é', 'a')]
    """
    match case:
        case EncodeCase(text):
            texts = [text]
        case FullCase(text, pair):
            texts = [text, pair or ""]
        case _:
            return
    together = "".join(texts)
    if not together or len(together) > LONGEST_TEXT:
        return
    letter = next((char for char in _LETTERS if char not in together), None)
    if letter is None:
        return
    for size in range(max(map(len, texts)), 1, -1):
        parts = {text[at : at + size]: None for text in texts for at in range(len(text) - size + 1)}
        for part in parts:
            yield part, letter
            yield part, part[0]
    for char in dict.fromkeys(together):
        if char_rank(letter) < char_rank(char):
            yield char, letter


def _renamed(documents: Documents, case: Case, old: str, new: str) -> tuple[Documents, Case] | None:
    """None where two pieces would be one, or nothing would be smaller."""
    match case:
        case EncodeCase(text, options):
            other: Case = EncodeCase(text.replace(old, new), options)
        case FullCase(text, pair, options):
            changed = None if pair is None else pair.replace(old, new)
            other = FullCase(text.replace(old, new), changed, options)
        case _:
            return None
    if not case_order(other) < case_order(case):
        return None
    respelled_documents = [document.respelled(old, new) for document in documents]
    renamed = tuple(document for document in respelled_documents if document is not None)
    return (renamed, other) if len(renamed) == len(respelled_documents) else None
