"""The adapter for `mistral-common`: the native oracle of tekken.json; it reads `.model` files too.

It runs on tiktoken for the one and on sentencepiece for the other, so it is no engine of its own.
Its special tokens are never found in text. A conversation is a request (`ChatCompletionRequest`),
what it becomes is written in code, by the version of the vocabulary: there is no template.
"""

import json
import os
import re
from collections.abc import Sequence
from typing import Any

from tokparity.oracles.adapters.openai_tiktoken import model_rows
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    Artefact,
    ChatCase,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Rendered,
    Stage,
    Text,
)

_BYTE = re.compile(r"((?:<0x[0-9A-F]{2}>)+)")


class MistralCommon:
    """One `Tekkenizer` or `SentencePieceTokenizer`; `skip_special` is its SpecialTokenPolicy.

    A sentencepiece tokenizer that keeps special tokens gives pieces instead of text, and is not
    asked to.
    """

    def __init__(self, tokenizer: Any, policy: Any, artefact: Artefact) -> None:
        self._tokenizer = tokenizer
        self._policy = policy
        self._artefact = artefact
        self._by_mode: dict[str, Any] = {}

    @classmethod
    def load(cls, artefact: Artefact) -> "MistralCommon":
        os.environ["HF_HUB_OFFLINE"] = "1"
        from mistral_common.tokens.tokenizers.base import SpecialTokenPolicy, TokenizerVersion
        from mistral_common.tokens.tokenizers.sentencepiece import SentencePieceTokenizer
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer

        tokenizer: Any
        if artefact.format == "tekken.json":
            tokenizer = Tekkenizer.from_file(artefact.path)
        else:  # its version says how chats are written, and would be taken from the file's name
            tokenizer = SentencePieceTokenizer(str(artefact.path), TokenizerVersion.v1)
        return cls(tokenizer, SpecialTokenPolicy, artefact)

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("mistral-common")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        match options:
            case EncodeOptions(_, parse_special):
                return not parse_special
            case DecodeOptions(skip_special, remove_special):
                return not remove_special and (skip_special or format == "tekken.json")

    def _ids(self, text: str, options: EncodeOptions) -> list[int]:
        ids: list[int] = self._tokenizer.encode(
            text,
            bos=options.add_special and self._artefact.settings.bos,
            eos=options.add_special and self._artefact.settings.eos,
        )
        return ids

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        ids = self._ids(text, options)
        out.ids.extend(ids)
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        return Encoding(tuple(self._ids(text, options)))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        policy = self._policy.IGNORE if options.skip_special else self._policy.KEEP
        return Text(self._tokenizer.decode(list(ids), policy))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        tiktoken = getattr(self._tokenizer, "_model", None)
        if stage != "model" or not hasattr(tiktoken, "_encode_single_piece"):
            raise NotImplementedError(f"mistral-common does not show its {stage} stage")
        shift = self._tokenizer.num_special_tokens
        return [model_rows(tiktoken, piece, shift) for piece in inputs]

    def chat(self, case: ChatCase) -> Rendered:
        """The ids of a request, and their pieces as one text, with the spaces and bytes that
        sentencepiece pieces stand for. A `.model` tells its version by its name alone."""
        from mistral_common.protocol.instruct.request import ChatCompletionRequest
        from mistral_common.protocol.instruct.validator import ValidationMode
        from mistral_common.tokens.tokenizers.mistral import MistralTokenizer

        conversation = Conversation.from_json(json.loads(case.conversation))
        if conversation.documents or conversation.variables:
            raise NotImplementedError("a request has messages and tools alone")
        last = conversation.messages[-1].get("role")
        closed = conversation.continued is None and last == "assistant"
        mode = ValidationMode.finetuning if closed else ValidationMode.test
        request = ChatCompletionRequest.from_openai(
            messages=[dict(message) for message in conversation.messages],
            tools=None if conversation.tools is None else list(conversation.tools),
            continue_final_message=conversation.continued is not None,
        )
        if mode not in self._by_mode:
            self._by_mode[mode] = MistralTokenizer.from_file(str(self._artefact.path), mode=mode)
        tokens = self._by_mode[mode].encode_chat_completion(request).tokens
        text = self._tokenizer.decode(tokens, self._policy.KEEP)
        if self._artefact.format != "tekken.json":
            text = _text_of(text)
        return Rendered(text, tuple(tokens))


def _text_of(pieces: str) -> str:
    r"""
    >>> _text_of("<s>▁[INST]▁é<0x0A><0xE2><0x82><0xAC>")
    '<s> [INST] é\n€'
    """

    def decode(spelling: re.Match[str]) -> str:
        digits = spelling[0].replace("<0x", "").replace(">", "")
        return bytes.fromhex(digits).decode("utf-8", "replace")

    return _BYTE.sub(decode, pieces.replace("▁", " "))


ORACLE = OracleSpec(
    module=__name__,
    adapter="MistralCommon",
    engine="tiktoken",
    distribution="mistral-common",
    formats=("tekken.json", "sentencepiece"),
    decodes="text",
    reports_offsets=False,
    native_to=("tekken.json",),
    chats=True,
    adds_as_asked=True,
)
