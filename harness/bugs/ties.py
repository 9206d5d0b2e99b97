"""`Ties`: whether two answers to a text are two ways to cut it that score the same.

No format says which of two equal sums is to win, so neither answer is wrong. Only of models that
search by scores. Not here: the same of two files whose traces are known (`naming.equal_scores`).
"""

from collections import Counter
from dataclasses import dataclass, field

from tokparity.harness.bugs.answers import Answer, Ids
from tokparity.harness.naming.equal_scores import Scores, is_tie, scores_of
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(slots=True)
class Ties:
    """Of one tokenizer; of one without scores there are none."""

    reader: TokenReader
    scores: Scores | None
    _memo: dict[tuple[Ids, Ids], bool] = field(default_factory=dict)

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> "Ties":
        """By the scores of its model."""
        return cls(TokenReader(tokenizer), scores_of(tokenizer.model))

    def __call__(self, first: Answer, second: Answer) -> bool:
        """Whether two answers to one text are two, and nothing tells which is to win."""
        if self.scores is None or first == second:
            return False
        if not isinstance(first, tuple) or not isinstance(second, tuple):
            return False
        if (first, second) not in self._memo:
            spelled = self.reader.text(first) == self.reader.text(second)
            self._memo[first, second] = spelled and is_tie(self.scores, (first, second))
        return self._memo[first, second]

    def why(self, first: Answer, second: Answer) -> str:
        """By what two answers are a tie: the scores of what each has more, and what they come to.

        >>> ties.why((7, 8, 8), (9, 8))  # doctest: +SKIP
        'by the scores in the file ab (-1) and b (-2) come to as much as abb (-3), summed exactly'
        """
        if self.scores is None or not isinstance(first, tuple) or not isinstance(second, tuple):
            return ""
        one, other = Counter(first) - Counter(second), Counter(second) - Counter(first)
        if not one or not other:
            return "both have the same tokens, in another order"
        mine, theirs = (" and ".join(map(self._scored, it.items())) for it in (one, other))
        return f"by the scores in the file {mine} come to as much as {theirs}, summed exactly"

    def _scored(self, found: tuple[int, int]) -> str:
        token_id, count = found
        assert self.scores is not None
        piece = self.reader.tokenizer.pieces().get(token_id, str(token_id))
        times = f"{count} times " if count > 1 else ""
        return f"{times}{piece} ({self.scores(token_id)})"

    def alike(self, first: Answer, second: Answer) -> bool:
        """Whether two answers are the same, or as good as each other."""
        return first == second or self(first, second)
