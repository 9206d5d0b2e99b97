"""`StageType`: what tokenizer.json may hold in a stage's place, declared once, beside its class.

A module of `normalizers/`, `pre_tokenizers/`, `post_processors/` or `decoders/` that stands in
tokenizer.json ends with its `TYPE`. The reader, the generator of pipelines, the sweep over
characters, the lossless invariant and the table of stages derive from it: a new stage is one file.
"""

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tokparity.reference_impl.serde_json.node import Node

FLAG = (False, True)
ON = (True, False)
"""The values of a boolean, the plainer one first."""
REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a stage in tokenizer.json, and the argument of its class that has its name.

    `read`: the argument of the field's value; raises BadArtefact, Unsupported. `values`: what it is
    tried with, as a file has it, the plainest first: all values of a closed kind (a boolean, an
    enum), some that matter of an open one (a string, a length). One value alone is no choice; none:
    it takes more than the stage to make one. `missing`: the argument where a file leaves it out.
    """

    name: str
    read: Callable[[Node], Any]
    values: tuple[Any, ...] = ()
    missing: Any = REQUIRED
    omitted: bool = False
    """Whether generated files leave it out at times, where its value is the one that is missing."""
    inert: bool = False
    """Whether it says nothing here, whatever its value: it is another component's."""
    early: bool = False
    """Whether it is read before the others: of two faults the first that is read is named."""


@dataclass(frozen=True, slots=True)
class StageType:
    """A type of tokenizer.json: `{"type": name, …options}` is `stage(…options)`.

    `reader` is for files that say it otherwise than by its options alone. `sweep`: with which
    options it is asked about every character there is, by the name of each variation; the others
    have their first value. A stage that looks at no character has none.

    `loses`: why a text may not come out whole, of the stage as it was made; None where it does. A
    type that does not declare it may lose some, for all that is known. `trims`: likewise why ranges
    may be shorter than what their tokens came from.
    """

    name: str
    stage: Callable[..., Any]
    options: tuple[Option, ...] = ()
    reader: Callable[[Node], Any] | None = None
    sweep: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"": {}})
    loses: Callable[[Any], str | None] | None = None
    trims: Callable[[Any], str | None] | None = None
    array: tuple[str, ...] | None = None
    """The fields in the order in which the library reads them from an array, where it may be one;
    where `type` is none of them it does not look at it. Without options it is `type` alone."""

    def read(self, node: Node) -> Any:
        """The stage that a file says. Raises BadArtefact, Unsupported."""
        array = self.array if self.options else ("type",)
        if array is not None:
            node = node.fields(array)
        if array is None or "type" in array:
            node["type"].word({self.name: self.name})
        if self.reader is not None:
            return self.reader(node)
        node.only(("type", *(option.name for option in self.options)))
        ordered = sorted(self.options, key=lambda option: not option.early)
        return self.stage(**{option.name: _argument(node, option) for option in ordered})


def _argument(node: Node, option: Option) -> Any:
    if option.missing is not REQUIRED and option.name not in node.mapping():
        return option.missing
    return option.read(node[option.name])


def nothing(stage: Any) -> None:
    """`loses` of a stage that keeps every text whole."""


def byte_level_options(
    prefixes: tuple[bool, ...], trims: tuple[bool, ...], inert: Container[str]
) -> tuple[Option, ...]:
    """The fields that each of the four ByteLevel has, whatever it does with them.

    `use_regex` came with tokenizers 0.13; it is true where it is missing.
    """
    return (
        Option("add_prefix_space", Node.boolean, prefixes, inert="add_prefix_space" in inert),
        Option("trim_offsets", Node.boolean, trims, inert="trim_offsets" in inert),
        Option("use_regex", Node.boolean, ON, missing=True, inert="use_regex" in inert, early=True),
    )


def nullable_boolean(node: Node) -> bool | None:
    """Reads true, false or null. Raises BadArtefact."""
    return None if node.value is None else node.boolean()


def type_name(stage: object) -> str:
    """What files, keys and reports call a stage: its class's name tells it from all others, this
    does not.

    A class says it by its `TYPE`, or, as no tokenizer.json may have it, by `COMPONENT`.

    >>> type_name(None)
    'NoneType'
    """
    stage_class = type(stage)
    declared = getattr(sys.modules[stage_class.__module__], "TYPE", None)
    if isinstance(declared, StageType) and declared.stage is stage_class:
        return declared.name
    name: str = getattr(stage_class, "COMPONENT", stage_class.__name__)
    return name


def stage_types(folder: ModuleType) -> dict[str, StageType]:
    """Every type that a module of a folder declares, by its name, in the order of names."""
    declared = sorted(_declared(folder), key=lambda stage_type: stage_type.name)
    return {stage_type.name: stage_type for stage_type in declared}


def _declared(folder: ModuleType) -> Iterator[StageType]:
    for path in Path(folder.__path__[0]).glob("[a-z]*.py"):  # `pkgutil` imports `inspect`
        if b"\nTYPE = " not in path.read_bytes():
            continue  # to import the stages of llama.cpp and sentencepiece takes 10 ms
        declared = getattr(import_module(f"{folder.__name__}.{path.stem}"), "TYPE", None)
        if isinstance(declared, StageType):
            yield declared
