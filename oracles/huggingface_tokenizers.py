"""The adapter for Hugging Face `tokenizers`: the native oracle of `tokenizer.json`.

The file is loaded as it is: truncation, padding and every other setting in it stay on.
What is not here: a view of the added-token split, which the library does not show.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Any

from reference_impl.batches import Encodings
from reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Stage,
    Text,
)


class HuggingfaceTokenizers:
    """One `tokenizers.Tokenizer`.

    `parse_special=False` is the library's `encode_special_tokens=True`: special tokens in
    the text are encoded as text, while added tokens that are not special still match
    (tokenizers 0.23 tokenizer/added_vocabulary.rs, `find_matches`).
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._encode = tokenizer.encode
        self._parses_special = not tokenizer.encode_special_tokens

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceTokenizers":
        from tokenizers import Tokenizer  # imported here: the module is known without the library

        return cls(Tokenizer.from_file(str(artefact.path)))

    @staticmethod
    def version() -> str:
        import tokenizers

        return str(tokenizers.__version__)

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "tokenizer.json"

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        if options.parse_special is not self._parses_special:
            self._tokenizer.encode_special_tokens = not options.parse_special
            self._parses_special = options.parse_special
        found = self._encode(text, add_special_tokens=options.add_special)
        ids = found.ids
        assert out.offsets is not None
        out.ids.extend(ids)
        out.offsets.extend(chain.from_iterable(found.offsets))
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings()
        self.encode_into(text, options, out)
        (found,) = out.observations()
        assert isinstance(found, Encoding)
        return found

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(ids, skip_special_tokens=options.skip_special))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        probes: dict[Stage, Callable[[Any], Any]] = {
            "normalizer": self._normalize,
            "pre_tokenizer": self._pre_tokenize,
            "model": self._model,
            "post_processor": self._post_process,
            "decoder": self._decode_pieces,
        }
        if stage not in probes:
            raise NotImplementedError(f"tokenizers does not show its {stage} stage")
        return [probes[stage](given) for given in inputs]

    def _normalize(self, text: str) -> list[list[Any]]:
        """Cut after each character, so that the library must say where each came from."""
        from tokenizers import PreTokenizedString, Regex

        whole = PreTokenizedString(text)
        if self._tokenizer.normalizer is not None:
            whole.normalize(self._tokenizer.normalizer.normalize)
        whole.split(lambda _, part: part.split(Regex("(?m:.)"), "isolated"))
        return [[char, *span] for char, span, _ in whole.get_splits("original", "char")]

    def _pre_tokenize(self, text: str) -> list[list[Any]]:
        pre_tokenizer = self._tokenizer.pre_tokenizer
        if pre_tokenizer is None:
            return [[text, 0, len(text)]]
        return [[piece, *span] for piece, span in pre_tokenizer.pre_tokenize_str(text)]

    def _model(self, piece: str) -> list[list[Any]]:
        """The library's ranges are in UTF-8 bytes; one that cuts a character gets all of it."""
        ends = list(accumulate(len(char.encode()) for char in piece))
        return [
            [
                token.id,
                token.value,
                bisect_right(ends, token.offsets[0]),
                bisect_left(ends, token.offsets[1]) + (token.offsets[1] > 0),
            ]
            for token in self._tokenizer.model.tokenize(piece)
        ]

    def _post_process(self, text: str) -> dict[str, list[Any]]:
        without = self._encode(text, add_special_tokens=False)
        added = self._encode(text, add_special_tokens=True)
        return {
            "without": [without.ids, [list(span) for span in without.offsets]],
            "with": [added.ids, [list(span) for span in added.offsets]],
        }

    def _decode_pieces(self, pieces: list[str]) -> str:
        """Without a decoder the library joins pieces with a space (tokenizer/mod.rs, `decode`)."""
        decoder = self._tokenizer.decoder
        return " ".join(pieces) if decoder is None else str(decoder.decode(pieces))
