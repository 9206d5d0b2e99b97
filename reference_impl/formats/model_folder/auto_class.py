"""Which class `AutoTokenizer` makes of a folder without a tokenizer.json: by its two configs.

The names are asked of the library (`tools.record_auto_classes`), the order of its questions is
followed here. Not here: what a class then does (`classes`); code that a folder brings along, which
is never run.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tokparity.reference_impl.serde_json.node import Node

BACKEND = "TokenizersBackend"
"""The class of no model: it takes a file for what the file says."""

_NO_CLASS = (BACKEND, "PythonBackend", "PreTrainedTokenizerFast")
_MISTRAL = "MistralCommonBackend"


def class_of(config: Node, model_config: Node | None) -> str:
    """The name of the class. `config`: tokenizer_config.json, `model_config`: config.json.

    Raises Unsupported where the class is code of the folder itself, BadArtefact for one that the
    library does not have. Source: transformers 5.23 models/auto/tokenization_auto.py
    `from_pretrained`.
    """
    table = _table()
    declared = _name(config, "tokenizer_class")
    kind = _name(model_config, "model_type") if model_config is not None else None
    of_config = _name(model_config, "tokenizer_class") if model_config is not None else None
    if (code := config.get("auto_map")) is not None:
        raise code.unsupported("names code of the folder itself, which is not run")
    named, own = declared or of_config, table["models"].get(kind or "")
    if named is not None and own is not None and _plain(own) != _plain(named):
        return _of_two(_plain(own), named, overruled=kind in table["overruled"])
    if declared is not None:
        return _found(declared.removesuffix("Fast")) or BACKEND
    if of_config is not None:
        found = _found(of_config if "PreTrained" in of_config else _plain(of_config))
        if found is None:
            raise config.bad(f"the library has no class {of_config}, which config.json names")
        return found
    of_type = table["models"].get(table["known"].get(kind or ""))
    return BACKEND if of_type in (None, _MISTRAL) else _found(of_type) or BACKEND


def is_python(name: str) -> bool:
    """Whether a class answers in Python alone, without the library tokenizers."""
    return name in _table()["python"]


def _of_two(own: str, named: str, *, overruled: bool) -> str:
    """Where the type of the model has one class and a config names another."""
    if own not in (*_NO_CLASS, _MISTRAL):
        found = _found(own if overruled else named)
        if found is not None and found not in _NO_CLASS:
            return found
    return BACKEND


def _found(name: str) -> str | None:
    names: Mapping[str, str] = _table()["names"]
    found = names.get(name) or names.get(_plain(name)) or names.get(f"{name}Fast")
    return BACKEND if found in _NO_CLASS else found


def _plain(name: str) -> str:
    return name.removesuffix("Fast")


def _name(config: Node | None, field: str) -> str | None:
    node = config.get(field) if config is not None else None
    return (node.string() or None) if node is not None else None


@cache
def _table() -> dict[str, Any]:
    table = files(__package__).joinpath("auto_classes.json").read_text("ascii")
    loaded: dict[str, Any] = json.loads(table)
    return loaded
