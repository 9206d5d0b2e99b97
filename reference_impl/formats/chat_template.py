"""A tokenizer_config.json without a vocabulary: chat templates, and the tokens that they may name.

`transformers` publishes templates so; it is one file, whatever the model's other files are. Not
here: templates beside a vocabulary, or in a GGUF (`formats.template_sources`).
"""

import json
from collections.abc import Mapping

from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.template_sources import CONFIG, of_files
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def load(artefact: Artefact) -> Tokenizer:
    """Errors: BadArtefact, always: there is nothing to encode with."""
    raise BadArtefact(artefact.path, "vocabulary", "is not here: this file renders conversations")


def templates(artefact: Artefact) -> Templates:
    """What the file renders by. Errors: BadArtefact."""
    return of_files({CONFIG: artefact.path})


def to_json(templates: Templates) -> bytes:
    """The file that `templates` reads so.

    >>> to_json(Templates({"default": "{{ bos_token }}"}, {"bos_token": "<s>"})).decode()
    '{"chat_template":"{{ bos_token }}","bos_token":"<s>"}'
    """
    sources: str | list[Mapping[str, str]] = [
        {"name": name, "template": source} for name, source in templates.sources.items()
    ]
    if list(templates.sources) == ["default"]:
        sources = templates.sources["default"]
    whole = {"chat_template": sources, **templates.special_tokens}
    return json.dumps(whole, separators=(",", ":")).encode("ascii")
