"""Sheets, and lines above them, as one HTML file that needs no other: for `diff` and `trend`."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from tokparity.reports.text.sheets import Sheet, numeric
from tokparity.reports.views.html import environment


def write_page(
    path: Path, title: str, verdict: str, sheets: Sequence[Sheet], lines: Sequence[Markup] = ()
) -> None:
    """Write the page, complete or not at all."""
    page = page_text(title, verdict, sheets, lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(page, "utf-8", newline="\n")
    part.replace(path)


def page_text(
    title: str,
    verdict: str,
    sheets: Sequence[Sheet],
    lines: Sequence[Markup] = (),
    above: str = "",
) -> str:
    """The page. `lines` are what `line` made; `above`: the address that a link at its head has."""
    drawn = [(sheet, numeric(sheet)) for sheet in sheets if sheet.has_something_to_say]
    template = environment().get_template("sheets.html")
    return template.render(title=title, verdict=verdict, sheets=drawn, lines=lines, above=above)


WIDTH, HEIGHT, EDGE = 360, 72, 6


def line(title: str, values: Sequence[float], labels: Sequence[str]) -> Markup:
    """Values, oldest first, at equal distances; the scale begins at zero.

    `labels` name the points, as the tooltip of each. One value is a dot.
    """
    top = max([*values, 0]) or 1
    step = (WIDTH - 2 * EDGE) / max(len(values) - 1, 1)
    points = [
        (EDGE + at * step, HEIGHT - EDGE - value / top * (HEIGHT - 2 * EDGE))
        for at, value in enumerate(values)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = Markup("").join(
        Markup('<circle cx="{}" cy="{}" r="2.5"><title>{}: {}</title></circle>').format(
            f"{x:.1f}", f"{y:.1f}", label, f"{value:,.0f}"
        )
        for (x, y), value, label in zip(points, values, labels, strict=True)
    )
    drawn = Markup(
        '<svg class="line" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-label="{title}"><line x1="0" x2="{w}" y1="{base}" y2="{base}"/>'
        '<polyline points="{path}"/>{dots}</svg>'
    ).format(w=WIDTH, h=HEIGHT, base=HEIGHT - EDGE, title=title, path=path, dots=dots)
    caption = (
        f"{values[0]:,.0f} → {values[-1]:,.0f}, at most {max(values):,.0f}" if values else "no run"
    )
    return Markup("<figure>{}<figcaption><b>{}</b> {}</figcaption></figure>").format(
        drawn, title, caption
    )
