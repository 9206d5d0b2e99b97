r"""`--escaped`: a text of the command line written in ASCII, as JSON escapes it.

Any shell in any locale passes it on unchanged, and it can hold what no argument can: U+0000, and
bytes that are no UTF-8 ("\udcff", as Python writes the byte FF).
"""

import json

import click

escaped_option = click.option(
    "--escaped",
    is_flag=True,
    help=r"TEXT is written with JSON's escapes: 'a\u0301', 'two\nlines'.",
)


def unescaped(text: str) -> str:
    r"""The text that is meant. Errors: click.BadParameter.

    >>> unescaped(r"a\u0062\n")
    'ab\n'
    """
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError as error:
        raise click.BadParameter(
            f'--escaped: no JSON string: {error}; a backslash is written \\\\, a quote \\"'
        ) from None
