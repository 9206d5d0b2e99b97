"""The table of options is that of the readers: each row loads, none is missing."""

import json

import pytest
from tokenizers import Tokenizer

from tokparity.corpora.generators.pipelines.components import types
from tokparity.corpora.generators.pipelines.options import INERT, OPTIONS, SPECIAL_TOKENS
from tokparity.reference_impl.formats.tokenizer_json import decoders as tokenizer_json_decoders
from tokparity.reference_impl.formats.tokenizer_json import (
    normalizers as tokenizer_json_normalizers,
)
from tokparity.reference_impl.formats.tokenizer_json import (
    post_processors as tokenizer_json_post_processors,
)
from tokparity.reference_impl.formats.tokenizer_json import (
    pre_tokenizers as tokenizer_json_pre_tokenizers,
)

READERS = {
    "normalizer": tokenizer_json_normalizers,
    "pre_tokenizer": tokenizer_json_pre_tokenizers,
    "post_processor": tokenizer_json_post_processors,
    "decoder": tokenizer_json_decoders,
}
ROWS = [
    (section, kind, option)
    for (section, kind), options in OPTIONS.items()
    if section in READERS
    for option in options or [None]
]


@pytest.mark.parametrize("section", READERS)
def test_every_type_a_reader_knows_is_in_the_table(section):
    source = READERS[section].__loader__.get_source(READERS[section].__name__)
    written = {
        word.split('"')[0]
        for word in source.split('case "')[1:]
        if word.split('"')[0][0].isupper() and word.split('"')[0] not in ("A", "B")
    }
    assert written - {"Sequence", "SpecialToken"} <= set(types(section))
    assert all(f'"{kind}"' in source for kind in types(section))


@pytest.mark.parametrize(("section", "kind", "option"), ROWS)
def test_the_library_loads_every_value(section, kind, option):
    options = OPTIONS[section, kind]
    for value in options.get(option, (None,)):
        component = {"type": kind} | {name: values[0] for name, values in options.items()}
        if option is not None:
            component[option] = value
        if kind == "TemplateProcessing":
            component["special_tokens"] = SPECIAL_TOKENS
        model = {"type": "WordLevel", "vocab": {"u": 0}, "unk_token": "u"}
        absent = ("truncation", "padding", "normalizer", "pre_tokenizer", "decoder")
        document = dict.fromkeys((*absent, "post_processor"))
        document |= {"version": "1.0", "added_tokens": [], "model": model, section: component}
        Tokenizer.from_str(json.dumps(document))


def test_inert_options_are_in_the_table():
    assert all(option in OPTIONS[component] for component, option in INERT)
