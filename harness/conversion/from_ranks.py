"""Ranks (tiktoken, tekken) in GGUF's terms: model "gpt2", its merges found again from the ranks."""

from collections.abc import Iterator, Mapping

from tokparity.harness.conversion.pre_by_behaviour import recognise
from tokparity.harness.conversion.special_ids import added_around, usual_ids
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, TokenType, by_id
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def from_ranks(
    artefact: Artefact, tokenizer: Tokenizer, pre_name: str | None = None
) -> ConvertedVocabulary:
    """Raises NoGguf for empty or equal tokens, UnknownPipeline where llama.cpp has no such cut."""
    model = tokenizer.model
    assert isinstance(model, TiktokenBPE)
    pre = recognise(artefact.name, tokenizer, True, pre_name)
    tokens, types = by_id(artefact.name, tokenizer.pieces().items())
    for token in tokenizer.added_tokens:
        types[token.id] = TokenType.CONTROL
    lost = list(pre.lost)
    ranked = list(merges(model.vocab))
    if whole := [piece for piece, merge in ranked if merge is None]:
        how = "is found" if pre.ignores_merges else "is never found, though tiktoken does,"
        lost.append(f"{len(whole)} tokens that no merge makes: {whole[0]!r} {how} as a whole word")
    if not pre.ignores_merges:
        lost.append("a word that is a token is taken whole: llama.cpp merges it under this pre")
    if any(around := added_around(tokenizer)):
        around_pieces = [[tokenizer.piece_of(token_id) for token_id in side] for side in around]
        lost.append(
            f"{around_pieces} around a text: add_bos_token and add_eos_token are false here"
        )
    ids: dict[str, int] = {}
    usual_ids({token.content: token.id for token in tokenizer.added_tokens}, ids, lost)
    return ConvertedVocabulary(
        model="gpt2",
        tokens=tuple(tokens),
        types=tuple(types),
        merges=tuple(merge for _, merge in ranked if merge is not None),
        pre=pre.name,
        ids=ids,
        flags={"add_bos_token": False, "add_eos_token": False},  # ranks add nothing by themselves
        lost=tuple(lost),
    )


def merges(vocab: Mapping[str, int]) -> Iterator[tuple[str, str | None]]:
    """(token, the merge that makes it) in order of rank: the two that lower ranks leave of it.

    None where they leave more than two: tiktoken finds such a token only as a whole word.

    >>> list(merges({"a": 0, "b": 1, "ab": 2, "aab": 3}))
    [('ab', 'a b'), ('aab', 'a ab')]
    """
    for piece, token_id in sorted(vocab.items(), key=lambda item: item[1]):
        if len(piece) == 1:
            continue
        middles = _bounds(piece, {part: i for part, i in _parts(piece, vocab) if i < token_id})
        whole = len(middles) == 1
        yield piece, f"{piece[: middles[0]]} {piece[middles[0] :]}" if whole else None


def _parts(piece: str, vocab: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for start in range(len(piece)):
        for end in range(start + 1, len(piece) + 1):
            part = piece[start:end]
            if (token_id := vocab.get(part)) is not None:
                yield part, token_id


def _bounds(piece: str, ranks: Mapping[str, int]) -> list[int]:
    """Where the parts begin, but the first, that the ranks leave of a piece."""
    return merged_bounds(piece, range(len(piece) + 1), ranks.get)[1:-1]
