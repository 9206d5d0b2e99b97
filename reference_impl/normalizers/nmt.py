"""`Nmt` of tokenizer.json: control characters away, odd spaces to spaces."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop, respell

_DROPPED = frozenset(
    chr(point) for point in (*range(1, 9), 0xB, *range(0xE, 0x20), 0x7F, 0x8F, 0x9F)
)
_SPACES = dict.fromkeys(
    "\t\n\f\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd", " "
)


@dataclass(frozen=True, slots=True)
class Nmt:
    r"""Drop most ASCII controls, U+008F and U+009F; spaces, joiners, "▁" and U+FFFD become " ".

    NUL stays, and so do U+00A0 and U+3000. Source: tokenizers 0.23.3
    normalizers/unicode.rs `do_nmt`.

    >>> Nmt().normalize(Aligned.of("a\x01\u200db"))
    Aligned(text='a b', origin=(0, 2, 3))

    Raises LostAlignment.
    """

    def normalize(self, text: Aligned) -> Aligned:
        return respell(drop(text, _DROPPED), _SPACES)


TYPE = StageType("Nmt", Nmt)
