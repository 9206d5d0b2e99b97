"""`Padding`: the shortest encoding that a tokenizer.json allows, and what fills it up.

The last thing that happens. A text is padded by itself: the longest of a batch of one is the
text itself.
"""

from dataclasses import dataclass, replace

from tokparity.reference_impl.post_processors.tokens import Columns, Tokens
from tokparity.reference_impl.text.growth import check_growth
from tokparity.reference_impl.tokenizer.truncation import Direction


@dataclass(frozen=True, slots=True)
class Padding:
    """`length` None: as long as the text. Then up to a multiple of `multiple_of`, if that is
    not 0.

    The added tokens are special and not attended to, and have the range (0, 0). What overflows
    is padded alike. Source: tokenizers 0.23 utils/padding.rs, tokenizer/encoding.rs `pad`.
    """

    length: int | None = None
    direction: Direction = "Right"
    multiple_of: int = 0
    pad_id: int = 0
    pad_type_id: int = 0
    pad_token: str = "[PAD]"  # noqa: S105 (a piece of text, no password)

    def pad(self, tokens: Tokens) -> Tokens:
        """The tokens, and any before or after them. Raises TooLarge."""
        length = len(tokens.ids) if self.length is None else self.length
        if self.multiple_of:
            length += -length % self.multiple_of
        check_growth(length * tokens.windows(), "tokens")
        return self._pad(tokens, length)

    def _pad(self, tokens: Tokens, length: int) -> Tokens:
        columns = tokens.columns
        if columns is not None and columns.overflowing:
            overflowing = [self._pad(window, length) for window in columns.overflowing]
            columns = replace(columns, overflowing=overflowing)
            tokens = replace(tokens, columns=columns)
        count = max(length - len(tokens.ids), 0)
        if not count:
            return tokens
        before, after = (count, 0) if self.direction == "Left" else (0, count)
        return Tokens(
            [self.pad_id] * before + tokens.ids + [self.pad_id] * after,
            [0, 0] * before + tokens.offsets + [0, 0] * after,
            [self.pad_token] * before + tokens.texts + [self.pad_token] * after,
            columns
            and Columns(
                [self.pad_type_id] * before + columns.type_ids + [self.pad_type_id] * after,
                [None] * before + columns.words + [None] * after,
                [1] * before + columns.special + [1] * after,
                [0] * before + columns.attention + [0] * after,
                columns.overflowing,
            ),
        )
