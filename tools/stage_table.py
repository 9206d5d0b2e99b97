"""The table of stages: what tokenizer.json may hold, as each stage declares it.

    python -m tools.stage_table

Prints Markdown: section, type, options with the values that are tried, what is not kept.
"""

import json
from collections.abc import Iterator

from tokparity.corpora.generators.pipelines.options import STAGES, values
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reports.text.markdown import code

MOST = 5
"""How many values of an option are shown."""


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Section, type, options, variations in which it is asked about every character."""
    for section, types in STAGES.items():
        for stage_type in types.values():
            options = "<br>".join(map(_option, stage_type.options))
            yield section, stage_type.name, options, str(_swept(section, stage_type))


def _option(option: Option) -> str:
    texts = [json.dumps(value, ensure_ascii=False)[:40] for value in values(option)]
    more = ["…"] if len(texts) > MOST else []
    return f"{option.name}: {code(', '.join(texts[:MOST] + more))}"


def _swept(section: str, stage_type: StageType) -> int:
    return len(stage_type.sweep) if section in ("normalizer", "pre_tokenizer") else 0


def main() -> None:
    """Print the table."""
    print("| section | type | options and what they are tried with | swept |")
    print("|---|---|---|---:|")
    for row in rows():
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
