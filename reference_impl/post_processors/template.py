"""`TemplateProcessing`: put special tokens around the text."""

from dataclasses import dataclass
from typing import Any, Literal

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Tokens, special_tokens
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.growth import check_growth, most_added


@dataclass(frozen=True, slots=True)
class SequencePiece:
    """A place for an input sequence: A, or B of a pair."""

    id: Literal["A", "B"]
    type_id: int = 0


@dataclass(frozen=True, slots=True)
class SpecialPiece:
    """A place for the special token called `id`, left out where special tokens are not wanted."""

    id: str
    type_id: int = 0


@dataclass(frozen=True, slots=True)
class SpecialToken:
    """What a special token stands for: usually one id, but it may be several."""

    id: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]


class TemplateError(TokparityError):
    """A template that cannot be filled: the library panics on the text or pair."""


@dataclass(frozen=True, slots=True)
class TemplateProcessing:
    """The `single` template for one part, the `pair` template for two; special tokens have the
    range (0, 0).

    A template without a sequence drops the text, one with two repeats it. After another
    post-processor a text may have become two parts: the `pair` template then takes them for A
    and B. Source: tokenizers 0.23 processors/template.rs `apply_template`.
    """

    single: tuple[SequencePiece | SpecialPiece, ...]
    pair: tuple[SequencePiece | SpecialPiece, ...]
    special_tokens: dict[str, SpecialToken]

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        """Raises TemplateError: a special token that is not there, neither one part nor two;
        TooLarge: the text is repeated, or special tokens are, beyond `most_added`."""
        if not 0 < len(parts) <= 2:
            raise TemplateError(f"there is no template for {len(parts)} parts")
        filled: list[Tokens] = []
        tokens = sum(len(part.ids) for part in parts)
        growth, most = -tokens, most_added(tokens)
        for piece in self.single if len(parts) == 1 else self.pair:
            match piece:
                case SequencePiece(id, type_id):
                    part = parts[id == "B"]  # a single template without B is checked at loading
                    filled.append(part.of_type(type_id))
                case SpecialPiece(id, type_id) if add_special:
                    special = self.special_tokens.get(id)
                    if special is None:
                        raise TemplateError(f"the template names {id!r}, no special token of it")
                    ids, texts = list(special.ids), list(special.tokens)
                    filled.append(special_tokens(ids, texts, type_id, parts[0]))
                case _:
                    continue
            growth += len(filled[-1].ids)
            check_growth(growth, "tokens", most)
        return filled

    def added(self, pair: bool) -> int:
        specials = self.special_tokens
        return sum(
            len(specials[piece.id].ids)
            for piece in (self.pair if pair else self.single)
            if isinstance(piece, SpecialPiece) and piece.id in specials
        )


def _written(template: str) -> list[dict[str, Any]]:
    """A template as files have it, from how the library's Python API writes it:
    "[CLS]:0 $A:0 [SEP]:1"."""
    pieces = []
    for word in filter(None, template.split(" ")):
        name, _, type_id = word.rpartition(":")
        kind, name = ("Sequence", name[1:]) if name.startswith("$") else ("SpecialToken", name)
        pieces.append({kind: {"id": name, "type_id": int(type_id)}})
    return pieces


def _read(node: Node) -> TemplateProcessing:
    node.only(("type", "single", "pair", "special_tokens"))
    specials = {}
    for key, value in node["special_tokens"].mapping().items():
        entry = node["special_tokens"].at(key, value).fields(("id", "ids", "tokens"))
        entry.only(("id", "ids", "tokens"))
        ids = tuple(part.token_id() for part in entry["ids"].items())
        tokens = tuple(part.string() for part in entry["tokens"].items())
        specials[key] = SpecialToken(entry["id"].string(), ids, tokens)
    single = tuple(map(_template_piece, node["single"].items()))
    for piece, part in zip(single, node["single"].items(), strict=True):
        match piece:
            case SequencePiece("B"):
                raise part.bad("sequence B has no place in the template of a single text")
            case SpecialPiece(name) if name not in specials:
                raise part.bad(f"names {name!r}, which is not in special_tokens")
    return TemplateProcessing(single, tuple(map(_template_piece, node["pair"].items())), specials)


def _template_piece(node: Node) -> SequencePiece | SpecialPiece:
    if len(node.mapping()) != 1:
        raise node.bad('must be {"Sequence": …} or {"SpecialToken": …}')
    (kind,) = node.mapping()
    piece = node[kind].fields(("id", "type_id"))
    piece.only(("id", "type_id"))
    type_id = piece["type_id"].token_id()
    match kind:
        case "Sequence":
            return SequencePiece(piece["id"].word(_SEQUENCES), type_id)
        case "SpecialToken":
            return SpecialPiece(piece["id"].string(), type_id)
        case _:
            raise node[kind].bad("this kind of piece is not known")


_SEQUENCES: dict[str, Literal["A", "B"]] = {"A": "A", "B": "B"}


def _once(stage: TemplateProcessing) -> str | None:
    sequences = sum(isinstance(piece, SequencePiece) for piece in stage.single)
    return None if sequences == 1 else "does not give the text once"


_SINGLES = (
    "$A:0",
    "[CLS]:0 $A:0 [SEP]:0",
    "$A:1 <two>:2",
    "[CLS]:7 [CLS]:0",
    "$A:0 [SEP]:3 $A:1",
    "",
)
_PAIRS = (
    "$A:0 $B:1",
    "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
    "$B:0 <two>:4 $A:0",
    "$A:2",
    "$B:0 $B:1 [SEP]:1",
    "[SEP]:0",
)
_SPECIAL_TOKENS = {
    "[CLS]": {"id": "[CLS]", "ids": [0], "tokens": ["[CLS]"]},
    "[SEP]": {"id": "[SEP]", "ids": [1], "tokens": ["[SEP]"]},
    "<two>": {"id": "<two>", "ids": [2, 90001], "tokens": ["<two", ">"]},
}
"""What the templates name: a special token may be several, with ids that no piece has."""
TYPE = StageType(
    "TemplateProcessing",
    TemplateProcessing,
    (
        Option("single", Node.items, tuple(map(_written, _SINGLES))),
        Option("pair", Node.items, tuple(map(_written, _PAIRS))),
        Option("special_tokens", Node.mapping, (_SPECIAL_TOKENS,)),
    ),
    reader=_read,
    array=("single", "pair", "special_tokens"),
    loses=_once,
)
