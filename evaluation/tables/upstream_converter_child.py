"""Runs one way of llama.cpp's own converter over a folder, and prints what it would write.

Run by `evaluation.tables.upstream_converter` as a script, with the folder of the converter's
packages, the model's folder and the way: it shares no module with the product.
"""

import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock


class Torch(ModuleType):
    """Stands for torch: the names of tensors' types are asked for, no tensor is made."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=name)


class Recorder:
    """Stands for the GGUF writer: keeps what is added, by the name of the method."""

    def __init__(self) -> None:
        self.said: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return lambda value, *_: self.said.__setitem__(name, value)


def read(model: Path, way: str) -> dict[str, Any]:
    """What the writer is told."""
    from conversion.base import TextModel  # type: ignore[import-not-found]
    from conversion.bert import BertModel  # type: ignore[import-not-found]
    from conversion.t5 import T5Model  # type: ignore[import-not-found]

    methods = {
        "gpt2": (TextModel, "_set_vocab_gpt2"),
        "llama_hf": (TextModel, "_set_vocab_llama_hf"),
        "sentencepiece": (TextModel, "_set_vocab_sentencepiece"),
        "bert": (BertModel, "set_vocab"),
        "xlmroberta": (BertModel, "_xlmroberta_set_vocab"),
        "t5": (T5Model, "set_vocab"),
    }
    owner, method = methods[way]
    converter = object.__new__(owner)
    converter.dir_model, converter.hparams = model, {}
    converter.gguf_writer = Recorder()
    getattr(converter, method)()
    said: dict[str, Any] = converter.gguf_writer.said
    return said


def text(token: str | bytes) -> str:
    """A token as text, whichever way the converter has it."""
    return token.decode("utf-8", "replace") if isinstance(token, bytes) else token


def main(converter: str, model: str, way: str) -> None:
    """Print one JSON object."""
    from transformers.utils.import_utils import is_torch_available

    is_torch_available()  # is asked once and remembered: before something else goes by that name
    sys.modules["torch"] = Torch("torch")
    sys.modules["torch"].__spec__ = ModuleSpec("torch", None)
    sys.path[:0] = [converter, f"{converter}/gguf-py"]
    said = read(Path(model), way)
    ids = {
        name.removeprefix("add_").replace("sep_", "seperator_").replace("pad_", "padding_"): at
        for name, at in said.items()
        if name.endswith("_token_id")
    }
    ids = {name.replace("unk_", "unknown_"): at for name, at in ids.items()}
    answer = {
        "model": said["add_tokenizer_model"],
        "pre": said.get("add_tokenizer_pre"),
        "tokens": list(map(text, said["add_token_list"])),
        "types": list(map(int, said["add_token_types"])),
        "scores": said.get("add_token_scores"),
        "ids": ids,
        "flags": {
            name.removeprefix("add_"): flag
            for name, flag in said.items()
            if name in ("add_add_bos_token", "add_add_eos_token", "add_add_sep_token")
        },
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
