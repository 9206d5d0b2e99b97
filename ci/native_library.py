"""What the official library answers to a case: the source of every committed expectation.

Deliberately not the project's adapters: an expectation must not pass through code that it tests.
"""

import os
from importlib.metadata import version
from typing import Any

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

    oracle = "huggingface_tokenizers"

    def __init__(self, artefact: Artefact) -> None:
        self.version = version("tokenizers")
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

    oracle = "openai_tiktoken"

    def __init__(self, artefact: Artefact) -> None:
        assert artefact.facts is not None
        os.environ["TIKTOKEN_CACHE_DIR"] = ""  # else a copy is kept and the file not read again
        self.version = version("tiktoken")
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


def native_library(artefact: Artefact) -> HuggingFace | Tiktoken:
    """The library that owns the artefact's format; KeyError for a format that none here owns."""
    owners: dict[str, type[HuggingFace] | type[Tiktoken]] = {
        "tokenizer.json": HuggingFace,
        "tiktoken": Tiktoken,
    }
    return owners[artefact.format](artefact)
