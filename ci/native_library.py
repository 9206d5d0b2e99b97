"""What the official library answers to a case: the source of every committed expectation.

Deliberately not the project's adapters: an expectation must not pass through code that it tests.
"""

import os
from importlib.metadata import version
from typing import Any, assert_never

import tiktoken
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Tokenizer

from reference_impl.contract import (
    Artefact,
    Bytes,
    Case,
    DecodeCase,
    EncodeCase,
    Encoding,
    Observation,
    Refusal,
    Text,
)


class HuggingFace:
    """`tokenizers`: owns tokenizer.json."""

    oracle, name = "huggingface_tokenizers", "tokenizers"

    def __init__(self, artefact: Artefact) -> None:
        self.version = version(self.name)
        self.tokenizer = Tokenizer.from_file(str(artefact.path))

    def expresses(self, case: Case) -> bool:
        return True

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                self.tokenizer.encode_special_tokens = not options.parse_special
                found = self.tokenizer.encode(text, add_special_tokens=options.add_special)
                return Encoding(tuple(found.ids), tuple(found.offsets))
            case DecodeCase(ids, options):
                skip = options.skip_special
                return Text(self.tokenizer.decode(list(ids), skip_special_tokens=skip))


class Tiktoken:
    """`tiktoken`: owns rank files. It neither adds special tokens nor leaves them out."""

    oracle, name = "openai_tiktoken", "tiktoken"

    def __init__(self, artefact: Artefact) -> None:
        assert artefact.facts is not None
        os.environ["TIKTOKEN_CACHE_DIR"] = ""  # else a copy is kept and the file not read again
        self.version = version(self.name)
        self.encoding = tiktoken.Encoding(
            artefact.name,
            pat_str=artefact.facts.pattern,
            mergeable_ranks=load_tiktoken_bpe(str(artefact.path)),
            special_tokens=artefact.facts.specials,
        )

    def expresses(self, case: Case) -> bool:
        match case:
            case EncodeCase(_, options):
                return not options.add_special
            case DecodeCase(_, options):
                return not options.skip_special

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                allowed: Any = "all" if options.parse_special else set()
                ids = self.encoding.encode(text, allowed_special=allowed, disallowed_special=())
                return Encoding(tuple(ids))
            case DecodeCase(ids, _):
                try:
                    return Bytes(self.encoding.decode_bytes(list(ids)))
                except KeyError as error:
                    return Refusal("error", f"KeyError: {error}")


class MistralCommon:
    """`mistral-common`: owns tekken.json. Not a dependency: install it where this is recorded.

    Its special tokens never match in text. What is compared is tiktoken, which it runs on.
    """

    oracle, name = "openai_tiktoken", "mistral-common"

    def __init__(self, artefact: Artefact) -> None:
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer

        self.version = version(self.name)
        self.tokenizer = Tekkenizer.from_file(artefact.path)

    def expresses(self, case: Case) -> bool:
        match case:
            case EncodeCase(_, options):
                return not options.add_special and not options.parse_special
            case DecodeCase():
                return True

    def answer(self, case: Case) -> Observation:
        from mistral_common.tokens.tokenizers.base import SpecialTokenPolicy

        match case:
            case EncodeCase(text, _):
                return Encoding(tuple(self.tokenizer.encode(text, bos=False, eos=False)))
            case DecodeCase(ids, options):
                policy = SpecialTokenPolicy
                kept = policy.IGNORE if options.skip_special else policy.KEEP
                pieces = [self.tokenizer.id_to_byte_piece(token_id, kept) for token_id in ids]
                return Bytes(b"".join(pieces))


Library = HuggingFace | Tiktoken | MistralCommon


def native_library(artefact: Artefact) -> Library:
    """The library that owns the artefact's format, holding the artefact."""
    match artefact.format:
        case "tokenizer.json":
            return HuggingFace(artefact)
        case "tiktoken":
            return Tiktoken(artefact)
        case "tekken.json":
            return MistralCommon(artefact)
        case _:
            assert_never(artefact.format)
