"""Round trips: a text through its ids and back; ids through their text and back."""

from tokparity.harness.properties.lossless import losses
from tokparity.harness.properties.property import INVARIANT, PLAIN, Property, Reading, Subject, each
from tokparity.reference_impl.contract import Bytes, DecodeOptions, Encoding, Text
from tokparity.reference_impl.errors import TokparityError

KEEP = DecodeOptions(skip_special=False)


def _reading(subject: Subject) -> Reading:
    why = losses(subject.tokenizer)
    return INVARIANT if not why else Reading("observation", "; ".join(why[:2]))


def _other_text(subject: Subject, text: str, encoding: Encoding) -> str | None:
    try:
        decoded = subject.alone.decode(encoding.ids, KEEP)
    except TokparityError as error:
        return f"its ids cannot be decoded: {error}"
    match decoded:
        case Text(back):
            return None if back == text else f"comes back as {back!r:.60}"
        case Bytes(data):
            same = data == text.encode("utf-8", "surrogateescape")
            return None if same else f"comes back as {data!r:.60}"


ROUND_TRIP = Property(
    "round trip", "a text is what its ids are decoded to", _reading, each(_other_text)
)


def _other_ids(subject: Subject, text: str, encoding: Encoding) -> str | None:
    try:
        decoded = subject.alone.decode(encoding.ids, KEEP)
        if isinstance(decoded, Bytes):
            again = subject.alone.encode(decoded.value.decode("utf-8"), PLAIN)
        else:
            again = subject.alone.encode(decoded.value, PLAIN)
    except (TokparityError, UnicodeDecodeError) as error:
        return f"what its ids are decoded to cannot be encoded: {error}"
    return None if again.ids == encoding.ids else "other ids the second time"


RE_ENCODED = Property(
    "ids encoded again",
    "the ids of a text are those of the text that they are decoded to",
    lambda subject: Reading("observation", "decoding may add, drop or join"),
    each(_other_ids),
)
