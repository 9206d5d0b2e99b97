"""The Jinja in which chat templates are written: what `transformers` adds to it and takes from it.

Jinja2's immutable sandbox, in which no value that a template is given can be changed and no
attribute of Python's own is reached. Blocks take the white space around them along; `break` and
`continue` are known. Source: transformers 5.23 utils/chat_template_utils.py. Not here: what a
template is given (`chat_template`), and bounds of time and memory (`bounded`).
"""

import json
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import Template, nodes
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.runtime import Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

from tokparity.reference_impl.chat.generation import written

_COMPILED = 64
"""Templates kept compiled: compiling costs some milliseconds, rendering a tenth of one."""


class TemplateRefusal(TemplateError):
    """`raise_exception` was called, with this message."""


class _Generation(Extension):
    """`{% generation %}…{% endgeneration %}`: what stands between is the model's own.

    The text is the same without the tags, but what is set inside stays inside, as in a macro.
    Where it stands is told to `chat.generation`.
    """

    tags = {"generation"}  # noqa: RUF012 - declared by Jinja as what an instance has

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_text"), [], [], body).set_lineno(line)

    @staticmethod
    def _text(caller: Macro) -> str:
        return written(caller)


class _MakesDict:
    """What `dict` is in a template: makes one, and has no method that leads elsewhere."""

    def __call__(self, *args: Any, **fields: Any) -> dict[Any, Any]:
        return dict(*args, **fields)

    def fromkeys(self, *args: Any) -> dict[Any, Any]:
        return dict.fromkeys(*args)


class _PublicNamespace(Namespace):
    """`namespace`, refusing names that begin with an underscore; `self` is one like any other."""

    def __init__(*args: Any, **fields: Any) -> None:
        own, *mappings = args
        names = dict(*mappings, **fields)
        for name in names:
            _check_name(name)
        Namespace.__init__(own, names)

    def __setitem__(self, name: str, value: Any) -> None:
        _check_name(name)
        super().__setitem__(name, value)


def _check_name(name: object) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise SecurityError(f"a namespace takes no name with an underscore first: {name!r}")


def _raise_exception(message: Any) -> NoReturn:
    raise TemplateRefusal(message)


def _tojson(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """JSON as it is, where Jinja's own filter would write "<" as an escape."""
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )


@lru_cache(maxsize=_COMPILED)
def compiled(source: str) -> Template:
    """A template, compiled. Raises `jinja2.TemplateSyntaxError`, and what Python's compiler does.

    `strftime_now` is no part of it: which time it is is given with the conversation.
    """
    known = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, loopcontrols]
    )
    known.filters["tojson"] = _tojson
    known.globals |= {
        "raise_exception": _raise_exception,
        "dict": _MakesDict(),
        "namespace": _PublicNamespace,
    }
    return known.from_string(source)
