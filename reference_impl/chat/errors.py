"""What can be wrong with a conversation or its template, as one tree; each is one line.

TokparityError
└── ChatError
    ├── NoTemplate       the model has no template, or none of this name
    ├── BadTemplate      a template is no Jinja
    ├── TemplateRefused  a template called `raise_exception`: the message is the template's
    ├── TemplateFailed   a template is good, and cannot be rendered with this conversation
    ├── TemplateLimit    a template takes too long, too much memory, or says too much
    ├── NoMask           which ids of a text are the model's own cannot be told
    └── BadConversation  messages, tools or documents are not of their shape
"""

from tokparity.reference_impl.errors import TokparityError

_LONGEST = 300


class ChatError(TokparityError):
    """The root; `args` alone make the same error again, in another process."""


class NoTemplate(ChatError):
    """There is nothing to render with.

    >>> str(NoTemplate("no chat template is called 'rag'; there are 'default', 'tool_use'"))
    "no chat template is called 'rag'; there are 'default', 'tool_use'"
    """


class BadTemplate(ChatError):
    """A template does not parse. `line` counts from 1; 0 where it cannot be told.

    >>> str(BadTemplate(3, "unexpected '}'"))
    "the chat template is no Jinja: line 3: unexpected '}'"
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line, self.reason = line, reason

    def __str__(self) -> str:
        return f"the chat template is no Jinja: {_at(self.line)}{one_line(self.reason)}"


class TemplateRefused(ChatError):
    """The template says itself that it does not take this conversation.

    >>> str(TemplateRefused(2, "Only user and assistant roles are supported!"))
    'the chat template refuses: line 2: Only user and assistant roles are supported!'
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line, self.reason = line, reason

    def __str__(self) -> str:
        return f"the chat template refuses: {_at(self.line)}{one_line(self.reason)}"


class TemplateFailed(ChatError):
    """Rendering ended in an error that the template did not mean.

    >>> str(TemplateFailed(7, "UndefinedError: 'dict object' has no attribute 'content'"))
    "the chat template fails: line 7: UndefinedError: 'dict object' has no attribute 'content'"
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line, self.reason = line, reason

    def __str__(self) -> str:
        return f"the chat template fails: {_at(self.line)}{one_line(self.reason)}"


class TemplateLimit(ChatError):
    """Rendering was ended: out of time, of memory, or of room for its text."""

    def __str__(self) -> str:
        return f"the chat template was stopped: {self.args[0]}"


class NoMask(ChatError):
    """A text that is rendered, and has no mask of what the model said itself."""

    def __str__(self) -> str:
        return f"no mask of generation blocks: {self.args[0]}"


class BadConversation(ChatError):
    """What was given to be rendered is no conversation."""


def _at(line: int) -> str:
    return f"line {line}: " if line else ""


def one_line(text: str) -> str:
    r"""A foreign message without what would break a line, at most 300 characters of it.

    >>> one_line("first\nsecond\x1b[0m é")
    'first\\nsecond\\x1b[0m é'
    """
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut)
