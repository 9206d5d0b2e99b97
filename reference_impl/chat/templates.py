"""`Templates`: the chat templates of a model. Not here: its files (`formats.template_sources`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tokparity.reference_impl.chat.errors import NoTemplate
from tokparity.reference_impl.chat.template import ChatTemplate

DEFAULT, TOOL_USE = "default", "tool_use"


@dataclass(frozen=True, slots=True)
class Templates:
    """Name → source; the only one of a model, and the main one of several, is "default"."""

    sources: Mapping[str, str] = field(default_factory=dict)
    special_tokens: Mapping[str, str] = field(default_factory=dict)

    def choose(self, name: str | None = None, tools: bool = False) -> tuple[str, ChatTemplate]:
        """The template of this name; without one that for tools where there are `tools`, else
        the default. Errors: NoTemplate.

        >>> Templates({"default": "a", "tool_use": "b"}).choose(tools=True)[0]
        'tool_use'
        """
        if not self.sources:
            raise NoTemplate("no chat template: this file has none, and none stands beside it")
        there = ", ".join(map(repr, sorted(self.sources)))
        if name is None:
            name = TOOL_USE if tools and TOOL_USE in self.sources else DEFAULT
            if name not in self.sources:
                raise NoTemplate(f"no chat template is the default; name one of {there}")
        elif name not in self.sources:
            raise NoTemplate(f"no chat template is called {name!r}; there are {there}")
        return name, ChatTemplate(self.sources[name], self.special_tokens)
