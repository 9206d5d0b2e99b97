"""A text's ids do not depend on the texts that came before it, or beside it."""

from dataclasses import replace

from tokparity.harness.properties.property import INVARIANT, PLAIN, Breach, Property, Subject
from tokparity.reference_impl.contract import Encoding


def _differing(subject: Subject) -> tuple[int, list[Breach]]:
    """The plain encodings, made one by one, against those of a tokenizer that starts afresh and
    takes all texts as one batch, last first."""
    afresh = replace(subject.alone)
    texts = [text for text, _ in subject.encoded][::-1]
    answers = list(afresh.encode_batch(texts, PLAIN).observations())[::-1]
    found = []
    for (text, alone), answer in zip(subject.encoded, answers, strict=True):
        if not isinstance(answer, Encoding) or answer != alone:
            found.append(Breach(text, "is encoded otherwise in a batch"))
    return len(answers), found


BATCHES = Property(
    "batch as one by one",
    "a text in a batch is encoded as it is alone",
    lambda subject: INVARIANT,
    _differing,
)
