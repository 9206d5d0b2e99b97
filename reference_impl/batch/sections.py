"""`Sections`: texts in parts that are encoded as texts, and the added tokens between these.

Proof that a text's tokens are those of its sections and the added tokens, in their order: no stage
sees more than one stretch between added tokens, and ranges are moved by where that begins. That a
stretch is encoded as a text is, wherever it begins, is for the caller to know. Empty sections are
left out: they have no tokens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of


@dataclass(frozen=True)
class Sections:
    """Of n texts: k sections; of which text each is, and where in that it begins, shape (k,). A
    section that a normalizer changed is in `moved`: where each of its characters is from, counted
    from its own first. `added`, shape (m, 5): the tokens between: how many sections are before
    each, its text, where in that it begins and ends, and its id."""

    texts: list[str]
    of_text: Ints
    starts: Ints
    added: Ints = field(default_factory=lambda: np.zeros((0, 5), np.int64))
    moved: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Sections":
        """Each text is a section."""
        return cls([*texts], np.arange(len(texts)), np.zeros(len(texts), np.int64))

    def cut(self, rows: Ints) -> "Sections":
        """The same, cut at added tokens: `Found.rows` of the sections, none of a moved one.

        >>> made = Sections.of(["ab", "c"]).cut(np.array([[0, 0, 1, 7]]))
        >>> made.texts, made.of_text.tolist(), made.starts.tolist(), made.added.tolist()
        (['b', 'c'], [0, 1], [1, 0], [[0, 0, 0, 1, 7]])
        """
        if not len(rows):
            return self
        numbers, begins, ends, ids = rows.T
        sizes = np.fromiter(map(len, self.texts), np.int64, len(self.texts))
        bounds = bounds_of(sizes)
        at = bounds[numbers]
        starts = np.sort(np.append(bounds[:-1], ends + at))
        stops = np.sort(np.append(bounds[1:], begins + at))
        some = np.flatnonzero(stops > starts)
        starts, stops = starts[some], stops[some]
        of_section = np.searchsorted(bounds, starts, "right") - 1
        texts = [*map(self.texts.__getitem__, of_section.tolist())]
        firsts = starts - bounds[of_section]
        for part in np.flatnonzero(stops - starts < sizes[of_section]).tolist():
            first = firsts[part]
            texts[part] = texts[part][first : first + stops[part] - starts[part]]
        texts_of, moved_by = self.of_text[numbers], self.starts[numbers]
        before = np.searchsorted(starts, begins + at)
        more = np.stack((before, texts_of, begins + moved_by, ends + moved_by, ids), axis=1)
        if len(self.added):
            added = self.added.copy()
            added[:, 0] = np.searchsorted(of_section, added[:, 0])
            order = np.argsort(np.append(2 * self.added[:, 0], 2 * numbers + 1), kind="stable")
            more = np.append(added, more, axis=0)[order]
        places = np.searchsorted(of_section, [*self.moved]).tolist() if self.moved else []
        return Sections(
            texts,
            self.of_text[of_section],
            self.starts[of_section] + firsts,
            more,
            dict(zip(places, self.moved.values(), strict=True)),
        )

    def joined(self, rows: TokenRows, count: int) -> tuple[TokenRows, Ints]:
        """The tokens of the n texts, by those of their sections; and which of all are added."""
        bounds = np.array(rows.bounds)
        places = bounds[self.added[:, 0]]
        ids = np.insert(rows.ids, places, self.added[:, 4])
        texts = np.arange(count + 1)
        upto = bounds[np.searchsorted(self.of_text, texts)]
        upto = upto + np.searchsorted(self.added[:, 1], texts)
        at = places + np.arange(len(places))
        if rows.offsets is None:
            return TokenRows(ids, None, upto.tolist()), at
        spans = rows.offsets.reshape(-1, 2)
        spans += np.repeat(self.starts.astype(np.int32), np.diff(bounds))[:, np.newaxis]
        spans = np.insert(spans, places, self.added[:, 2:4], axis=0)
        return TokenRows(ids, spans.ravel(), upto.tolist()), at
