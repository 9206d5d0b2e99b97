"""What stands beside a vocabulary and says more of the same model: told by name and folder.

    tokenizer.json                          the vocabulary
    tokenizer_config.json                   its special tokens, and mostly its chat template
    special_tokens_map.json
    config.json, generation_config.json     the ids that end a generation
    chat_template.jinja
    additional_chat_templates/NAME.jinja

A folder is one of a repository, of an archive, or of a zip inside an archive. Not here: what
the files say (`harness.artefacts.model_files`).
"""

from collections.abc import Iterable
from typing import Final

CONFIG: Final = "tokenizer_config.json"
COMPANIONS: Final = (
    CONFIG,
    "special_tokens_map.json",
    "generation_config.json",
    "config.json",
    "chat_template.jinja",
)
_TEMPLATES = "additional_chat_templates/"


def folder_of(path: str) -> str:
    """The folder of a file, with the mark that ends it; `!` enters a zip.

    >>> folder_of("a/b.json"), folder_of("a/b.zip!c.json"), folder_of("b.json")
    ('a/', 'a/b.zip!', '')
    """
    return path[: max(path.rfind("/"), path.rfind("!")) + 1]


def name_beside(path: str, vocabulary: str) -> str | None:
    """What a file is called in the folder of the vocabulary; None where it is none of those.

    >>> name_beside("a/config.json", "a/v.json"), name_beside("config.json", "a/v.json")
    ('config.json', None)
    >>> name_beside("a/additional_chat_templates/rag.jinja", "a/v.json")
    'additional_chat_templates/rag.jinja'
    """
    folder = folder_of(vocabulary)
    name = path.removeprefix(folder)
    if not path.startswith(folder) or path == vocabulary:
        return None
    inner = name.removeprefix(_TEMPLATES)
    is_template = inner != name and inner.endswith(".jinja") and not set(inner) & set("/!")
    return name if name in COMPANIONS or is_template else None


def companions(paths: Iterable[str], vocabulary: str) -> tuple[str, ...]:
    """Those of `paths` that stand beside the vocabulary, sorted."""
    return tuple(sorted({path for path in paths if name_beside(path, vocabulary) is not None}))
