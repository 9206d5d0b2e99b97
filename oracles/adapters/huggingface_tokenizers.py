"""The adapter for Hugging Face `tokenizers`: the native oracle of `tokenizer.json`.

The file is loaded as it is: every setting in it stays on, truncation and padding unless the caller
does without them.
The split at added tokens, which the library does not show, is seen through a probe: the same
added tokens and normalizer before a model that takes every stretch for one unknown word.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Any

from tokparity.oracles.protocol import OracleSpec, removes_special
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    FullEncoding,
    Options,
    Stage,
    StreamCase,
    Streamed,
    Text,
)


class HuggingfaceTokenizers:
    """One `tokenizers.Tokenizer`, and what reads the tokenizer.json that it is.

    `parse_special=False` is the library's `encode_special_tokens=True`: special tokens in
    the text are encoded as text, while added tokens that are not special still match
    (tokenizers 0.23 tokenizer/added_vocabulary.rs, `find_matches`).
    """

    def __init__(self, tokenizer: Any, content: Callable[[], bytes | str]) -> None:
        self._content = content
        self._tokenizer = tokenizer
        self._encode = tokenizer.encode
        self._parses_special = not tokenizer.encode_special_tokens
        self._probe_of_added: tuple[Any, dict[int, int | None]] | None = None

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceTokenizers":
        from tokenizers import Tokenizer  # imported here: the module is known without the library

        tokenizer = Tokenizer.from_file(str(artefact.path))
        if not artefact.settings.limits:
            tokenizer.no_truncation()
            tokenizer.no_padding()
        return cls(tokenizer, artefact.path.read_bytes)

    @staticmethod
    def version() -> str:
        import tokenizers

        return str(tokenizers.__version__)

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "tokenizer.json" and not removes_special(options)

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        self._parse_special(options.parse_special)
        encoding = self._encode(text, add_special_tokens=options.add_special)
        ids = encoding.ids
        assert out.offsets is not None
        out.ids.extend(ids)
        out.offsets.extend(chain.from_iterable(encoding.offsets))
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings()
        self.encode_into(text, options, out)
        (encoding,) = out.observations()
        assert isinstance(encoding, Encoding)
        return encoding

    def encode_full(self, text: str, pair: str | None, options: EncodeOptions) -> FullEncoding:
        self._parse_special(options.parse_special)
        return _full_encoding(self._encode(text, pair, add_special_tokens=options.add_special))

    def _parse_special(self, wanted: bool) -> None:
        if wanted is not self._parses_special:
            self._tokenizer.encode_special_tokens = not wanted
            self._parses_special = wanted

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(ids, skip_special_tokens=options.skip_special))

    def stream(self, case: StreamCase) -> Streamed:
        """By the library's own `DecodeStream`, which goes on after an error in a step. A panic, no
        `Exception`, ends the stream: then the case is refused.
        """
        from tokenizers.decoders import DecodeStream

        skip = case.options.skip_special
        stream = DecodeStream(ids=list(case.prompt_ids), skip_special_tokens=skip)
        return Streamed(tuple(self._step(stream, token_id) for token_id in case.ids))

    def _step(self, stream: Any, token_id: int) -> str | None:
        try:
            return stream.step(self._tokenizer, token_id) or ""
        except MemoryError:
            raise
        except Exception:
            return None

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        probes: dict[Stage, Callable[[Any], Any]] = {
            "added_tokens": self._split_at_added_tokens,
            "normalizer": self._normalize,
            "pre_tokenizer": self._pre_tokenize,
            "model": self._model,
            "post_processor": self._post_process,
            "decoder": self._decode_pieces,
        }
        if stage not in probes:
            raise NotImplementedError(f"tokenizers does not show its {stage} stage")
        return [probes[stage](stage_input) for stage_input in inputs]

    def _split_at_added_tokens(self, request: tuple[str, bool]) -> list[list[Any]]:
        text, parse_special = request
        if self._probe_of_added is None:
            data = json.loads(self._content())
            real = self._tokenizer.token_to_id
            # of two that have one id the library finds the later only
            added = {real(token["content"]): token for token in data.get("added_tokens", [])}
            probe = _added_tokens_only(data, list(added.values()))
            own_ids: dict[int, int | None] = {0: None}
            for own_id, token in added.items():
                own_ids[probe.token_to_id(token["content"])] = own_id
            self._probe_of_added = probe, own_ids
        probe, own_ids = self._probe_of_added
        probe.encode_special_tokens = not parse_special
        encoding = probe.encode(text)
        return [
            [*span, own_ids[token_id]]
            for token_id, span in zip(encoding.ids, encoding.offsets, strict=True)
        ]

    def _normalize(self, text: str) -> list[list[Any]]:
        """Cut after each character, so that the library must say where each came from.

        Normalized on its own first: there a panic is an error, and the end of the process within
        `PreTokenizedString`.
        """
        from tokenizers import PreTokenizedString, Regex

        if self._tokenizer.normalizer is not None:
            self._tokenizer.normalizer.normalize_str(text)
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


def _full_encoding(encoding: Any) -> FullEncoding:
    return FullEncoding(
        ids=tuple(encoding.ids),
        offsets=tuple(encoding.offsets),
        tokens=tuple(encoding.tokens),
        type_ids=tuple(encoding.type_ids),
        words=tuple(encoding.word_ids),
        special_tokens_mask=tuple(encoding.special_tokens_mask),
        attention_mask=tuple(encoding.attention_mask),
        overflowing=tuple(map(_full_encoding, encoding.overflowing)),
    )


def _added_tokens_only(data: dict[str, Any], tokens: list[dict[str, Any]]) -> Any:
    """Of a tokenizer.json a tokenizer that cuts at these added tokens, and takes each stretch
    between for id 0.

    Its added tokens are numbered anew from 1: those of the model's own vocabulary would be
    found by the model too.
    """
    from tokenizers import Tokenizer

    taken = {token["content"] for token in tokens}
    unknown = "?"
    while unknown in taken:
        unknown += "?"
    empty = dict.fromkeys(("truncation", "padding", "pre_tokenizer", "post_processor", "decoder"))
    added = [token | {"id": 1 + at} for at, token in enumerate(tokens)]
    model = {"type": "WordLevel", "vocab": {unknown: 0}, "unk_token": unknown}
    settings = {"version": "1.0", "normalizer": data.get("normalizer"), "added_tokens": added}
    return Tokenizer.from_str(json.dumps(empty | settings | {"model": model}))


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceTokenizers",
    engine="tokenizers",
    distribution="tokenizers",
    formats=("tokenizer.json",),
    decodes="text",
    reports_offsets=True,
    native_to=("tokenizer.json",),
    streams=True,
)
