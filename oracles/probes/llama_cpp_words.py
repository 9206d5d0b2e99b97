"""The words that llama.cpp cuts texts into, through vocabularies made for them (`probes`).

What is known of a `pre` beforehand is only how its words are written (spelled as bytes or not,
spaces escaped or not); where they end, llama.cpp says.
"""

from collections.abc import Iterable, Sequence

from tokparity.oracles.probes.probe import NotLocated, Probe, word_probe
from tokparity.reference_impl.formats.gguf.pre import Pre
from tokparity.reference_impl.pre_tokenizers.llama_cpp_bytes import read
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spell

MARK = "\u2581"
Row = tuple[str, int, int]


def probe_of(pre: Pre, texts: Iterable[str], model: str) -> Probe:
    """The vocabulary that shows the words of any of the texts. Raises BeyondUnicode."""
    contents = [_with_marks(pre, read(Aligned.of(text)).text) for text in texts]
    if "words_of_lines" in pre.quirks:
        contents += [MARK + line for text in contents for line in text.split("\n")]
    return word_probe(pre.name, contents, model=model, spelled=pre.byte_encode)


def word_rows(pre: Pre, text: str, words: Sequence[str]) -> list[Row]:
    """(word, start, end) of each word, in characters of the text; a mark put in front has none.

    Raises NotLocated.
    """
    aligned = read(Aligned.of(text))
    content = _with_marks(pre, aligned.text)
    units = [_spelling(pre, char) for char in content]
    rows: list[Row] = []
    at = 0
    for word in words:
        rest = word
        if "words_of_lines" in pre.quirks and content[at : at + 1] != MARK:
            rest = word.removeprefix(MARK)
        start = at
        while rest and at < len(units) and rest.startswith(units[at]):
            rest = rest.removeprefix(units[at])
            at += 1
        if rest or at == start:
            raise NotLocated(f"{word!r} at character {start} of {text!r}")
        rows.append((word, *aligned.span(start, at)))
    if at != len(units):
        raise NotLocated(f"nothing is left at character {at} of {text!r}")
    return rows


def _spelling(pre: Pre, char: str) -> str:
    return spell(char.encode("utf-8", "surrogatepass")) if pre.byte_encode else char


def _with_marks(pre: Pre, text: str) -> str:
    return text.replace(" ", MARK) if pre.escape_whitespaces else text
