"""A byte-level BPE as ranks, so that tiktoken answers too: ranks are ids, and the order of merges.

Only where that says the same: merges in the order of the ids they make, one pattern that cuts.
"""

import base64

from tokparity.harness.derivation.underivable import Underivable
from tokparity.reference_impl.contract import RankFacts
from tokparity.reference_impl.formats.tiktoken_ranks import prefix_of_another
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""What ByteLevel cuts by: tokenizers 0.23 pre_tokenizers/byte_level.rs."""


def to_ranks(name: str, tokenizer: Tokenizer, source: str) -> tuple[bytes, RankFacts, list[str]]:
    """The file, what it does not say of itself, and what of the source it cannot say.

    Raises Underivable.
    """
    lost: list[str] = []
    pattern = pattern_of(name, tokenizer.pre_tokenizer, lost)
    ranks: dict[bytes, int] = {}
    specials = {token.content: token.id for token in tokenizer.added_tokens}
    for piece, token_id in tokenizer.model.vocab.items():
        if piece in specials:
            continue
        spelled = unspell(piece)
        if spelled is None:
            specials[piece] = token_id
        else:
            ranks[spelled] = token_id
    if (clash := prefix_of_another(specials)) is not None:
        reason = f"of its tokens {clash[0]!r} begins {clash[1]!r}: tiktoken takes one by hash order"
        raise Underivable(name, "tiktoken", reason)
    missing = [bytes([byte]) for byte in range(256) if bytes([byte]) not in ranks]
    if missing:  # tiktoken must have all
        beyond = 1 + max((*ranks.values(), *specials.values()), default=-1)
        ranks |= {byte: beyond + at for at, byte in enumerate(missing)}
        lost.append(f"{len(missing)} bytes without a token get ids from {beyond} on")
    if not ids_follow_merges(tokenizer):
        reason = "merges do not come in the order of the ids that they make"
        raise Underivable(name, "tiktoken", reason)
    if tokenizer.normalizer is not None:
        lost.append("normalizer: tiktoken has none")
    if isinstance(tokenizer.model, BPE) and not tokenizer.model.ignore_merges:
        lost.append("a word that is a token is merged: tiktoken takes it whole")
    ordered = sorted(ranks.items(), key=lambda item: item[1])
    lines = [base64.b64encode(token) + b" %d\n" % rank for token, rank in ordered]
    return b"".join(lines), RankFacts(pattern, specials, source), lost


def pattern_of(name: str, stage: PreTokenizer | None, lost: list[str]) -> str:
    """The one pattern that cuts words as a pre-tokenizer does. Raises Underivable."""
    match stage:
        case ByteLevelPreTokenizer(add_prefix_space, _, True):
            if add_prefix_space:
                lost.append("add_prefix_space: tiktoken puts no space before a text")
            return GPT2
        case PreTokenizerSequence((Split(Regex(pattern), "Isolated", False), last)) if (
            isinstance(last, ByteLevelPreTokenizer) and not last.use_regex
        ):
            if last.add_prefix_space:
                lost.append("add_prefix_space: tiktoken puts no space before a text")
            return pattern
        case PreTokenizerSequence((LlamaCppSplit((pattern,)), ByteLevelPreTokenizer())):
            return pattern
    raise Underivable(name, "tiktoken", "its words are not cut by one pattern")


def ids_follow_merges(tokenizer: Tokenizer) -> bool:
    """Whether the first merge of each token comes before those of all tokens of higher ids."""
    model, made = tokenizer.model, -1
    if isinstance(model, LlamaBPE):
        products = [model.vocab.get(merge.replace(b" ", b"", 1).decode()) for merge in model.merges]
    else:
        assert isinstance(model, BPE)
        products = list(model.products)
    seen: set[int] = set()
    for product in products:
        if product is None or product in seen:
            continue
        if product < made:
            return False
        seen.add(product)
        made = product
    return True
