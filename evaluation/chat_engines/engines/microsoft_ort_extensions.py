"""The adapter for `onnxruntime-extensions`: chat templates as ONNX Runtime GenAI renders them.

Its engine is minja, in C++ (the one that llama.cpp had before its own). A request has messages,
tools and whether an answer is asked for; the tokenizer gives bos and eos. Its templates know no
time but the machine's. Not here: its tokenizers.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.chat_engines.engines.templates import FORMATS, template_for, templates_of
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase, Format, Options, Rendered

_SLOTS = ("bos_token", "eos_token")


class MicrosoftOrtExtensions:
    """The templates of an artefact, and a tokenizer that has nothing but their special tokens."""

    def __init__(self, templates: Templates, tokenizer: Any) -> None:
        self._templates, self._tokenizer = templates, tokenizer

    @classmethod
    def load(cls, artefact: Artefact) -> "MicrosoftOrtExtensions":
        from onnxruntime_extensions.pp_api import Tokenizer

        templates = templates_of(artefact)
        with TemporaryDirectory() as folder:
            for name, content in _tokenizer(templates).items():
                Path(folder, name).write_text(json.dumps(content), "utf-8")
            return cls(templates, Tokenizer(folder))

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("onnxruntime-extensions")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format in FORMATS

    def chat(self, case: ChatCase) -> Rendered:
        conversation = Conversation.from_json(json.loads(case.conversation))
        if conversation.documents or conversation.variables or conversation.continued is not None:
            raise NotImplementedError("a request has messages, tools and a generation prompt alone")
        tools = ""
        if conversation.tools is not None:
            tools = json.dumps(list(conversation.tools), ensure_ascii=False)
        text = self._tokenizer.apply_chat_template(
            json.dumps(list(conversation.messages), ensure_ascii=False),
            template=template_for(self._templates, conversation).source,
            tools=tools,
            add_generation_prompt=conversation.add_generation_prompt,
        )
        return Rendered(str(text))


def _tokenizer(templates: Templates) -> dict[str, Any]:
    """The two files of a tokenizer that loads: byte-level BPE of one letter."""
    tokens = templates.special_tokens
    slots = {slot: tokens[slot] for slot in _SLOTS if slot in tokens}
    vocabulary = {"a": 0} | {token: at for at, token in enumerate(dict.fromkeys(slots.values()), 1)}
    added = [
        {"id": at, "content": content, "special": True, "normalized": False}
        for content, at in vocabulary.items()
        if at
    ]
    config = {"tokenizer_class": "PreTrainedTokenizerFast", **slots}
    model = {"type": "BPE", "vocab": vocabulary, "merges": []}
    return {
        "tokenizer_config.json": config,
        "tokenizer.json": {"version": "1.0", "added_tokens": added, "model": model},
    }


ORACLE = OracleSpec(
    module=__name__,
    adapter="MicrosoftOrtExtensions",
    engine="minja",
    distribution="onnxruntime-extensions",
    formats=("chat_template", "tokenizer_config.json", "gguf"),
    decodes="text",
    reports_offsets=False,
    chats=True,
    library="ONNX Runtime extensions (minja)",
)
