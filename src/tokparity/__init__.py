"""Differential testing and parity verification for tokenizers.

`load` reads a tokenizer, `check` compares two; `TokparityError` is what both raise. Nothing else is
public: every other module may change with any version.

>>> import json, pathlib, tempfile, tokparity
>>> model = {"type": "WordLevel", "vocab": {"so": 0, "good": 1, "[UNK]": 2}, "unk_token": "[UNK]"}
>>> file = pathlib.Path(tempfile.mkdtemp()) / "tokenizer.json"
>>> _ = file.write_text(json.dumps({"pre_tokenizer": {"type": "Whitespace"}, "model": model}))
>>> tokenizer = tokparity.load(file)
>>> tokenizer.encode("so so good").ids
(0, 0, 1)
>>> tokparity.check(file, cases=64, sweep="none").verdict
'agree'
"""

TYPE_CHECKING = False
"""As in `typing`, to import which takes longer than a first answer of the command line."""
if TYPE_CHECKING:
    from tokparity.api import Result, Tokenizer, TokparityError, check, load

    __version__: str

__all__ = ["Result", "Tokenizer", "TokparityError", "__version__", "check", "load"]


def __getattr__(name: str) -> object:
    """Import the API when it is first asked for: `tokparity --help` needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module 'tokparity' has no attribute {name!r}")
    if name == "__version__":
        from importlib.metadata import version

        return version("tokparity")
    from tokparity import api

    return getattr(api, name)
