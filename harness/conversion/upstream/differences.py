"""What two GGUF vocabularies say differently, key by key, one line each."""

from collections import Counter
from collections.abc import Iterator

from tokparity.harness.conversion.upstream.written import Written
from tokparity.harness.conversion.vocabulary import TokenType

_EXAMPLES = 3


def differences(here: Written, there: Written) -> list[str]:
    """Lines for a person; `there` is what llama.cpp's converter writes. Empty: they are alike.

    >>> differences(Written("gpt2", "qwen2", ("a",)), Written("gpt2", "gpt-2", ("a",)))
    ["pre: 'qwen2' here, 'gpt-2' there"]
    """
    return [*_names(here, there), *_rows(here, there), *_specials(here, there)]


def _names(here: Written, there: Written) -> Iterator[str]:
    if here.model != there.model:
        yield f"model: {here.model!r} here, {there.model!r} there"
    elif (here.pre or "default") != there.pre and there.pre is not None:
        yield f"pre: {here.pre or 'none'!r} here, {there.pre!r} there"


def _rows(here: Written, there: Written) -> Iterator[str]:
    if len(here.tokens) != len(there.tokens):
        yield f"tokens: {len(here.tokens):,} here, {len(there.tokens):,} there"
    pairs = list(zip(here.tokens, there.tokens, strict=False))
    parted = [at for at, (mine, theirs) in enumerate(pairs) if mine != theirs]
    if parted:
        told = (f"{at} is {pairs[at][0]!r} here, {pairs[at][1]!r} there" for at in parted)
        yield _line("tokens", len(parted), list(told))
    if here.types is not None and there.types is not None:
        types = list(enumerate(zip(here.types, there.types, strict=False)))
        kinds = Counter(pair for _, pair in types if pair[0] != pair[1])
        for (mine, theirs), count in kinds.most_common():
            ids = [f"{at} {here.tokens[at]!r}" for at, pair in types if pair == (mine, theirs)]
            aspect = f"types: {_type(mine)} here, {_type(theirs)} there"
            yield _line(aspect, count, ids)
    if here.scores is not None and there.scores is not None:
        scores = list(zip(here.scores, there.scores, strict=False))
        other = [at for at, (mine, theirs) in enumerate(scores) if mine != theirs]
        if other:
            told = (f"{at} is {scores[at][0]:g} here, {scores[at][1]:g} there" for at in other)
            yield _line("scores", len(other), list(told))


def _specials(here: Written, there: Written) -> Iterator[str]:
    for key in (*dict.fromkeys((*here.ids, *there.ids)),):
        mine, theirs = here.ids.get(key), there.ids.get(key)
        if mine != theirs:
            yield f"{key}: {_id(here, mine)} here, {_id(there, theirs)} there"
    for key in (*dict.fromkeys((*here.flags, *there.flags)),):
        on, off = here.flags.get(key), there.flags.get(key)
        if on != off:
            yield f"{key}: {_said(on)} here, {_said(off)} there"


def _line(aspect: str, count: int, examples: list[str]) -> str:
    more = f" and {count - _EXAMPLES:,} more" if count > _EXAMPLES else ""
    ids = "id" if count == 1 else "ids"
    return f"{aspect}: {count:,} {ids}: {'; '.join(examples[:_EXAMPLES])}{more}"


def _type(number: int) -> str:
    known = {int(kind): kind.name for kind in TokenType}
    return known.get(number, str(number))


def _id(written: Written, at: int | None) -> str:
    if at is None:
        return "none"
    return f"{at} {written.tokens[at]!r}" if at < len(written.tokens) else str(at)


def _said(flag: bool | None) -> str:
    return "not said" if flag is None else str(flag).lower()
