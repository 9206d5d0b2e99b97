"""TEMPORARY: stands in for the pinned NFKC."""

import unicodedata
from dataclasses import dataclass

from reference_impl.text import Aligned


@dataclass(frozen=True, slots=True)
class NFKC:
    def normalize(self, text: Aligned) -> Aligned:
        done = unicodedata.normalize("NFKC", text.text)
        if done == text.text:
            return text
        if len(done) == len(text.text):
            return Aligned(done, text.origin)
        return Aligned(done, tuple(text.origin[min(i, len(text) - 1)] for i in range(len(done))))
