"""WordPiece of a tokenizer.json or vocab.txt in GGUF's terms: model "bert"."""

from collections.abc import Iterator, Mapping
from typing import Any

from tokparity.harness.conversion.from_bpe import types_of
from tokparity.harness.conversion.losses import lost_by
from tokparity.harness.conversion.pre_by_behaviour import telling
from tokparity.harness.conversion.special_ids import added_around, named_specials
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, TokenType, by_id
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_WORD_START = "\u2581"


def from_wordpiece(
    name: str, tokenizer: Tokenizer, config: dict[str, Any], template: str | None
) -> ConvertedVocabulary:
    """llama.cpp marks where a word starts instead of where it goes on: "##ing" becomes "ing", and
    "sing" "▁sing"; special tokens stay. Source: llama-vocab.cpp `llm_tokenizer_wpm_session`.
    """
    model = tokenizer.model
    assert isinstance(model, WordPiece)
    prefix = model.continuing_subword_prefix
    plain, _ = by_id(name, tokenizer.pieces().items())
    types = types_of(name, tokenizer, [model.unk_token])
    tokens = [
        token
        if kind is not TokenType.NORMAL
        else token[len(prefix) :]
        if prefix and token.startswith(prefix) and token != prefix
        else _WORD_START + token
        for token, kind in zip(plain, types, strict=True)
    ]
    tokens, _ = by_id(name, enumerate(tokens))
    flags = {
        "normalizer.lowercase": tokenizer.normalize("A") == "a",
        "normalizer.strip_accents": tokenizer.normalize("\u00e9") == "e",
    }
    lost = []
    if model.max_input_chars_per_word:
        lost.append("max_input_chars_per_word: llama.cpp takes words of any length")
    lost += _words_that_differ(tokenizer, flags)
    before, after = added_around(tokenizer)
    ids = named_specials(tokenizer, config)
    if model.unk_token in model.vocab:
        ids["unknown_token_id"] = model.vocab[model.unk_token]
    if len(before) == 1:
        ids["bos_token_id"] = before[0]
    if len(after) == 1:
        ids["seperator_token_id"] = after[0]
    if len(before) != 1 or len(after) != 1:
        lost.append(
            f"{len(before)} and {len(after)} tokens around a text: model bert puts one each"
        )
    return ConvertedVocabulary(
        model="bert",
        tokens=tuple(tokens),
        types=tuple(types),
        ids=ids,
        flags=flags,
        chat_template=template,
        lost=(*lost, *lost_by(tokenizer, frozenset({"BertNormalizer", "BertBasic"}))),
    )


def _words_that_differ(tokenizer: Tokenizer, flags: Mapping[str, bool]) -> Iterator[str]:
    """Model bert has one way to cut words: the shortest telling text that the source cuts
    otherwise."""
    normalizer = LlamaWPMNormalizer(
        flags["normalizer.lowercase"], flags["normalizer.strip_accents"]
    )
    there: dict[str, list[str]] = {}
    here: dict[str, list[str]] = {}
    for text in telling():
        cut = LlamaWPMPreTokenizer().pre_tokenize([normalizer.normalize(Aligned.of(text))])
        there[text] = [word.text for word in cut]
        here[text] = [
            word.text for word in tokenizer.pre_tokenize(Aligned.of(tokenizer.normalize(text)))
        ]
    if texts := [text for text in there if there[text] != [word for word in here[text] if word]]:
        example = min(texts, key=lambda text: (len(text), text))
        yield f"words: model bert cuts {example!r} into {there[example]}, not {here[example]}"
