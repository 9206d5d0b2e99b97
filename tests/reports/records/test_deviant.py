"""Which side deviates: by the format that its library defines, and the file's name."""

from dataclasses import replace

import pytest

from tokparity.reports.records.deviant import deviant

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"


@pytest.mark.parametrize(
    ("sides", "globs", "side"),
    [
        pytest.param((LLAMA, HF), ["gguf:*"], "left", id="left"),
        pytest.param((HF, LLAMA), ["gguf:*"], "right", id="right"),
        pytest.param((LLAMA, HF), ["gguf:one"], "left", id="by-name"),
        pytest.param((LLAMA, HF), ["gguf:two"], None, id="another-file"),
        pytest.param((HF, HF), ["tokenizer.json:*"], None, id="both"),
        pytest.param((HF, HF), ["tokenizer.json:two"], "right", id="one-of-two-of-a-format"),
        pytest.param((LLAMA, HF), [], None, id="nobody"),
        pytest.param((LLAMA, HF), [""], None, id="an-entry-does-not-say"),
        pytest.param((LLAMA, HF), ["gguf:*", "gguf:o*"], "left", id="two-entries-say-the-same"),
        pytest.param((LLAMA, HF), ["gguf:*", "tokenizer.json:*"], None, id="two-entries-disagree"),
        pytest.param(
            ("variant:no-nfc", HF), ["tokenizer.json:*"], "right", id="a-reference-is-none"
        ),
    ],
)
def test_which_side(finding, sides, globs, side):
    assert deviant(finding(*sides), globs) == side


def test_another_side_in_another_pair_of_files(finding):
    found = finding(HF, HF)
    turned = replace(found.sightings[0], artefact="two", against="one")
    found = replace(found, sightings=(found.sightings[0], turned))
    assert deviant(found, ["tokenizer.json:two"]) is None
