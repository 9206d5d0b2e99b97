"""`trace`: what each stage made of a text.

It calls the stages that encoding calls and computes nothing of its own but the
listing of merges (`BPE.explain`) and of what a word could be cut into (`lattice`).
"""

from collections.abc import Sequence

from tokparity.reference_impl.contract import EncodeOptions, Encoding, Offset
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.lattice import MOST_CHARACTERS, lattice
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reference_impl.tokenizer.tokenizer import ENCODE, Tokenizer
from tokparity.reference_impl.traces import Edge, Merge, Piece, StageTrace, Trace


def trace(tokenizer: Tokenizer, text: str, options: EncodeOptions = ENCODE) -> Trace:
    r"""Five stages, each with its pieces; a stage that the tokenizer lacks has component "none".

    `added_tokens` shows where both passes cut, in the text as written: what no added token
    takes reaches from one to the next, whatever a normalizer lets drop of it, or all of it (under
    NFC the accent of "a\u0301" comes from nowhere). `normalizer` shows the same, normalized;
    `pre_tokenizer` the words, added tokens still among them; `model` and `post_processor` the
    tokens, and `model` the merges of each different word, or its lattice.
    Raises as `Tokenizer.encode`.

    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> model = trace(Tokenizer(TiktokenBPE({"a": 0, "b": 1, "ab": 2})), "abb").stages[3]
    >>> [piece.text for piece in model.pieces], [merge.rank for merge in model.merges[0][1]]
    (['ab', 'b'], [2])
    """
    tokens = tokenizer.tokenize(text, options.parse_special)
    stretches = list(tokenizer.stretches(text, options.parse_special))
    written, normalized, words = [], [], []
    merges: dict[str, tuple[Merge, ...]] = {}
    lattices: dict[str, tuple[Edge, ...]] = {}
    spans = [stretch.span(0, len(stretch)) for stretch, _ in stretches]
    ends = [start for start, _ in spans[1:]] + [len(text)]
    done = 0
    for (stretch, added), (start, end), until in zip(stretches, spans, ends, strict=False):
        added_id = None if added is None else added.id
        piece = Piece(stretch.text, start, end, added_id)
        if added is None:
            start, end = min(start, done), max(end, until)
        elif start > done:
            written.append(Piece(text[done:start], done, start, None))
        written.append(Piece(text[start:end], start, end, added_id))
        done = end
        normalized.append(piece)
        if added is not None:
            words.append(piece)
            continue
        for word in tokenizer.pre_tokenize(stretch):
            words.append(Piece(word.text, *word.span(0, len(word))))
            if word.text not in merges and word.text not in lattices:
                steps = tokenizer.model.explain(word.text)
                if steps is not None:
                    merges[word.text] = steps
                edges = lattice(tokenizer.model, word.text)
                if edges is not None:
                    lattices[word.text] = edges
    if done < len(text):
        written.append(Piece(text[done:], done, len(text), None))
    processed = tokenizer.process(text, options)
    offsets = zip(processed.offsets[::2], processed.offsets[1::2], strict=True)
    return Trace(
        stages=(
            StageTrace("added_tokens", "AddedTokens", tuple(written)),
            StageTrace(
                "normalizer",
                component(tokenizer, "normalizer"),
                tuple(normalized),
                origins=_origins(stretches, text),
            ),
            StageTrace("pre_tokenizer", component(tokenizer, "pre_tokenizer"), tuple(words)),
            StageTrace(
                "model",
                component(tokenizer, "model"),
                _pieces(tokens),
                tuple(merges.items()),
                tuple(lattices.items()),
            ),
            StageTrace(
                "post_processor",
                component(tokenizer, "post_processor"),
                _pieces(processed),
            ),
        ),
        encoding=Encoding(tuple(processed.ids), tuple(offsets)),
    )


def _origins(stretches: Sequence[tuple[Aligned, object]], text: str) -> tuple[Offset, ...]:
    """Nothing where the text is as it was, nor where it is too long to be drawn."""
    made = "".join(stretch.text for stretch, _ in stretches)
    if made == text or len(made) > MOST_CHARACTERS:
        return ()
    return tuple(stretch.span(at, at + 1) for stretch, _ in stretches for at in range(len(stretch)))


def _pieces(tokens: Tokens) -> tuple[Piece, ...]:
    rows = zip(tokens.texts, tokens.offsets[::2], tokens.offsets[1::2], tokens.ids, strict=True)
    return tuple(Piece(text, start, end, token_id) for text, start, end, token_id in rows)
