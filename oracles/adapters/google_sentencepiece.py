"""The adapter for Google's sentencepiece: the native oracle of .model files.

Offsets come from the library's offset mapping, which gives characters of a `str`, and bytes of
`bytes`: those are counted as characters here, each byte that is part of none as one. That call
adds no bos and eos; the ids with them come from the call for ids, which has no offsets: they
are reported with the range (0, 0).
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from tokparity.oracles.protocol import OracleSpec, removes_special
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Settings,
    Stage,
    Text,
)
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes


class UnlikeIds(Exception):
    """The library's two ways to encode gave different ids for one text."""


class GoogleSentencepiece:
    """One `SentencePieceProcessor`."""

    def __init__(self, processor: Any, settings: Settings = AS_CONFIGURED) -> None:
        self._processor = processor
        self._adds = settings.bos, settings.eos
        self._native = processor._processor
        """The binding itself: the call for offsets with all its arguments is half the work."""

    @classmethod
    def load(cls, artefact: Artefact) -> "GoogleSentencepiece":
        import sentencepiece  # imported here: the module is known without the library

        sentencepiece.set_min_log_level(2)  # errors; the rest would fill the worker's log
        processor = sentencepiece.SentencePieceProcessor(model_file=str(artefact.path))
        return cls(processor, artefact.settings)

    @staticmethod
    def version() -> str:
        import sentencepiece

        return str(sentencepiece.__version__)

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        """Control pieces are never found in a text, and never left in a decoded one."""
        if format != "sentencepiece" or removes_special(options):
            return False
        if isinstance(options, EncodeOptions):
            return not options.parse_special
        return options.skip_special

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings()
        self.encode_into(text, options, out)
        (encoding,) = out.observations()
        assert isinstance(encoding, Encoding)
        return encoding

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        data = text if text.isascii() else library_text(text)
        mapping = self._native._EncodeAsOffsetMapping(
            data, False, -1, 0.1, False, False, False, False, isinstance(data, bytes)
        )
        ids, spans = mapping["ids"], mapping["offsets"]
        if isinstance(data, bytes):
            spans = character_spans(data, spans)
        if options.add_special:
            bos, eos = self._adds
            around = self._native._EncodeAsIds(data, False, -1, 0.1, bos, eos, False)
            if (bare := around[bos : len(around) - eos]) != ids:
                raise UnlikeIds(f"{bare} and {ids}")
            ids, spans = around, [*[(0, 0)] * bos, *spans, *[(0, 0)] * eos]
        assert out.offsets is not None
        out.ids.extend(ids)
        out.offsets.extend(chain.from_iterable(spans))
        out.counts.append(len(ids))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._native._DecodeIds(list(ids)))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        if stage != "normalizer":
            raise NotImplementedError(f"sentencepiece does not show its {stage} stage")
        return [self._normalize(text) for text in inputs]

    def _normalize(self, text: str) -> list[list[Any]]:
        data = library_text(text)
        if isinstance(data, str):
            normalized, starts = self._native._NormalizeWithOffsets(data)
        else:
            raw, of_bytes = self._native._NormalizeWithOffsets(data)
            normalized = raw.decode()
            firsts = [at for at, byte in enumerate(raw) if byte & 0xC0 != 0x80]
            at_bytes = [of_bytes[at] for at in (*firsts, len(raw))] if of_bytes else []
            starts = [start for start, _ in character_spans(data, [(at, at) for at in at_bytes])]
        return [[char, starts[at], starts[at + 1]] for at, char in enumerate(normalized)]


def library_text(text: str) -> str | bytes:
    r"""The text as the library is given it: bytes where some of it are no UTF-8.

    >>> library_text("é"), library_text("a\udcff")
    ('é', b'a\xff')
    """
    data = to_bytes(text)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def character_spans(data: bytes, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of bytes as ranges of characters; each byte that is part of none counts as one.

    >>> character_spans(b"\\xffa", [(0, 1), (1, 2)])
    [(0, 1), (1, 2)]
    """
    text = from_bytes(data)
    owners = [at for at, char in enumerate(text) for _ in to_bytes(char)]
    owners.append(len(text))
    return [(owners[start], owners[end]) for start, end in spans]


ORACLE = OracleSpec(
    module=__name__,
    adapter="GoogleSentencepiece",
    engine="sentencepiece",
    distribution="sentencepiece",
    formats=("sentencepiece",),
    decodes="text",
    reports_offsets=True,
    native_to=("sentencepiece",),
    adds_as_asked=True,
)
