"""Write reference_impl/formats/model_folder/auto_classes.json: which class `AutoTokenizer` takes.

    python -m tools.record_auto_classes

Asked of the installed transformers: its class for each type of model, the types whose own class
counts whatever tokenizer_config.json says, and which class it finds under each name.
"""

import json
import logging
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from tokparity.reference_impl.formats.model_folder import auto_class

PLACE = Path(auto_class.__file__).with_name("auto_classes.json")


def main() -> int:
    """Write the table, with the version that it is of."""
    table = asked()
    PLACE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "ascii")
    print(f"{PLACE.name}: {len(table['models'])} types of models, {len(table['names'])} names")
    return 0


def asked() -> dict[str, Any]:
    """The table: `models` from type to name, `known` from type to the one that its config class is
    of, `overruled` types, `names` from name to class, `python`: the classes that do not run on the
    library tokenizers, and `languages`."""
    import transformers
    from transformers.models.auto import tokenization_auto as auto
    from transformers.tokenization_utils_base import PreTrainedTokenizerBase
    from transformers.tokenization_utils_tokenizers import TokenizersBackend

    logging.getLogger("transformers").setLevel(logging.ERROR)
    models = {kind: name for kind, name in auto.TOKENIZER_MAPPING_NAMES.items() if name}
    listed = {name.removesuffix("Fast") for name in models.values()}
    exported = {name for name in dir(transformers) if name.endswith(("Tokenizer", "TokenizerFast"))}
    configs: dict[str, str] = vars(auto)["CONFIG_MAPPING_NAMES"]
    reverse: dict[str, str] = vars(auto.TOKENIZER_MAPPING)["_reverse_config_mapping"]
    listed |= {name.replace("Config", "Tokenizer") for name in configs.values()}
    names, python = {}, set()
    for name in sorted(listed | exported | {"PreTrainedTokenizerFast", "BloomTokenizer"}):
        found: Any = auto.tokenizer_class_from_name(name)
        if isinstance(found, type) and issubclass(found, PreTrainedTokenizerBase):
            own = _own(found, TokenizersBackend)
            names[name] = own.__name__
            if not issubclass(own, TokenizersBackend):
                python.add(own.__name__)
    return {
        "transformers": transformers.__version__,
        "models": models,
        "known": {kind: reverse[configs[kind]] for kind in sorted({*models} & {*configs})},
        "overruled": sorted(auto.MODELS_WITH_INCORRECT_HUB_TOKENIZER_CLASS),
        "names": names,
        "python": sorted(python),
        "languages": {kind: _languages(kind) for kind in ("mbart", "mbart50", "nllb")},
    }


def _own(found: type, backend: type) -> type:
    """The class whose constructor is called: one without its own makes what its parent makes."""
    while issubclass(found, backend) and found is not backend and not _changes(found):
        found = found.__mro__[1]
    return found


def _changes(found: type) -> bool:
    """Whether a class says anything of how its tokenizer is made, or which files it reads; of a
    .model one without a constructor of its own makes something else."""
    inherited: Any = found.__mro__[1]
    files: Any = found
    return (
        any(callable(value) for value in vars(found).values())
        or files.vocab_files_names != inherited.vocab_files_names
        or files.vocab_files_names.get("vocab_file", "").endswith(".model")
    )


def _languages(kind: str) -> list[str]:
    """The codes that the class of a translation model adds."""
    module = import_module(f"transformers.models.{kind}.tokenization_{kind}")
    return list(module.FAIRSEQ_LANGUAGE_CODES)


if __name__ == "__main__":
    sys.exit(main())
