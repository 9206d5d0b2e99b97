"""The trace of a text as one HTML file, or its pictures as one SVG: for `trace --format`."""

from collections.abc import Sequence

from tokparity.reference_impl.contract import Stage
from tokparity.reference_impl.traces import Trace
from tokparity.reports.summary.alignment import align_stages, differing
from tokparity.reports.text.visible import visible_clipped
from tokparity.reports.views.html import environment
from tokparity.reports.views.html.finding_page import (
    MOST_CANDIDATES,
    MOST_MERGES,
    MOST_PIECES,
    MOST_WORDS,
)
from tokparity.reports.views.pictures.spans import Picture

_CAPTION, _GAP, _NARROWEST = 24, 10, 480
"""Pixels over a picture, below it, and of a line of its title."""


def trace_page(
    names: Sequence[str],
    texts: Sequence[str],
    traces: Sequence[Sequence[Trace]],
    pictures: Sequence[Sequence[Picture]],
    matters: Sequence[Stage | None],
) -> str:
    """`traces` of each text: one a name. `matters`: the first stage whose output decides the answer
    of two, of each text. No script, and no other file."""
    shown = [
        {
            "text": text,
            "texts": (text,),
            "names": names,
            "ids": [each.encoding.ids for each in of_text],
            "stages": [
                (pair, differing(pair.left, pair.right))
                for pair in align_stages(of_text[0], (*of_text, None)[1], stage)
            ],
            "pictures": drawn,
            "same": len(of_text) == 2 and of_text[0].encoding.ids == of_text[1].encoding.ids,
        }
        for text, of_text, drawn, stage in zip(texts, traces, pictures, matters, strict=True)
    ]
    template = environment().get_template("trace.html")
    return template.render(
        title=f"{visible_clipped(texts[0], 60)} in {' and '.join(names)}",
        views=shown,
        names=names,
        most_pieces=MOST_PIECES,
        most_words=MOST_WORDS,
        most_merges=MOST_MERGES,
        most_candidates=MOST_CANDIDATES,
    )


def trace_svg(names: Sequence[str], pictures: Sequence[Picture]) -> str:
    """All pictures, one below the other, in one file with its own style."""
    rows, y = [], 0
    for drawn in pictures:
        for name, side in zip(names, drawn.sides, strict=True):
            rows.append((y, f"{name}: {drawn.kind} of {drawn.word}", side))
            y += _CAPTION + side.height + _GAP
    width = max([_NARROWEST, *(drawn.width for drawn in pictures)])
    template = environment().get_template("trace.svg")
    return template.render(rows=rows, width=width, height=y, caption=_CAPTION)
