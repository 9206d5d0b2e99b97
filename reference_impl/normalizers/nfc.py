"""TEMPORARY: stands in for the pinned NFC."""

import re
import unicodedata
from dataclasses import dataclass

from reference_impl.text import Aligned

_C = re.compile(r"(?s).[\u0300-\u036f]*")


@dataclass(frozen=True, slots=True)
class NFC:
    def normalize(self, text: Aligned) -> Aligned:
        done = unicodedata.normalize("NFC", text.text)
        if done == text.text:
            return text
        out, origin = [], []
        for m in _C.finditer(text.text):
            new = unicodedata.normalize("NFC", m[0])
            old = text.origin[m.start() : m.end()]
            out.append(new)
            origin += (
                [old[0], *(old[len(old) - len(new) + 1 :])]
                if len(new) <= len(old)
                else [old[0]] * len(new)
            )
        return Aligned("".join(out), origin)
