"""`tables_of` and `fill`: the tables of a model out of it, and into one that was read without.

Not here: models whose entries have no ids of their own, or scores.
"""

from typing import TypeVar

from tokparity.reference_impl.compiled.blocks import Damaged
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.compiled.tables import Tables, Whole, whole_of
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE

Filled = TypeVar("Filled", bound=Model)


def tables_of(model: Model) -> Whole:
    """The tables of a model that was read. Errors: Uncompiled."""
    match model:
        case BPE(vocab, merges, products):
            return whole_of(vocab, merges, products)
        case WordPiece(vocab) | TiktokenBPE(vocab):
            return whole_of(vocab, None)
    raise Uncompiled(f"it is of a {type(model).__name__}")


def filled(model: Filled, tables: Tables) -> Filled:
    """A model without entries gets its tables, and dictionaries once all is in memory. Errors:
    Damaged for a model that has no such tables."""
    tables.install = lambda whole: _fill(model, whole, tables.longest)
    tables.install(tables.now)
    return model


def _fill(model: Model, tables: Whole, longest: int) -> None:
    """It is frozen for everybody else."""
    fields = {"vocab": tables.vocab, "pieces": tables.pieces}
    match model:
        case BPE():
            fields |= {"merges": tables.merges, "products": tables.products}
        case WordPiece():
            fields |= {"_longest": longest}
        case TiktokenBPE():
            pass
        case _:
            raise Damaged("has another model")
    for name, value in fields.items():
        object.__setattr__(model, name, value)
