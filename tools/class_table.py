"""Write docs/reference/folders.md: the classes of folders that are followed, and the others.

python -m tools.class_table
"""

import json
import sys
from pathlib import Path

from tokparity.reference_impl.formats.model_folder import auto_class, python_classes
from tokparity.reference_impl.formats.model_folder.reader import CLASSES

PLACE = Path(__file__).parents[1] / "docs" / "reference" / "folders.md"
HEAD = """# Folders without a tokenizer.json

What is made of such a folder is decided by the class of transformers that its
`tokenizer_config.json` names, or by the type of model in its `config.json`. These are the classes
of transformers {version}, asked of the library itself. This page is written by
`python -m tools.class_table`.

## Followed

| class | reads | also called |
|---|---|---|
{rows}

A `tokenizer.model` or a `tiktoken.model` in the folder is read instead of the file that the class
names, as the library does. A rank file is followed under `TokenizersBackend` alone.

In Python alone, of which no tokenizer.json can be made:

| class | reads |
|---|---|
{alone}

## Refused by name

On the library `tokenizers`: {fast}.

In Python alone: {python}.
"""


def page() -> str:
    """The page, by what the code and its table say."""
    table = json.loads(Path(auto_class.__file__).with_name("auto_classes.json").read_text("ascii"))
    rows = []
    for name, recipe in sorted(CLASSES.items()):
        files = " and ".join(
            f"`{file}`" for file in (recipe.vocab_file, recipe.merges_file) if file
        )
        others = sorted(each for each, own in table["names"].items() if own == name != each)
        also = ", ".join(f"`{each}`" for each in others) or "–"
        rows.append(f"| `{name}` | {files or '`tokenizer.model`'} | {also} |")
    classes = set(table["names"].values()) - set(CLASSES) - set(python_classes.CLASSES)
    python = set(table["python"])
    return HEAD.format(
        version=table["transformers"],
        rows="\n".join(rows),
        alone="\n".join(
            f"| `{name}` | {_reads(name)} |" for name in sorted(python_classes.CLASSES)
        ),
        fast=", ".join(f"`{name}`" for name in sorted(classes - python)),
        python=", ".join(f"`{name}`" for name in sorted(classes & python)),
    )


def _reads(name: str) -> str:
    if name in python_classes.WITHOUT_FILES:
        return "no vocabulary: the configs alone"
    return f"`{python_classes.SOURCE}`, `{python_classes.TARGET}` and `{python_classes.VOCAB}`"


def main() -> int:
    """Write the page."""
    PLACE.write_text(page(), "utf-8")
    print(f"{PLACE.name}: {len(CLASSES)} classes followed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
