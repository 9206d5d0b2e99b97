"""`Section`: the stages that a section of tokenizer.json may hold, and which of them a file means.

The library looks at `type` where it is one that it knows; of anything else it tries one stage after
the other, and the first that can be read counts: some look at no `type`, some may be arrays. Source
of which, and of the order: the `Deserialize` code of tokenizers 0.23.3 normalizers/mod.rs,
pre_tokenizers/mod.rs, processors/mod.rs, decoders/mod.rs, and serde's derived code.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType, stage_types


class Section:
    """One of the four sections of stages. `types` are those of its folder, by name.

    `order`: in which the library tries them. `tagged`: whether it goes by `type` first; then
    `unknown` are the names by which it does not know a type of its own, and `renamed` those by
    which it knows one under another name.
    """

    def __init__(
        self,
        name: str,
        folder: ModuleType,
        sequence: type[Any],
        parts: str,
        order: Iterable[str],
        *,
        tagged: bool = True,
        unknown: Iterable[str] = (),
        renamed: Mapping[str, str] = MappingProxyType({}),
        sequence_array: tuple[str, ...] | None = None,
    ) -> None:
        self.name = name
        self.types = stage_types(folder)
        several = Option(parts, self._parts)
        whole = StageType(
            "Sequence", lambda **given: sequence(given[parts]), (several,), array=sequence_array
        )
        self._all = {**self.types, "Sequence": whole}
        first = [name for name in order if name in self._all]
        self._order = (*first, *(name for name in self._all if name not in first))
        tags = {name: name for name in self._all if name not in frozenset(unknown)}
        self._tags = {**tags, **renamed} if tagged else {}

    def read(self, node: Node) -> Any:
        """The stage that a file means. Raises BadArtefact, Unsupported."""
        named = _type_of(node)
        if named in self._tags:
            return self._all[self._tags[named]].read(node)
        faults: dict[str, BadArtefact] = {}
        for name in self._order:
            before = len(node.ignored)
            try:
                return self._all[name].read(node)
            except Unsupported:
                raise
            except BadArtefact as fault:
                faults[name] = fault
                del node.ignored[before:]
        raise self._refusal(node, named, faults)

    def _parts(self, node: Node) -> tuple[Any, ...]:
        return tuple(map(self.read, node.items()))

    def _refusal(
        self, node: Node, named: str | None, faults: Mapping[str, BadArtefact]
    ) -> BadArtefact:
        """What is wrong with the stage that a file means, as far as one can tell."""
        fields = node.mapping()
        if named is not None and named in faults:
            return faults[named]
        if named is not None:
            return node["type"].unsupported(f"the {self.name} {named!r} is not implemented")
        for name, fault in faults.items():
            array = self._all[name].array or ("type",)
            if "type" not in array and fields.keys() >= set(array):
                return fault
        if "type" in fields:
            return node["type"].bad("must be a string that names one")
        return node.at("type", None).bad("is missing")


def _type_of(node: Node) -> str | None:
    """What `type` says: a word, or {word: null}, as serde reads one of several words."""
    kind = node.value.get("type") if isinstance(node.value, dict) else None
    match kind:
        case str():
            return kind
        case dict() if list(kind.values()) == [None]:
            (word,) = kind
            return str(word)
    return None
