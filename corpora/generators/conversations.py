"""`conversation`: a conversation of a number, made to go through the branches of chat templates.

Most are what clients send: a system prompt or none, user and assistant by turns, tools called and
answered. The rest is what goes wrong: roles out of turn, contents that are empty, in parts or no
text, white space at the ends, text that looks like the template's own tokens, thoughts in a field
or in the content. Depends on (seed, number, marks) alone.
"""

from collections.abc import Sequence
from typing import Any

from tokparity.corpora.generators import whitespace
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation

WORDS = (
    *("Hello", "what", "is", "2+2?", "yes", "no", "def f(x):\n    return x", "a < b & c > 'd'"),
    *(
        "naïve",
        "日本語",
        "مرحبا",
        "🙂👩‍👩‍👧",
        "e\u0301",
        "\u2028",
        "\\n",
        '"quoted"',
        "{{ x }}",
        "{% if %}",
    ),
    *("https://example.com/?q=1", "1,234.5", "\u0000", "\ufeff", "ǅ", "İ", "ß", "%s", "# Title"),
)
ROLES = (
    *("user", "user", "user", "assistant", "assistant", "assistant", "tool", "tool", "system"),
    *("developer", "ipython", "function", ""),
)
"""Of turns without order, some more often."""
_NAMES = ("get_weather", "add", "search-web", "größe", "f")
_VALUES: tuple[Any, ...] = (
    *("Paris", "", 'a "b"', "é\n", "</tool_call>", 3, -1.5, 1e300, True, False, None),
    *([], {}, [1, "a"], {"z": 1, "a": [None]}),
)
_TYPES = ("string", "integer", "number", "boolean", "array", "object", ["string", "null"])


def conversation(seed: int | str, number: int, marks: Sequence[str] = ()) -> Conversation:
    """`marks`: what to put into contents because it looks like the template's own tokens."""
    return drawn(Rng("conversation", seed, number), marks)


def drawn(rng: Rng, marks: Sequence[str] = ()) -> Conversation:
    """The conversation that a source of chance makes."""
    make = _Maker(rng, marks, plain=rng.chance(0.4))
    messages = make.messages()
    prompt, continued = rng.chance(0.5), None
    if rng.chance(0.5 if messages[-1].get("role") == "assistant" else 0.05):
        continued = rng.choice(("content", "content", "content", "reasoning_content"))
        prompt = prompt and rng.chance(0.1)
    variables: dict[str, Any] = {}
    if rng.chance(0.2):
        variables["enable_thinking"] = rng.chance(0.5)
    if rng.chance(0.1):
        variables["reasoning_effort"] = rng.choice(("low", "high"))
    if rng.chance(0.03):
        variables["bos_token"] = rng.choice(("", "<B>"))
    tools = tuple(make.tool() for _ in range(rng.between(0, 3))) if rng.chance(0.45) else None
    documents = tuple(make.document() for _ in range(rng.between(0, 3)))
    has_documents = rng.chance(0.2)
    return Conversation(
        tuple(messages), tools, documents if has_documents else None, prompt, continued, variables
    )


class _Maker:
    """Parts of one conversation; of a `plain` one every message is a text in turn."""

    def __init__(self, rng: Rng, marks: Sequence[str], plain: bool) -> None:
        self.rng, self.marks, self.plain = rng, marks, plain

    def messages(self) -> list[dict[str, Any]]:
        """A system prompt first, later or nowhere, then turns, in order or not."""
        rng = self.rng
        ordered = self.plain or rng.chance(0.6)
        turns: list[dict[str, Any]] = []
        for index in range(rng.between(1, 5)):
            if not ordered:
                turns.append(self.message(rng.choice(ROLES)))
            elif index % 2 == 0:
                turns.append(self.message("user"))
            else:
                turns += self.answer()
        if rng.chance(0.5):
            first = 0 if self.plain or rng.chance(0.7) else rng.between(0, len(turns))
            turns.insert(first, self.message(rng.choice(("system",) * 9 + ("developer",))))
        return turns

    def answer(self) -> list[dict[str, Any]]:
        """A turn of the assistant, before which tools may be called and answer."""
        rng = self.rng
        if self.plain or rng.chance(0.5):
            return [self.message("assistant")]
        calling = self.message("assistant")
        if rng.chance(0.7):
            calling["content"] = rng.choice((None, ""))
        calling["tool_calls"] = [self.call() for _ in range(rng.between(0, 2))]
        answers = [self.message("tool") for _ in calling["tool_calls"]]
        for call, answer in zip(calling["tool_calls"], answers, strict=True):
            answer |= {"tool_call_id": call.get("id", "1"), "name": "f"}
        return [calling, *answers, *([self.message("assistant")] if rng.chance(0.8) else [])]

    def message(self, role: str) -> dict[str, Any]:
        """One message; now and then without its role or its content."""
        rng = self.rng
        message: dict[str, Any] = {"role": role, "content": self.content()}
        if not self.plain and rng.chance(0.02):
            del message[rng.choice(("role", "content"))]
        if role == "assistant" and rng.chance(0.25):
            message[rng.choice(THOUGHTS)] = self.text()
        if rng.chance(0.03):
            message["name"] = rng.choice(_NAMES)
        return message

    def content(self) -> Any:
        rng = self.rng
        if self.plain:
            return self.text()
        if rng.chance(0.15):
            return [self.part() for _ in range(rng.between(0, 3))]
        if rng.chance(0.02):
            return rng.choice((None, 5, {"text": "a"}, ["a"], True))
        return self.text()

    def part(self) -> dict[str, Any]:
        rng = self.rng
        if rng.chance(0.1):
            return {"type": "image"}
        if rng.chance(0.05):
            return {"type": "image_url", "image_url": {"url": "data:,"}}
        return {"type": "text", "text": self.text()}

    def text(self) -> str:
        """Words, marks and thoughts, with white space between and at the ends."""
        rng = self.rng
        parts = []
        for _ in range(rng.between(0, 4)):
            if self.marks and rng.chance(0.12):
                parts.append(rng.choice(self.marks))
            else:
                parts.append(rng.choice(WORDS))
            parts.append(whitespace.run(rng) if rng.chance(0.1) else " ")
        text = "".join(parts if rng.chance(0.2) else parts[:-1])
        if rng.chance(0.1):
            text = f"<think>{rng.choice(('', chr(10)))}{text}{chr(10)}</think>{text}"
        elif rng.chance(0.05):
            text = f"{text}{rng.choice(('<think>', '</think>'))}{text}"
        if rng.chance(0.15):
            text = whitespace.run(rng) + text
        return text + whitespace.run(rng) if rng.chance(0.15) else text

    def call(self) -> dict[str, Any]:
        rng = self.rng
        arguments: Any = {rng.choice(_NAMES): rng.choice(_VALUES) for _ in range(rng.between(0, 3))}
        if rng.chance(0.15):
            arguments = rng.choice(('{"a": 1}', "", "not json"))
        inner = {"name": rng.choice(_NAMES), "arguments": arguments}
        if rng.chance(0.1):
            return inner
        call: dict[str, Any] = {"type": "function", "function": inner}
        if rng.chance(0.8):
            call["id"] = rng.choice(("call_0001", "123456789", "x"))
        return call

    def tool(self) -> dict[str, Any]:
        rng = self.rng
        properties = {
            rng.choice(_NAMES): {"type": rng.choice(_TYPES), "description": self.text()}
            for _ in range(rng.between(0, 3))
        }
        if properties and rng.chance(0.3):
            properties[next(iter(properties))] |= {"enum": ["é", "<b>", "c"]}
        parameters = {"type": "object", "properties": properties}
        if rng.chance(0.7):
            parameters["required"] = list(properties)[: rng.between(0, 2)]
        inner = {"name": rng.choice(_NAMES), "description": self.text(), "parameters": parameters}
        return {"type": "function", "function": inner} if rng.chance(0.9) else inner

    def document(self) -> dict[str, Any]:
        return {"title": self.text(), "text": self.text()}
