"""Reports as Markdown and as static HTML that a screen reader can walk through.

HTML: the language is named, headings go down in order, a link skips to the content, every
table has a caption and header cells with a scope, wide tables scroll in a region that the
keyboard reaches, and each plot has a text alternative and its numbers in a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from .tables import Table, reasons, shown

STYLE = """
:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; }
a { color: LinkText; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
.scroll:focus, a:focus { outline: 0.2rem solid; outline-offset: 0.1rem; }
table { border-collapse: collapse; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
figure { margin: 1rem 0; }
img { max-width: 100%; height: auto; background: #fff; }
"""


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture file beside the page, what it shows in words, and its caption."""

    file: str
    alternative: str
    caption: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with paragraphs, plots and tables below it."""

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A report in English: a title, opening paragraphs, and sections."""

    title: str
    paragraphs: tuple[str, ...]
    sections: tuple[Section, ...]


def as_markdown(page: Page) -> str:
    """The page as Markdown."""
    blocks = [f"# {page.title}", *page.paragraphs]
    for section in page.sections:
        blocks += [f"## {section.title}", *section.paragraphs]
        blocks += [
            f"![{plot.alternative}]({plot.file})\n\n{plot.caption}" for plot in section.plots
        ]
        for table in section.tables:
            blocks += [f"### {table.caption}", markdown_table(table), *table.notes]
            blocks += ["\n".join(f"- {line}" for line in reasons(table))]
    return "\n\n".join(block for block in blocks if block) + "\n"


def markdown_table(table: Table) -> str:
    """A table in Markdown, each cell with the paper's figure and the difference."""
    head = [table.corner, *(column.name for column in table.columns)]
    rows = [[row.name, *_cells(table, place)] for place, row in enumerate(table.rows)]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(text) for text in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _cells(table: Table, place: int) -> Iterable[str]:
    columns = zip(table.rows[place].cells, table.columns, strict=True)
    return (shown(cell, column.unit) for cell, column in columns)


def as_html(page: Page) -> str:
    """The page as one HTML document that needs nothing but its plots."""
    body = "\n".join(_section(number, section) for number, section in enumerate(page.sections, 1))
    links = "\n".join(
        f'<li><a href="#part-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(page.sections, 1)
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><h1>{escape(page.title)}</h1></header>
<nav aria-label="Contents"><ul>
{links}
</ul></nav>
<main id="content" tabindex="-1">
{_paragraphs(page.paragraphs)}
{body}
</main>
</body>
</html>
"""


def _paragraphs(texts: Iterable[str]) -> str:
    return "\n".join(f"<p>{escape(text)}</p>" for text in texts)


def _section(number: int, section: Section) -> str:
    plots = "\n".join(_plot(plot) for plot in section.plots)
    tables = "\n".join(_table(table) for table in section.tables)
    return (
        f'<section aria-labelledby="part-{number}">\n'
        f'<h2 id="part-{number}">{escape(section.title)}</h2>\n'
        f"{_paragraphs(section.paragraphs)}\n{plots}\n{tables}\n</section>"
    )


def _plot(plot: Plot) -> str:
    return (
        f'<figure><img src="{escape(plot.file)}" alt="{escape(plot.alternative)}">'
        f"<figcaption>{escape(plot.caption)}</figcaption></figure>"
    )


def _table(table: Table) -> str:
    name = f"table-{table.key}"
    head = "".join(f'<th scope="col">{escape(c.name)}</th>' for c in table.columns)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row.name)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in _cells(table, place))
        + "</tr>"
        for place, row in enumerate(table.rows)
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{name}">\n'
        f'<table>\n<caption id="{name}">{escape(table.caption)}</caption>\n'
        f'<thead><tr><th scope="col">{escape(table.corner)}</th>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>\n</div>\n"
        f"{_paragraphs(table.notes)}\n{_reasons(table)}"
    )


def _reasons(table: Table) -> str:
    lines = reasons(table)
    if not lines:
        return ""
    items = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<p>Where the figures differ:</p>\n<ul>\n{items}\n</ul>"
