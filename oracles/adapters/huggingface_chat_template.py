"""The adapter for `transformers` as what renders conversations: `apply_chat_template`.

Given a tokenizer_config.json alone, the library reads it beside a tokenizer that knows one word:
templates and special tokens are what is asked for. Not here: conversations rendered and encoded
by a whole directory (`huggingface_transformers`), which asks in the same words.
"""

import importlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.contract import (
    Artefact,
    ChatCase,
    Decoded,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Rendered,
    Stage,
)

_ONE_WORD = {
    "version": "1.0",
    "added_tokens": [],
    "model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"},
}


class HuggingfaceChatTemplate:
    """A tokenizer of `transformers` that has nothing but its templates and special tokens."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceChatTemplate":
        os.environ["HF_HUB_OFFLINE"] = "1"
        transformers: Any = importlib.import_module("transformers")
        with tempfile.TemporaryDirectory(prefix="tokparity-template-") as folder:
            shutil.copyfile(artefact.path, Path(folder, "tokenizer_config.json"))
            Path(folder, "tokenizer.json").write_text(json.dumps(_ONE_WORD), "utf-8")
            tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(
                folder, local_files_only=True
            )
        return cls(tokenizer)

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("transformers")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "chat_template" and options == ChatCase("").options

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        raise NotImplementedError("a template has no vocabulary")

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        raise NotImplementedError("a template has no vocabulary")

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        raise NotImplementedError(f"a template has no {stage}")

    def chat(self, case: ChatCase) -> Rendered:
        conversation = Conversation.from_json(json.loads(case.conversation))
        with fixed_clock():
            return Rendered(str(apply_template(self._tokenizer, conversation, tokenize=False)))


@contextmanager
def fixed_clock() -> Iterator[None]:
    """What the library's templates are told the time is: `chat.encoding.NOW`."""

    class FixedClock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return NOW

    names = vars(importlib.import_module("transformers.utils.chat_template_utils"))
    before, names["datetime"] = names["datetime"], FixedClock
    try:
        yield
    finally:
        names["datetime"] = before


def apply_template(tokenizer: Any, conversation: Conversation, **more: Any) -> Any:
    """What a tokenizer of the library answers, asked as its users ask it."""
    return tokenizer.apply_chat_template(
        list(conversation.messages),
        tools=None if conversation.tools is None else list(conversation.tools),
        documents=None if conversation.documents is None else list(conversation.documents),
        add_generation_prompt=conversation.add_generation_prompt,
        continue_final_message=conversation.continued or False,
        **conversation.variables,
        **more,
    )


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceChatTemplate",
    engine="transformers",
    distribution="transformers",
    formats=("chat_template",),
    decodes="text",
    reports_offsets=False,
    native_to=("chat_template",),
    chats=True,
)
