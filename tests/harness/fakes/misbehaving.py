"""The real `tokenizers` adapter, going wrong on texts that hold a trigger word."""

import os
import time
from dataclasses import replace

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
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
        for descriptor in range(1, 64):
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
