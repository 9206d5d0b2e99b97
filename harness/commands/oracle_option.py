"""`--oracle`: the adapter of a library, by its name or by what people call the library.

`hf` and `tokenizers` are `huggingface_tokenizers`; `llama.cpp` is `ggml_llama_cpp`.
"""

from typing import Any

import click
from click.shell_completion import CompletionItem

from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.errors import did_you_mean

SHORT = {"hf": "huggingface_tokenizers"}
"""What people write that no adapter says of itself."""


def oracles_called(name: str) -> list[str]:
    """The adapters that a name may mean: its own, else those whose library it names.

    >>> oracles_called("llama.cpp"), oracles_called("tokenizers")
    (['ggml_llama_cpp'], ['huggingface_tokenizers'])
    >>> oracles_called("x")
    []
    """
    name = SHORT.get(name, name)
    if name in ORACLES:
        return [name]
    ending = f"_{name.replace('-', '_')}"
    return [it for it in ORACLES if it.endswith(ending)] or [
        it for it, spec in ORACLES.items() if spec.label == name
    ]


class OracleName(click.ParamType[str]):
    """The full name of an adapter, whichever was written."""

    name = "oracle"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """`oracles_called`, where it is one."""
        found = oracles_called(value)
        if len(found) == 1:
            return found[0]
        if found:
            return self.fail(f"{value!r} may be {' or '.join(found)}: say which", param, ctx)
        known = [*ORACLES, *SHORT, *(spec.label for spec in ORACLES.values())]
        near = did_you_mean(value.lower(), dict.fromkeys(known))
        return self.fail(f"{value!r} is none of {', '.join(sorted(ORACLES))}.{near}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Full names only: each is there once."""
        return [CompletionItem(it) for it in ORACLES if it.startswith(incomplete)]
