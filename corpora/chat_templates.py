"""Chat templates of the formats that models publish, in words of our own: `templates/*.jinja`.

The first comment of each names the format, the second the special tokens that it may write. Not
here: the templates of models (`reference_impl.formats.template_sources` reads those from their
files).
"""

import re
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.chat.template import ChatTemplate

_TOKEN = re.compile(r"(\w+_token): (\S+)")
_COMMENT = re.compile(r"{#-? (.*?) -?#}", re.DOTALL)
_MARK = re.compile(r"<[/|｜]?[^\s<>'\"]{1,40}>|\[/?[A-Z_]{3,30}\]|</?\w+>")


@cache
def chat_templates() -> dict[str, ChatTemplate]:
    """Each template by its name ("llama3"), with its special tokens."""
    templates = {}
    for path in sorted(
        (files("tokparity.corpora") / "templates").iterdir(), key=lambda file: file.name
    ):
        if path.name.endswith(".jinja"):
            source = path.read_text("utf-8")
            _, tokens = _COMMENT.findall(source)[:2]
            name = path.name.removesuffix(".jinja")
            templates[name] = ChatTemplate(source, dict(_TOKEN.findall(tokens)))
    return templates


def format_of(template: ChatTemplate) -> str:
    """What the first comment says that the template follows.

    >>> format_of(chat_templates()["yi"])[:14]
    'Yi chat: ChatM'
    """
    return str(_COMMENT.findall(template.source)[0]).removeprefix("Format: ")


def marks(template: ChatTemplate) -> tuple[str, ...]:
    """What of a template's text looks like a token of control, in order, each once.

    >>> marks(ChatTemplate("{{ '<|im_start|>' + x }}[INST]</s>", {"eos_token": "</s>"}))
    ('<|im_start|>', '[INST]', '</s>')
    """
    written = _MARK.findall(template.source)
    return tuple(dict.fromkeys([*written, *template.special_tokens.values()]))
