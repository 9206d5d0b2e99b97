"""`SharedWords`: one cache of words for all tokenizers of an equal pre-tokenizer and model.

Each set of explanations changes a tokenizer anew: what comes out is often equal to what was there
before in all that makes words. It knows no tokenizer, so that all goes with the last that has it.
"""

from dataclasses import dataclass, field

from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.tokenizer.fast import CutTexts, FastWords

LONGEST_WORD = 512
"""Characters of a word that is remembered: each text is encoded several times here."""


@dataclass(slots=True)
class SharedWords:
    """What makes the words of a `Tokenizer`; the `kept` asked for last stay, and as many models
    as there may be tokenizers at once."""

    kept: int
    models_kept: int
    _words: list[tuple[PreTokenizer | None, Model, FastWords]] = field(default_factory=list)
    _models: list[Model] = field(default_factory=list)
    """Those that were asked for last: what one has built to look pieces up in is built once."""
    _cut_texts: list[tuple[PreTokenizer | None, CutTexts]] = field(default_factory=list)
    """The words of the texts at hand: few changes are of the pre-tokenizer."""

    def __call__(self, pre_tokenizer: PreTokenizer | None, model: Model) -> FastWords:
        """Those of an equal pre-tokenizer and model, or new ones."""
        model = self.made(model)
        for at, (cuts, known, words) in enumerate(self._words):
            if known is model and cuts == pre_tokenizer:
                self._words.append(self._words.pop(at))
                return words
        words = FastWords(pre_tokenizer, model, LONGEST_WORD, self._cuts_of(pre_tokenizer))
        self._words.append((pre_tokenizer, model, words))
        del self._words[: -self.kept]
        return words

    def made(self, model: Model) -> Model:
        """An equal one that is here already, or this one."""
        alike = (at for at, known in enumerate(self._models) if type(known) is type(model))
        at = next((at for at in alike if self._models[at] == model), None)
        self._models.append(model if at is None else self._models.pop(at))
        del self._models[: -self.models_kept]
        return self._models[-1]

    def forget_texts(self) -> None:
        """Before other texts: how these were cut is not asked again."""
        for _, texts in self._cut_texts:
            texts.clear()

    def _cuts_of(self, pre_tokenizer: PreTokenizer | None) -> CutTexts:
        for cuts, texts in self._cut_texts:
            if cuts == pre_tokenizer:
                return texts
        new: CutTexts = {}
        self._cut_texts.append((pre_tokenizer, new))
        return new
