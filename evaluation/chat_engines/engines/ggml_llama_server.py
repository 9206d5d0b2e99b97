"""The adapter for llama.cpp's server: its own Jinja engine, asked over HTTP on loopback.

The server is that of the `xllamacpp` wheel: `/apply-template` takes the body of a chat request and
gives the text, `/tokenize` its ids. It runs in this process, at a port that the kernel picks, and
ends with it. What it makes of a request before the template sees it (roles, contents, arguments of
calls; common/chat.cpp b11549, `common_chat_templates_apply_jinja`) is part of its answer. Its
templates know no time but the machine's. Not here: the model, made for it (`served_model`).
"""

import json
from http.client import HTTPConnection
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.chat_engines.engines.served_model import write_served_model, write_served_vocabulary
from evaluation.chat_engines.engines.templates import FORMATS, template_for, templates_of
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase, Format, Options, Rendered

SECONDS = 60
"""For one answer. Whoever started this process waits less long, and ends it."""


class ServerRefused(Exception):
    """The server's own error: its status and its message, on one line."""


class GgmlLlamaServer:
    """A server for each template of an artefact; that of a GGUF has its vocabulary, and encodes."""

    def __init__(self, templates: Templates, vocabulary: Path | None = None) -> None:
        self._templates, self._vocabulary = templates, vocabulary
        self._servers: dict[str, _Served] = {}

    @classmethod
    def load(cls, artefact: Artefact) -> "GgmlLlamaServer":
        adapter = cls(templates_of(artefact), artefact.path if artefact.format == "gguf" else None)
        for name in adapter._templates.sources:  # now, as a first answer may not take so long
            adapter._served(adapter._templates.choose(name)[1])
        return adapter

    @staticmethod
    def version() -> str:
        return version("xllamacpp")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format in FORMATS

    def chat(self, case: ChatCase) -> Rendered:
        conversation = Conversation.from_json(json.loads(case.conversation))
        served = self._served(template_for(self._templates, conversation))
        text = served.text(request(conversation))
        return Rendered(text, None if self._vocabulary is None else served.ids(text))

    def _served(self, template: ChatTemplate) -> "_Served":
        if template.source not in self._servers:
            self._servers[template.source] = _Served(template, self._vocabulary)
        return self._servers[template.source]


def request(conversation: Conversation) -> dict[str, Any]:
    """The body that a client sends. Documents have no field of their own there: like all other
    variables they are handed to the template by `chat_template_kwargs`."""
    body: dict[str, Any] = {
        "messages": list(conversation.messages),
        "add_generation_prompt": conversation.add_generation_prompt,
    }
    if conversation.tools is not None:
        body["tools"] = list(conversation.tools)
    if conversation.continued is not None:
        body["continue_final_message"] = conversation.continued
    variables = dict(conversation.variables)
    if conversation.documents is not None:
        variables["documents"] = list(conversation.documents)
    return body | ({"chat_template_kwargs": variables} if variables else {})


class _Served:
    """A running server and the one connection to it."""

    def __init__(self, template: ChatTemplate, vocabulary: Path | None) -> None:
        import xllamacpp  # imported here: a library of 34 MB

        params = xllamacpp.CommonParams()
        with TemporaryDirectory() as folder:
            path = Path(folder) / "served.gguf"
            if vocabulary is None:
                write_served_model(path, template.source, template.special_tokens)
            else:
                write_served_vocabulary(path, template.source, vocabulary)
            params.model.path = str(path)
            params.hostnames = ["127.0.0.1"]
            params.port = 0
            params.n_ctx = 64
            params.n_parallel = 1
            params.n_threads_http = 1
            params.cpuparams.n_threads = 1
            params.fit_params = params.warmup = params.ui = False
            params.use_jinja = True
            params.prefill_assistant = False  # a last turn is gone on with where a request says so
            params.verbosity = -1
            self._server = xllamacpp.Server(params)
        self._address = self._server.listening_address.removeprefix("http://")
        self._connection: HTTPConnection | None = None
        # The server's end waits for its loop of tasks, for ever where that has not begun: texts and
        # ids are answered without it, adapters by it alone (tools/server/server-queue.cpp b11549).
        self._ask("GET", "/lora-adapters")

    def __del__(self) -> None:
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def text(self, body: dict[str, Any]) -> str:
        """What a chat request is rendered to. Errors: those of `_ask`."""
        return str(self._ask("POST", "/apply-template", body)["prompt"])

    def ids(self, text: str) -> tuple[int, ...]:
        """As it is encoded for a chat (tools/server/server-context.cpp b11549, which calls
        `tokenize_input_prompts` with both flags). Errors: those of `_ask`."""
        body = {"content": text, "add_special": True, "parse_special": True}
        return tuple(self._ask("POST", "/tokenize", body)["tokens"])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Raises ServerRefused, and OSError where the connection is lost."""
        if self._connection is None:
            self._connection = HTTPConnection(self._address, timeout=SECONDS)
        try:
            sent = None if body is None else json.dumps(body).encode("ascii")
            self._connection.request(method, path, sent, {"Content-Type": "application/json"})
            answer = self._connection.getresponse()
            status, text = answer.status, answer.read()
        except Exception:
            self._connection.close()
            self._connection = None
            raise
        content = json.loads(text)
        if status != 200:
            raise ServerRefused(f"{status}: {' | '.join(content['error']['message'].splitlines())}")
        return content


ORACLE = OracleSpec(
    module=__name__,
    adapter="GgmlLlamaServer",
    engine="llama.cpp jinja",
    distribution="xllamacpp",
    formats=("chat_template", "tokenizer_config.json", "gguf"),
    decodes="text",
    reports_offsets=False,
    chats=True,
    file_mb=256,  # it writes models: a vocabulary, and an embedding of it
    library="llama-server",
)
