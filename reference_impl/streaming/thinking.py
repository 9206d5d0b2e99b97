"""`ThinkingFilter`: parts the thoughts of a model from its answer, while both come in chunks."""

from typing import NamedTuple

START, END = "<think>", "</think>"
WHITE_SPACE = " \t\r\n"
"""What may stand between the end of a thought and the answer, and is neither."""


class Parted(NamedTuple):
    """What is known now of the answer and of the thoughts."""

    answer: str = ""
    thought: str = ""


def parted(text: str, start: str = START, end: str = END, *, inside: bool = False) -> Parted:
    """The answer and the thoughts of a whole text: what a `ThinkingFilter` gives of its chunks.

    >>> parted("<think>so</think>\\n\\nYes <b")
    Parted(answer='Yes <b', thought='so')
    """
    answer: list[str] = []
    thought: list[str] = []
    found = start
    while found:
        part, found, text = text.partition(end if inside else start)
        (thought if inside else answer).append(part)
        text = text.lstrip(WHITE_SPACE) if inside else text
        inside = not inside
    return Parted("".join(answer), "".join(thought))


class ThinkingFilter:
    """A text between two tags is a thought, and so is one whose end never comes; tags and the white
    space behind an end tag are neither.

    A tag may come in any number of chunks: what may be the beginning of one waits. Only the tag
    itself counts, letter by letter: "<think >" and "<thinking>" are text, and a start tag within a
    thought is part of it. `inside`: the prompt ended with a start tag, so that a thought comes
    first. What the chunks are makes no difference to the whole.

    >>> parts = ThinkingFilter()
    >>> [tuple(parts.push(chunk)) for chunk in ("<thi", "nk>so</th", "ink>\\n", "\\nYes <b")]
    [('', ''), ('', 'so'), ('', ''), ('Yes <b', '')]
    """

    def __init__(self, start: str = START, end: str = END, *, inside: bool = False) -> None:
        if not start or not end:
            raise ValueError("a tag has at least one character")
        self._start, self._end, self._begins_inside = start, end, inside
        self.reset()

    def reset(self) -> None:
        """Forget everything, for another reply to the same prompt."""
        self._inside = self._begins_inside
        self._waiting = ""
        self._behind_end = False

    def push(self, chunk: str) -> Parted:
        """What one more chunk settles."""
        answer: list[str] = []
        thought: list[str] = []
        text, self._waiting = self._waiting + chunk, ""
        while text:
            if self._behind_end:
                text = text.lstrip(WHITE_SPACE)
                self._behind_end = not text
            tag = self._end if self._inside else self._start
            settled, found, text = text.partition(tag)
            if not found:
                settled, self._waiting = _before_tag(settled, tag)
            (thought if self._inside else answer).append(settled)
            if found:
                self._behind_end, self._inside = self._inside, not self._inside
        return Parted("".join(answer), "".join(thought))

    def flush(self) -> Parted:
        """At the end, the beginning of a tag is text as any other."""
        rest, self._waiting = self._waiting, ""
        return Parted(thought=rest) if self._inside else Parted(answer=rest)


def _before_tag(text: str, tag: str) -> tuple[str, str]:
    """A text without a tag, cut where one may begin.

    >>> _before_tag("a <<thi", "<think>")
    ('a <', '<thi')
    """
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if text.endswith(tag[:size]):
            return text[:-size], text[-size:]
    return text, ""
