"""Typed access to the keys of a GGUF file, as `llama_model_loader::get_key` has it.

A key that is missing is no error unless it is required; one of another type always is. Source:
src/llama-model-loader.cpp `GGUFMeta::GKV`, llama.cpp b11549.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import STRING, TYPE_NAMES, Value

PREFIX = "tokenizer.ggml."


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one file. A name without a dot stands for one of `tokenizer.ggml`."""

    path: Path
    values: Mapping[bytes, Value]

    def bad(self, name: str, reason: str) -> BadArtefact:
        return BadArtefact(self.path, _full(name), reason)

    def flag(self, name: str, default: bool) -> bool:
        value = self._scalar(name, "bool")
        return default if value is None else bool(value.numbers()[0])

    def unsigned(self, name: str) -> int | None:
        value = self._scalar(name, "u32")
        return None if value is None else int(value.numbers()[0])

    def short(self, name: str) -> int | None:
        value = self._scalar(name, "u16")
        return None if value is None else int(value.numbers()[0])

    def text(self, name: str) -> bytes | None:
        """A string ends at its first NUL: it is handed on as a C string."""
        value = self._scalar(name, "str")
        return None if value is None else value.strings[0].split(b"\0", 1)[0]

    def strings(self, name: str) -> tuple[bytes, ...] | None:
        """An array of strings, each ending at its first NUL."""
        value = self.array(name, ("str",))
        if value is None:
            return None
        return tuple([s.split(b"\0", 1)[0] if b"\0" in s else s for s in value.strings])

    def array(self, name: str, types: tuple[str, ...]) -> Value | None:
        """An array of one of some types."""
        value = self.values.get(_full(name).encode())
        if value is None:
            return None
        if not value.is_array or TYPE_NAMES[value.type] not in types:
            of = f"an array of {TYPE_NAMES[value.type]}" if value.is_array else value.type_name
            raise self.bad(name, f"is {of}, not an array of {' or '.join(types)}")
        return value

    def _scalar(self, name: str, type_name: str) -> Value | None:
        value = self.values.get(_full(name).encode())
        if value is not None and value.type_name != type_name:
            raise self.bad(name, f"is of type {value.type_name}, not {type_name}")
        assert value is None or (value.type == STRING) == (type_name == "str")
        return value


def _full(name: str) -> str:
    return name if "." in name.replace("normalizer.", "") else PREFIX + name
