"""Added tokens as the classes of transformers find them that answer in Python alone.

Not here: which tokens there are and their ids (`formats.model_folder.python_classes`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tokparity.reference_impl.added_tokens.passes import AddedToken, Search
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class PythonTokenPass:
    """One pass: cuts a text at its added tokens, and takes white space from the text beside them.

    Without `parse_special` no token is looked for at all, special or not. `white_space`: what
    `str.strip` takes away. `codes`, of Marian, are ids by piece and the one of all others: a
    stretch that begins with ">>" up to "<<" names a language, and is a token.
    Source: transformers 5.23 tokenization_python.py `tokenize`.
    """

    by_content: Mapping[str, AddedToken]
    search: Search
    white_space: str
    codes: tuple[Mapping[str, int], int] | None = None

    def split(self, text: Aligned, parse_special: bool) -> list[tuple[Aligned, AddedToken | None]]:
        """The stretches of a text and the token each is, empty ones left out."""
        parts = self._cut(text) if parse_special else [text[:]]
        tokens = [self.by_content.get(part.text) if parse_special else None for part in parts]
        for at, token in enumerate(tokens):
            # A part that was joined to its neighbour is the token no more.
            if token is not None and parts[at].text == token.content:
                self._apply(token, parts, at)
        stretches: list[tuple[Aligned, AddedToken | None]] = []
        for part in parts:
            token = self.by_content.get(part.text) if parse_special else None
            if token is None and self.codes is not None:
                stretches += self._with_code(part)
            elif len(part):
                stretches.append((part, token))
        return stretches

    def _cut(self, text: Aligned) -> list[Aligned]:
        parts, done = [], 0
        for start, end in self.search(text.text):
            parts += [text[done:start], text[start:end]] if done < start else [text[start:end]]
            done = end
        return [*parts, text[done:]] if done < len(text) else parts

    def _apply(self, token: AddedToken, parts: list[Aligned], at: int) -> None:
        """The flags of one token, on the parts beside it."""
        left = parts[at - 1] if at > 0 else text_of("")
        right = parts[at + 1] if at + 1 < len(parts) else text_of("")
        if token.rstrip and len(right):
            parts[at + 1] = right[len(right) - len(right.text.lstrip(self.white_space)) :]
        if token.lstrip and len(left):
            parts[at - 1] = left[: len(left.text.rstrip(self.white_space))]
        if not token.single_word:
            return
        if len(left) and left.text[-1] != " ":
            parts[at - 1] = _joined(parts[at - 1], parts[at])
            parts[at] = text_of("")
        elif len(right) and right.text[0] != " ":
            parts[at + 1] = _joined(parts[at], parts[at + 1])
            parts[at] = text_of("")

    def _with_code(self, part: Aligned) -> list[tuple[Aligned, AddedToken | None]]:
        """Source: transformers 5.23 models/marian/tokenization_marian.py `remove_language_code`."""
        assert self.codes is not None
        ids, unknown = self.codes
        end = part.text.find("<<") + 2 if part.text.startswith(">>") else 1
        if end < 2:
            return [(part, None)] if len(part) else []
        code = part.text[:end]
        token = self.by_content.get(code) or AddedToken(ids.get(code, unknown), code)
        rest: list[tuple[Aligned, AddedToken | None]] = [(part[end:], None)]
        return [(part[:end], token), *(rest if end < len(part) else [])]


def text_of(text: str) -> Aligned:
    """A text that stands for none of the original."""
    return Aligned(text, (~0,) * len(text))


def _joined(left: Aligned, right: Aligned) -> Aligned:
    return Aligned(left.text + right.text, (*left.origin, *right.origin))
