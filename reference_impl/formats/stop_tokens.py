"""`StopTokens`: the ids that end a generation, and where the files of a model disagree on them.

    tokenizer_config.json, special_tokens_map.json   eos_token: the piece that is written
    config.json, generation_config.json              eos_token_id: one, or several
    GGUF                                             tokenizer.ggml.{eos,eot,eom}_token_id, and
                                                     what llama.cpp b11549 takes by its name

Each library reads some of these places: who reads another one goes on after the end, or stops
before it. Not here: stop strings, and what a request asks for.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.formats.gguf.attributes import end_of_generation
from tokparity.reference_impl.formats.gguf.keys import PREFIX, Keys
from tokparity.reference_impl.formats.gguf.vocabulary import GgufVocabulary
from tokparity.reference_impl.formats.template_sources import Files, special_tokens
from tokparity.reference_impl.serde_json.node import Node, read_json
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_PIECES = ("tokenizer_config.json", "special_tokens_map.json")
_IDS = ("config.json", "generation_config.json")
STOP_FILES = frozenset((*_PIECES, *_IDS))
"""The files of a model that may name any."""
ALL_OF_LLAMA_CPP = "llama.cpp by keys and names"


@dataclass(frozen=True, slots=True)
class Declared:
    """What one place says: ids; `unknown` is a piece that it names and no token is."""

    place: str
    ids: tuple[int, ...]
    unknown: str | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An id that some places name and others do not. `piece` None: no token has this id."""

    id: int
    piece: str | None
    named_by: tuple[str, ...]
    not_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopTokens:
    """All that is declared, place by place; `pieces` are those of the declared ids."""

    declared: tuple[Declared, ...] = ()
    pieces: Mapping[int, str] | None = None

    @property
    def ids(self) -> frozenset[int]:
        """Those of any place."""
        return frozenset(token_id for declared in self.declared for token_id in declared.ids)

    def is_eos(self, token_id: int) -> bool:
        """Whether any place says that a generation ends with this id.

        >>> StopTokens((Declared("config.json", (2, 5)),)).is_eos(5)
        True
        """
        return any(token_id in declared.ids for declared in self.declared)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """By id; none where all places name the same ids.

        >>> a, b = Declared("a", (1, 2)), Declared("b", (1,))
        >>> StopTokens((a, b)).disagreements()
        (Disagreement(id=2, piece=None, named_by=('a',), not_by=('b',)),)
        """
        found = []
        for token_id in sorted(self.ids):
            by = tuple(source.place for source in self.declared if token_id in source.ids)
            others = tuple(source.place for source in self.declared if token_id not in source.ids)
            if others:
                piece = (self.pieces or {}).get(token_id)
                found.append(Disagreement(token_id, piece, by, others))
        return tuple(found)

    def unknown(self) -> tuple[Declared, ...]:
        """The places that name a piece which no token is."""
        return tuple(source for source in self.declared if source.unknown is not None)


def of_files(files: Files, tokenizer: Tokenizer) -> StopTokens:
    """What a model's files say (`formats.template_sources.folder_files`). Errors: BadArtefact."""
    declared = []
    for name in _PIECES:
        piece = special_tokens({name: files[name]}).get("eos_token") if name in files else None
        if piece is not None:
            place = f"{name}: eos_token"
            try:
                declared.append(Declared(place, (tokenizer.id_of(piece),)))
            except UnknownToken:
                declared.append(Declared(place, (), piece))
    for name in _IDS:
        if name in files:
            declared += _ids(name, read_json(files[name]))
    pieces = tokenizer.pieces()
    ids = {token_id for source in declared for token_id in source.ids}
    return StopTokens(
        tuple(declared), {token_id: pieces[token_id] for token_id in ids if token_id in pieces}
    )


def of_gguf(keys: Keys, vocabulary: GgufVocabulary) -> StopTokens:
    """What the keys of a GGUF say, and which other tokens llama.cpp takes for such an end.

    A key that the file does not have may have a value all the same: llama.cpp's own for this
    model. Errors: BadArtefact.
    """
    ids = {slot: vocabulary.specials.get(slot) for slot in ("eos", "eot", "eom")}
    given: list[tuple[str, int]] = []
    own: list[tuple[str, int]] = []
    for slot, token_id in ids.items():
        if token_id is not None:
            inside = keys.unsigned(f"{slot}_token_id") == token_id
            (given if inside else own).append((f"{slot}_token_id", token_id))
    declared = []
    if given:
        names = ", ".join(name for name, _ in given)
        declared.append(Declared(PREFIX + names, tuple(token_id for _, token_id in given)))
    if own:
        names = ", ".join(name for name, _ in own)
        declared.append(
            Declared(f"llama.cpp's own {names}", tuple(token_id for _, token_id in own))
        )
    ending = end_of_generation(vocabulary)
    declared.append(Declared(ALL_OF_LLAMA_CPP, tuple(sorted(ending))))
    endings = ending.union(token_id for token_id in ids.values() if token_id is not None)
    texts = vocabulary.tokens
    return StopTokens(
        tuple(declared),
        {token_id: texts[token_id].decode("utf-8", "backslashreplace") for token_id in endings},
    )


def _ids(name: str, node: Node) -> list[Declared]:
    """eos_token_id, of a model of several parts that of its text part."""
    given, place = node.get("eos_token_id"), f"{name}: eos_token_id"
    inner = node.get("text_config")
    if given is None and inner is not None:
        given, place = inner.get("eos_token_id"), f"{name}: text_config.eos_token_id"
    if given is None:
        return []
    ids = given.items() if isinstance(given.value, list) else [given]
    return [Declared(place, tuple(entry.token_id() for entry in ids))]
