"""The printed table of stages has a row for each type that the library has."""

import subprocess
import sys
from pathlib import Path

import pytest
from tokenizers import decoders, normalizers, pre_tokenizers, processors

from tools.stage_table import rows

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("section", "types"),
    [
        ("normalizer", {"BertNormalizer", "NFC", "Replace", "StripAccents"}),
        ("pre_tokenizer", {"Digits", "Metaspace", "Split", "WhitespaceSplit"}),
        ("post_processor", {"BertProcessing", "ByteLevel", "TemplateProcessing"}),
        ("decoder", {"BPEDecoder", "CTC", "Metaspace", "WordPiece"}),
    ],
)
def test_a_type_of_the_library_has_its_row(section, types):
    library = {
        "normalizer": normalizers,
        "pre_tokenizer": pre_tokenizers,
        "post_processor": processors,
        "decoder": decoders,
    }[section]
    listed = {name for place, name, *_ in rows() if place == section}
    assert types <= listed
    assert all(hasattr(library, name) for name in listed)


def test_the_table_is_printed_with_options_and_their_values():
    command = [sys.executable, "-m", "tools.stage_table"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    line = next(line for line in run.stdout.splitlines() if "| Digits |" in line)
    assert "individual_digits" in line
    assert "false, true" in line
