r"""Places between characters, as look-arounds of the `regex` package."""

from tokparity.reference_impl.regexes.nodes import Anchor


def anchor(node: Anchor) -> str:
    r"""A place as a look-around: `^` is not behind the last line feed, `$` is before any.

    Source: Oniguruma 6.9.10 regexec.c, OP_BEGIN_LINE, OP_END_LINE, OP_SEMI_END_BUF.
    """
    match node.kind:
        case "line start":
            return r"(?:\A|(?<=\n)(?!\Z))"
        case "line end":
            return r"(?=\n|\Z)"
        case "text start":
            return r"\A"
        case "text end":
            return r"\Z"
        case "text end or last line feed":
            return r"(?=\n?\Z)"
        case "search start":
            return r"\G"
        case "word boundary":
            return f"(?:(?<={node.word})(?!{node.word})|(?<!{node.word})(?={node.word}))"
        case "no word boundary":
            return f"(?:(?<={node.word})(?={node.word})|(?<!{node.word})(?!{node.word}))"
    raise AssertionError(node.kind)
