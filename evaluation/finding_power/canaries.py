"""The two canaries of a mutant: did its code run (*reached*), did that make a difference there
(*triggered*)?

What a mutant's stage makes of the very input that the honest pipeline gives it is compared with
what the honest stage makes of it. Where nothing differs, no later stage can see a difference, so
that the mutant need not be asked about the case at all. Of what that leaves out, the search asks
some all the same: a canary that missed one is `blind`, and its mutant is asked everything.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from evaluation.finding_power.stage_work import StageWork, stretches_of, word_of, words_of
from evaluation.finding_power.stream import Block
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.models.unknown import unknown_id
from tokparity.harness.fault_models.mutant import Mutant, Reached
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MOST_WORDS = 1 << 20
"""So many words are remembered as harmless to a mutant; then they are looked at again."""


@dataclass(slots=True)
class Canaries:
    """The canaries of one mutant on one tokenizer, over the blocks of one stream."""

    mutant: Mutant
    honest: Tokenizer
    changed: Tokenizer
    side: Side
    blind: bool = False
    _harmless: set[str] = field(default_factory=set)
    _harmful: set[str] = field(default_factory=set)

    def reached(self, block: Block) -> int | None:
        """The index of the first case whose work the changed code had a part in."""
        reaches = _REACHED[self.mutant.reached]
        return next((at for at in range(len(block.cases)) if reaches(block, at)), None)

    def triggered(self, block: Block) -> list[int]:
        """The indices of the cases on which the changed stage gives something else."""
        if self.mutant.op != "decode" and not self.blind:
            match self.mutant.stage:
                case "added_tokens" | "normalizer":
                    return list(self._other_stretches(block.work))
                case "pre_tokenizer":
                    return list(self._other_cuts(block.work))
                case "model":
                    return self._other_words(block.work)
        mine = observe(self.side, block.cases)
        return [at for at, answer in enumerate(mine) if answer != block.honest_answer(at)]

    def _other_stretches(self, work: StageWork) -> Iterator[int]:
        differs: dict[object, bool] = {}
        for at, texts in enumerate(work.inputs):
            for stage_input in texts:
                if stage_input not in differs:
                    differs[stage_input] = (
                        stretches_of(self.changed, stage_input) != work.stretches[stage_input]
                    )
                if differs[stage_input]:
                    yield at
                    break

    def _other_cuts(self, work: StageWork) -> Iterator[int]:
        differs: dict[object, bool] = {}
        for at, texts in enumerate(work.inputs):
            for stage_input in texts:
                if stage_input not in differs:
                    pairs = zip(work.plain[stage_input], work.cut[stage_input], strict=True)
                    differs[stage_input] = any(
                        words_of(self.changed, stretch) != cut for stretch, cut in pairs
                    )
                if differs[stage_input]:
                    yield at
                    break

    def _other_words(self, work: StageWork) -> list[int]:
        harmless, harmful = self._harmless, self._harmful
        if len(harmless) > MOST_WORDS:
            harmless.clear()
        indices: set[int] = set()
        for word, places in work.words.items():
            if word in harmless:
                continue
            if word not in harmful:
                if word_of(self.changed, word) == work.honest_word(word):
                    harmless.add(word)
                    continue
                harmful.add(word)
            indices.update(places)
        return sorted(indices)


Reaches = Callable[[Block, int], bool]


def _text(block: Block, at: int) -> bool:
    return any(text for text, _ in block.work.inputs[at])


def _added_token(block: Block, at: int) -> bool:
    work = block.work
    return any(
        token is not None
        for stage_input in work.inputs[at]
        for _, token in work.stretches[stage_input] or ()
    )


def _rewritten(block: Block, at: int) -> bool:
    work = block.work
    return any(
        "".join(stretch.text for stretch, _ in work.stretches[stage_input] or ()) != stage_input[0]
        for stage_input in work.inputs[at]
    )


def _cut(block: Block, at: int) -> bool:
    work = block.work
    return any(
        len(words or ()) > 1 for stage_input in work.inputs[at] for words in work.cut[stage_input]
    )


def _merged(block: Block, at: int) -> bool:
    work = block.work
    for stage_input in work.inputs[at]:
        for words in work.cut[stage_input]:
            for word in words or ():
                tokens = work.honest_word(word.text)
                if tokens is not None and len(tokens.ids) < len(word.text):
                    return True
    return False


def _ids(block: Block, at: int) -> tuple[int, ...]:
    case, answer = block.cases[at], block.honest_answer(at)
    if isinstance(case, DecodeCase):
        return case.ids
    return answer.ids if isinstance(answer, Encoding | FullEncoding) else ()


def _unknown(block: Block, at: int) -> bool:
    return unknown_id(block.work.tokenizer.model) in _ids(block, at)


def _bytes(block: Block, at: int) -> bool:
    pieces = block.work.tokenizer.pieces()
    token_ids = [token_id for token_id in _ids(block, at) if token_id in pieces]
    return any(
        BYTE_PIECE.fullmatch(pieces[token_id]) or not _is_text(block, token_id)
        for token_id in token_ids
    )


def _is_text(block: Block, token_id: int) -> bool:
    try:
        block.work.tokenizer.surface(token_id).decode("utf-8")
    except (UnicodeDecodeError, ValueError):
        return False
    return True


def _specials(block: Block, at: int) -> bool:
    tokenizer, case = block.work.tokenizer, block.cases[at]
    special = {token.id for token in tokenizer.added_tokens if token.special}
    if isinstance(case, DecodeCase):
        return bool(special & set(case.ids))
    options = case.options
    assert isinstance(options, EncodeOptions)
    return options.add_special or isinstance(case, FullCase)


_REACHED: dict[Reached, Reaches] = {
    "text": _text,
    "added-token": _added_token,
    "rewritten": _rewritten,
    "cut": _cut,
    "merged": _merged,
    "unknown": _unknown,
    "bytes": _bytes,
    "specials": _specials,
    "ids": lambda block, at: bool(_ids(block, at)),
}
