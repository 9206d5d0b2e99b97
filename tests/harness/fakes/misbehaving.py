"""The real `tokenizers` adapter, going wrong on texts that hold a trigger word."""

import os
import time
from dataclasses import replace

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
from tokparity.oracles.adapters.huggingface_tokenizers_batch import (
    ORACLE,
    HuggingfaceTokenizersBatch,
)
from tokparity.reference_impl.batches import Encodings

TRIGGER = "boom"


class _Triggered(HuggingfaceTokenizers):
    def encode(self, text, options):
        if TRIGGER in text:
            self.misbehave()
        return super().encode(text, options)

    def encode_into(self, text, options, out):
        if TRIGGER in text:
            self.misbehave()
        super().encode_into(text, options, out)


class Crashes(_Triggered):
    def misbehave(self):
        os.abort()


class Hangs(_Triggered):
    def misbehave(self):
        time.sleep(3600)


class PrintsGarbage(_Triggered):
    """Writes noise into every pipe it has, the protocol's among them."""

    def misbehave(self):
        for descriptor in range(1, 4096):  # whatever its number is, of a parent with many
            try:
                os.write(descriptor, b"\xffgarbage\n" * 64)
            except OSError:
                continue


class SwapsIds(HuggingfaceTokenizers):
    """A library that numbers two tokens the other way round."""

    def encode_into(self, text, options, out):
        plain = Encodings()
        super().encode_into(text, options, plain)
        (found,) = plain.observations()
        other = {5: 6, 6: 5}
        out.add(replace(found, ids=tuple(other.get(one, one) for one in found.ids)))


class _WrongLibrary:
    """A tokenizer whose batch call is wrong: `wrong(at, count)` of the encodings lose an id."""

    def __init__(self, tokenizer, wrong):
        self.tokenizer, self.wrong = tokenizer, wrong

    def __getattr__(self, name):
        return getattr(self.tokenizer, name)

    def encode_batch(self, texts, **options):
        found = self.tokenizer.encode_batch(texts, **options)
        for at, encoding in enumerate(found):
            if self.wrong(at, len(texts)):
                encoding.truncate(max(len(encoding.ids) - 1, 0))
        return found


class _LosesIds(HuggingfaceTokenizersBatch):
    def encode_batch(self, texts, options):
        library = self._tokenizer
        self._tokenizer = _WrongLibrary(library, self.wrong)
        try:
            return super().encode_batch(texts, options)
        finally:
            self._tokenizer = library


class MixesThreads(_LosesIds):
    """The second thread of several loses an id."""

    def wrong(self, at, count):
        return at * ORACLE.threads // count == 1


class LosesInLargeBatches(_LosesIds):
    """Only what comes behind the thirtieth text of a batch loses an id."""

    def wrong(self, at, count):
        return at >= 30


class FailsInBatches(HuggingfaceTokenizersBatch):
    """No batch is answered that has the letter e."""

    def encode_batch(self, texts, options):
        if any("e" in text for text in texts):
            raise ValueError("no")
        return super().encode_batch(texts, options)
