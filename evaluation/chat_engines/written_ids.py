"""`WrittenIds`: the ids that a vocabulary gives a rendered text, its special tokens found there.

What an engine's ids are held to: `transformers` encodes what a template wrote, adding nothing, as
the template has written bos and all. What stands between its tokens is encoded as the artefact's
native library does, so that only what an engine makes of a *conversation* shows: how transformers
cuts two spaces of a .model, say, is no matter of it. Not here: what an engine gave (`sides`).
"""

from dataclasses import dataclass, replace

from tokparity.reference_impl.added_tokens.passes import AddedToken, LeftmostLongest
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.errors import Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_WRITTEN = EncodeOptions(add_special=False)


@dataclass(frozen=True, slots=True)
class WrittenIds:
    """`adds_bos`, `adds_eos`: whoever encodes for the engine puts one before, or behind, the text,
    so that the engine's text has none."""

    tokenizer: Tokenizer
    adds_bos: bool = False
    adds_eos: bool = False

    def __call__(self, text: str) -> tuple[int, ...]:
        """Errors: those of `Tokenizer.encode`."""
        return self.tokenizer.encode(text, _WRITTEN).ids


def written_ids(artefact: Artefact) -> WrittenIds | None:
    """None for an artefact without a vocabulary. Errors: BadArtefact, Unsupported."""
    if artefact.format == "chat_template":
        return None
    tokenizer = load(artefact)
    match artefact.format:
        case "tekken.json":
            tokenizer = replace(tokenizer, added_token_search=LeftmostLongest)
        case "sentencepiece":
            tokenizer = _with_control_pieces(artefact, tokenizer)
    around = tokenizer.detokenizer
    if not isinstance(around, LlamaDetokenizer):
        return WrittenIds(tokenizer)
    return WrittenIds(tokenizer, around.bos is not None, around.eos is not None)


def _with_control_pieces(artefact: Artefact, tokenizer: Tokenizer) -> Tokenizer:
    """As `LlamaTokenizer` of transformers 5 has it, without `legacy`: control pieces and the
    unknown one are found in a text, and only what nothing stands before has a space put before it.
    A template begins with bos, so that none has."""
    model, normalizer = tokenizer.model, tokenizer.normalizer
    if not isinstance(model, SentencepieceBPE) or not isinstance(
        normalizer, SentencepieceNormalizer
    ):
        reason = "only models of type BPE are those of LlamaTokenizer"
        raise Unsupported(artefact.path, "trainer_spec.model_type", reason)
    pieces = model.known
    token_ids = [at for at, kind in enumerate(pieces.types) if kind in ("control", "unknown")]
    return replace(
        tokenizer,
        added_tokens=tuple(AddedToken(at, pieces.texts[at], special=True) for at in token_ids),
        normalizer=replace(normalizer, add_dummy_prefix=False),
    )
