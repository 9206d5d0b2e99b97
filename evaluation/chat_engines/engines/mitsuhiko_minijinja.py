"""The adapter for `minijinja`: Jinja in Rust, on which several inference servers render.

Set up as mistral.rs does (mistralrs-core/src/pipeline/chat_template.rs): blocks trimmed on both
sides, the methods of Python's strings, lists and dicts (`pycompat`), `raise_exception` and
`strftime_now`. text-generation-inference sets up the same without trimming. Those servers rewrite
some templates first (`[::-1]`, `{% generation %}`); that is not done. What a template is given are
Python's values as the binding wraps them: a dict's `items()` is Python's. Nobody of them has a
field to go on with a message.
"""

import json
from datetime import datetime
from typing import Any, NoReturn

from evaluation.chat_engines.engines.templates import FORMATS, template_for, templates_of
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase, Format, Options, Rendered


class TemplateException(Exception):
    """What a template said through `raise_exception`."""


class MitsuhikoMinijinja:
    """One environment for the templates of an artefact; each is compiled once."""

    def __init__(self, templates: Templates, environment: Any) -> None:
        self._templates, self._environment = templates, environment

    @classmethod
    def load(cls, artefact: Artefact) -> "MitsuhikoMinijinja":
        from minijinja import Environment

        environment: Any = Environment(trim_blocks=True, lstrip_blocks=True, pycompat=True)
        environment.debug = False
        environment.add_function("raise_exception", _raise_exception)
        environment.add_function("strftime_now", _strftime_now)
        return cls(templates_of(artefact), environment)

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("minijinja")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format in FORMATS

    def chat(self, case: ChatCase) -> Rendered:
        conversation = Conversation.from_json(json.loads(case.conversation))
        if conversation.continued is not None:
            raise NotImplementedError("there is no field to go on with a message")
        template = template_for(self._templates, conversation)
        variables = {
            **template.special_tokens,
            **conversation.variables,
            "messages": list(conversation.messages),
            "tools": None if conversation.tools is None else list(conversation.tools),
            "documents": None if conversation.documents is None else list(conversation.documents),
            "add_generation_prompt": conversation.add_generation_prompt,
        }
        return Rendered(str(self._environment.render_str(template.source, **variables)))


def _raise_exception(message: Any) -> NoReturn:
    raise TemplateException(message)


def _strftime_now(format: str) -> str:
    now: datetime = NOW
    return now.strftime(format)


ORACLE = OracleSpec(
    module=__name__,
    adapter="MitsuhikoMinijinja",
    engine="minijinja",
    distribution="minijinja",
    formats=("chat_template", "tokenizer_config.json", "gguf"),
    decodes="text",
    reports_offsets=False,
    chats=True,
    library="MiniJinja",
)
