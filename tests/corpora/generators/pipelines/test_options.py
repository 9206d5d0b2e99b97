"""The table of options is that of the readers: each row loads, none is missing."""

import json

import pytest
from tokenizers import Tokenizer

from tokparity.corpora.generators.pipelines.options import INERT, OPTIONS, STAGES, values

ROWS = [
    (section, kind, option)
    for (section, kind), options in OPTIONS.items()
    if section in STAGES
    for option in options or [None]
]


@pytest.mark.parametrize(("section", "kind", "option"), ROWS)
def test_the_library_loads_every_value(section, kind, option):
    options = OPTIONS[section, kind]
    for value in options.get(option, (None,)):
        declared = STAGES[section][kind].options
        component = {"type": kind} | {each.name: values(each)[0] for each in declared}
        if option is not None:
            component[option] = value
        model = {"type": "WordLevel", "vocab": {"u": 0}, "unk_token": "u"}
        absent = ("truncation", "padding", "normalizer", "pre_tokenizer", "decoder")
        document = dict.fromkeys((*absent, "post_processor"))
        document |= {"version": "1.0", "added_tokens": [], "model": model, section: component}
        Tokenizer.from_str(json.dumps(document))


def test_inert_options_are_in_the_table():
    assert all(option in OPTIONS[component] for component, option in INERT)
