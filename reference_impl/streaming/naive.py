"""`NAIVE`: ways of decoding one by one that are often written, and wrong.

Each has the fault that its docstring names. They are there to see that the invariants and `run`
find them (engine "stream:WAY", `python -m evaluation.tables.naive_streams`), and for `tokparity
stream --way WAY` to show. Not for use: none gives the text of all ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.streaming.incremental import Beyond, Maker, text_of
from tokparity.reference_impl.streaming.window_diff import WINDOW, WindowDiff
from tokparity.reference_impl.tokenizer.safe_encoding import special_ids
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

_REPLACEMENT = "\ufffd"


class EachAlone:
    """Decodes every token by itself: a character of two is two U+FFFD, and each word is the first
    of its text, without its space (vllm #984, transformers #22710)."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        """There is nothing to forget."""

    def push(self, token_id: int) -> str:
        return text_of(self._tokenizer.decode([token_id], self._options))

    def flush(self) -> str:
        return ""


class WholeHistory:
    """Decodes all ids at each push and gives what is longer, with nothing held back: U+FFFD for
    the beginning of a character, and no character. A push costs as much as the reply is long."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._ids = list(prompt_ids)
        self._given = len(self._text()) if prompt_ids else 0

    def push(self, token_id: int) -> str:
        self._ids.append(token_id)
        text = self._text()
        new, self._given = text[self._given :], len(text)
        return new

    def flush(self) -> str:
        return ""

    def _text(self) -> str:
        return text_of(self._tokenizer.decode(self._ids, self._options))


class WindowByCharacters:
    """Holds an incomplete character back, and then cuts as many characters off as the text before
    the new token has: U+FFFD is one of them, and the character that comes in its place is lost."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._ids = list(prompt_ids[1 - WINDOW :])

    def push(self, token_id: int) -> str:
        window = [*self._ids, token_id]
        text, before = self._text(window), self._text(self._ids)
        self._ids = window[1 - WINDOW :]
        return "" if text.endswith(_REPLACEMENT) else text[len(before) :]

    def flush(self) -> str:
        return ""

    def _text(self, ids: list[int]) -> str:
        return text_of(self._tokenizer.decode(ids, self._options)) if ids else ""


class WindowWithoutMemory:
    """Keeps the last tokens whether they gave text or not, and knows of no text that was given
    before them: behind three that give none, the next is the first of a text (lmdeploy #992)."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._ids: list[int] = []
        self._pending = 0
        self._beyond = Beyond("")
        for token_id in prompt_ids:
            self.push(token_id)
        self._beyond = Beyond(self.flush())

    def push(self, token_id: int) -> str:
        window = [*self._ids, token_id]
        text = self._text(window)
        if text.endswith(_REPLACEMENT) and self._pending < WINDOW - 1:
            self._ids, self._pending = window, self._pending + 1
            return ""
        new = text[len(self._text(self._ids[: len(self._ids) - self._pending])) :]
        self._ids, self._pending = window[1 - WINDOW :], 0
        return self._beyond.take(new)

    def flush(self) -> str:
        settled = self._ids[: len(self._ids) - self._pending]
        return self._beyond.take(self._text(self._ids)[len(self._text(settled)) :])

    def _text(self, ids: list[int]) -> str:
        return text_of(self._tokenizer.decode(ids, self._options))


class SpecialsEndWindow:
    """Takes special tokens out before the window sees them, and begins a new one behind each: what
    comes there is the first of a text, and a character that it stands in is broken."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self._special = special_ids(tokenizer)
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        special = [at for at, token_id in enumerate(prompt_ids, 1) if token_id in self._special]
        behind = prompt_ids[special[-1] if special else 0 :]
        self._window = WindowDiff(self._tokenizer, behind, self._options)

    def push(self, token_id: int) -> str:
        if token_id not in self._special:
            return self._window.push(token_id)
        rest = self._window.flush()
        self._window.reset()
        return rest + text_of(self._tokenizer.decode([token_id], self._options))

    def flush(self) -> str:
        return self._window.flush()


class CleanedWindow:
    """Takes the spaces before punctuation out of the text of each window: a space that was given
    stays, and what comes behind it is cut off by its length."""

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._window = WindowDiff(_Cleaned(tokenizer), prompt_ids, options)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._window.reset(prompt_ids)

    def push(self, token_id: int) -> str:
        return self._window.push(token_id)

    def flush(self) -> str:
        return self._window.flush()


@dataclass(frozen=True, slots=True)
class _Cleaned:
    tokenizer: Tokenizer

    def decode(self, token_ids: Sequence[int], options: DecodeOptions, /) -> Text:
        return Text(clean_up(text_of(self.tokenizer.decode(token_ids, options))))


NAIVE: dict[str, Maker] = {
    "each_alone": EachAlone,
    "whole_history": WholeHistory,
    "window_by_characters": WindowByCharacters,
    "window_without_memory": WindowWithoutMemory,
    "specials_end_window": SpecialsEndWindow,
    "cleaned_window": CleanedWindow,
}
