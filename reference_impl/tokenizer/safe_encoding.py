"""`safe_encode`: ids of a text that is not trusted, of which none is a special token.

With special tokens switched off a library still gives their ids where its *model* makes them of
plain text: a Unigram or WordLevel vocabulary may hold "<s>" or "[SEP]" as a piece, llama.cpp looks
every merged piece up among all tokens, control tokens too; BERT's tokenizer of vocab.txt splits no
word that is a special token, wanted or not. Which tokens are special is as each format
says: `special` in tokenizer.json, CONTROL in GGUF and in a .model, the special tokens of a rank
file, of tekken.json and of vocab.txt. The unknown token is none of them here: any character may
become that. Not what any library does: this is stricter than all of them.
"""

from itertools import pairwise

from tokparity.reference_impl.batch.cached_word import CachedWord
from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.post_processors.tokens import Tokens, join
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.fast import FastWords
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class UnsafeText(TokparityError):
    """A text for which there are only special tokens.

    >>> str(UnsafeText("|", 7))
    "'|' is special token 7 and no other: the text has no safe encoding"
    """

    def __init__(self, text: str, token_id: int) -> None:
        super().__init__(
            f"{text[:40]!r} is special token {token_id} and no other: the text has no safe encoding"
        )
        self.text, self.token_id = text, token_id


def special_ids(tokenizer: Tokenizer) -> frozenset[int]:
    """The ids that an untrusted text may not become: special or control, and not unknown.

    >>> from tokparity.reference_impl.added_tokens.passes import AddedToken
    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> added = (AddedToken(0, "?", special=True), AddedToken(2, "<s>", special=True))
    >>> special_ids(Tokenizer(WordLevel({"?": 0, "a": 1, "<s>": 2}, "?"), added))
    frozenset({2})
    """
    ids = {token.id for token in tokenizer.added_tokens if token.special}
    known = getattr(tokenizer.model, "known", None)
    if isinstance(known, Pieces):
        ids |= {token_id for token_id, kind in enumerate(known.types) if kind == "control"}
    return frozenset(ids - {unknown_id(tokenizer.model)})


def unknown_id(model: Model) -> int | None:
    """The id that a model gives what it does not know; None where it has none."""
    known = getattr(model, "known", None)
    if isinstance(known, Pieces):
        return known.unknown if known.unknown >= 0 else None
    for name in ("unk_id", "unk"):
        token_id = getattr(model, name, None)
        if isinstance(token_id, int) and token_id >= 0:
            return token_id
    piece = getattr(model, "unk_token", None)
    return model.vocab.get(piece) if isinstance(piece, str) else None


def safe_encode(tokenizer: Tokenizer, text: str, special: frozenset[int] | None = None) -> Encoding:
    """The ids of a text and their ranges in it: no special token, nothing added around them.

    Added tokens that are special are not looked for. A word of which the model makes one all the
    same is cut behind the first character of each, and the parts are words. Neither
    truncated nor padded. Where no special token comes up, the ids are those of `encode` with
    special tokens off. `special`: `special_ids` of the tokenizer, where they are at hand. Raises as
    `encode`, and UnsafeText.
    """
    special = special_ids(tokenizer) if special is None else special
    plain = tokenizer.tokenize(text, parse_special=False)
    if not special.isdisjoint(plain.ids):
        plain = _cut_up(tokenizer, text, special)
    if tokenizer.post_processor is not None:
        parts = tokenizer.post_processor.process([plain], add_special=False)
        plain = join(parts) if parts else plain.part(0, 0)
    spans = zip(plain.offsets[::2], plain.offsets[1::2], strict=True)
    return Encoding(tuple(plain.ids), tuple(spans))


def _cut_up(tokenizer: Tokenizer, text: str, special: frozenset[int]) -> Tokens:
    words = FastWords(tokenizer.pre_tokenizer, tokenizer.model)  # cuts in characters, not in bytes
    ids: list[int] = []
    offsets: list[int] = []
    texts: list[str] = []
    for stretch, token in tokenizer.stretches(text, parse_special=False):
        if token is not None and token.id not in special:
            ids.append(token.id)
            offsets += stretch.span(0, len(stretch))
            texts.append(stretch.text)
            continue
        if token is not None and not token.normalized and tokenizer.normalizer is not None:
            stretch = tokenizer.normalizer.normalize(stretch)  # found as written, and no token now
        waiting = words.cut(stretch)[::-1]
        while waiting:
            piece = waiting.pop()
            word, ranges = words.located(text, piece)
            if special.isdisjoint(word.ids):
                ids += word.ids
                offsets += ranges
                texts += word.texts
            else:
                waiting += _parts(piece, word, special)
    return Tokens(ids, offsets, texts)


def _parts(piece: Aligned, word: CachedWord, special: frozenset[int]) -> list[Aligned]:
    """A word cut behind the first character of each special token in it, or before it where that is
    the last; the last part first. All at once: one after the other would take a square of time."""
    places = [at for at, token_id in enumerate(word.ids) if token_id in special]
    last = len(piece) - 1
    if last < 1:
        raise UnsafeText(piece.text, word.ids[places[0]])
    cuts = sorted({min(max(word.positions[2 * at], 0) + 1, last) for at in places})
    borders = pairwise((0, *cuts, len(piece)))
    return [piece[start:end] for start, end in borders][::-1]
