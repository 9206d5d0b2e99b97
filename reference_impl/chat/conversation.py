"""`Conversation`: what is rendered, and how a file says it.

Plain JSON values throughout. What `transformers` takes besides is left out: functions as tools
(it makes their schemas itself), objects, and batches of conversations.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import NoneType
from typing import Any

from tokparity.reference_impl.chat.errors import BadConversation, one_line
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.serde_json.node import Node, read_json

Message = Mapping[str, Any]

THOUGHTS = ("reasoning_content", "thinking", "reasoning")
"""The fields under which clients send what a model thought, the one that templates read first."""
DEEPEST = 100
"""Lists and objects inside one another in a file: what clients send has ten at most."""
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KINDS = {
    "tools": (list, NoneType),
    "documents": (list, NoneType),
    "add_generation_prompt": (bool, NoneType),
    "continued": (str, NoneType),
    "variables": (dict, NoneType),
}
"""Of what a conversation may have besides messages."""
_VARIABLES = ("variables", "chat_template_kwargs")
_NAMED = frozenset(("messages", "tools", "documents", "add_generation_prompt"))


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages, oldest first, and what a request says besides.

    `continued` names the field of the last message whose text is to be gone on with ("content");
    None where the turn is closed. `variables` are handed to the template by their names, over
    everything but the fields here (`enable_thinking`).
    """

    messages: tuple[Message, ...]
    tools: tuple[Any, ...] | None = None
    documents: tuple[Any, ...] | None = None
    add_generation_prompt: bool = False
    continued: str | None = None
    variables: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "messages": list(self.messages),
            "tools": None if self.tools is None else list(self.tools),
            "documents": None if self.documents is None else list(self.documents),
            "add_generation_prompt": self.add_generation_prompt,
            "continued": self.continued,
            "variables": dict(self.variables),
        }

    def to_text(self) -> str:
        """Its JSON as a `ChatCase` holds it: what order its fields have, templates may see."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Conversation":
        """The inverse of `to_json`; what is left out is as by default."""
        tools, documents = data.get("tools"), data.get("documents")
        return cls(
            tuple(data["messages"]),
            None if tools is None else tuple(tools),
            None if documents is None else tuple(documents),
            data.get("add_generation_prompt", False),
            data.get("continued"),
            data.get("variables") or {},
        )

    @classmethod
    def from_text(cls, text: str) -> "Conversation":
        """The inverse of `to_text`, of a text that may be anything. Errors: BadConversation.

        >>> Conversation.from_text('{"messages": [{"role": "user"}]}').messages
        ({'role': 'user'},)
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadConversation(f"is not JSON: {one_line(str(error))}") from None
        if not isinstance(data, dict) or not isinstance(data.get("messages"), list):
            raise BadConversation("is no object with a list of messages")
        for name, kinds in _KINDS.items():
            if not isinstance(data.get(name), kinds):
                raise BadConversation(f"{name} is of another type")
        if _is_deep(data):
            raise BadConversation(f"is nested more than {DEEPEST} deep")
        return cls.from_json(data)

    def checked_messages(self) -> list[dict[str, Any]]:
        """The messages as a template is given them: no field is null, thoughts have every name.

        Errors: BadConversation where there are none, or a message is no object.

        >>> Conversation(({"role": "a", "reasoning": "hm", "content": None},)).checked_messages()
        [{'thinking': 'hm', 'role': 'a', 'reasoning': 'hm', 'reasoning_content': 'hm'}]
        """
        if not self.messages:
            raise BadConversation("there is no message")
        for index, message in enumerate(self.messages):
            if not isinstance(message, Mapping):
                raise BadConversation(f"messages[{index}] is no object")
        for index, document in enumerate(self.documents or ()):
            if not isinstance(document, Mapping):
                raise BadConversation(f"documents[{index}] is no object")
        for index, tool in enumerate(self.tools or ()):
            if not isinstance(tool, Mapping):
                raise BadConversation(f"tools[{index}] is no object")
        if self.continued is not None and self.add_generation_prompt:
            raise BadConversation(
                "a message to go on with, and a generation prompt after it, exclude each other"
            )
        return [_with_thoughts(message) for message in self.messages]


def _with_thoughts(message: Message) -> dict[str, Any]:
    fields = {name: value for name, value in message.items() if value is not None}
    thought = next((fields[name] for name in THOUGHTS if name in fields), None)
    if thought is None:
        return fields
    return {"thinking": thought, **fields, "reasoning_content": thought}


def read_conversation(path: Path) -> Conversation:
    """A file that holds a list of messages, or an object with `messages`, `tools`, `documents`.

    Variables of the template are an object too: `variables`, or `chat_template_kwargs`, as
    servers call them. Errors: BadArtefact, naming the field.
    """
    root = _shallow(path)
    if isinstance(root.value, list):
        return Conversation(_objects(root))
    root.mapping()
    for key in root.value:
        if key not in ("messages", "tools", "documents", *_VARIABLES):
            known = f"messages, tools, documents and {' or '.join(_VARIABLES)}"
            raise root.at(key, None).bad(f"is none of {known}")
    tools, documents = root.get("tools"), root.get("documents")
    return Conversation(
        _objects(root["messages"]),
        None if tools is None else _objects(tools),
        None if documents is None else _objects(documents),
        variables=_variables(root),
    )


def _variables(root: Node) -> dict[str, Any]:
    nodes = [node for name in _VARIABLES if (node := root.get(name)) is not None]
    if len(nodes) > 1:
        raise nodes[1].bad(f"is the same as {_VARIABLES[0]}, which is there too")
    variables = nodes[0].mapping() if nodes else {}
    for name, value in variables.items():
        if not is_variable(name):
            raise nodes[0].at(name, value).bad("is no name of a variable")
    return dict(variables)


def is_variable(name: str) -> bool:
    """Whether a variable may be called so: what has a place of its own in a request may not.

    >>> [is_variable(name) for name in ("enable_thinking", "messages", "a b")]
    [True, False, False]
    """
    return _IDENTIFIER.fullmatch(name) is not None and name not in _NAMED


def read_tools(path: Path) -> tuple[dict[str, Any], ...]:
    """A file that holds a list of tools, each its JSON schema. Errors: BadArtefact."""
    return _objects(_shallow(path))


def _shallow(path: Path) -> Node:
    """The root of a file, of which all that walks through it can go to the end."""
    root = read_json(path)
    if _is_deep(root.value):
        raise root.bad(f"is nested more than {DEEPEST} deep")
    return root


def _is_deep(whole: Any) -> bool:
    """Whether lists and objects stand inside one another more than `DEEPEST` times."""
    level, depth = [value for value in [whole] if isinstance(value, dict | list)], 0
    while level and depth <= DEEPEST:
        inside = [outer.values() if isinstance(outer, dict) else outer for outer in level]
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
        depth += 1
    return depth > DEEPEST


def _objects(node: Node) -> tuple[dict[str, Any], ...]:
    objects = tuple(item.mapping() for item in node.items())
    if not objects and node.field in ("", "messages"):
        raise BadArtefact(node.path, node.field or "(root)", "is empty")
    return objects
