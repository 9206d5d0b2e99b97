"""Each class that is followed, with each of its options, against the library."""

import pytest

from tokparity.reference_impl.formats.model_folder.reader import CLASSES

OF_ALL = {
    "plain": {},
    "bos and eos": {"add_bos_token": True, "add_eos_token": True},
    "named otherwise": {
        "unk_token": "<unk>",
        "bos_token": "<x>",
        "pad_token": {"__type": "AddedToken", "content": "<y>", "lstrip": True, "rstrip": True},
        "additional_special_tokens": ["<z>", "ab<"],
    },
    "cleaned": {"clean_up_tokenization_spaces": True},
    "added by id": {
        "added_tokens_decoder": {
            "0": {"content": "bc", "normalized": True, "single_word": True},
            "400": {"content": "<x>", "special": True, "lstrip": True, "normalized": False},
            "399": {"content": "<y>", "rstrip": True},
        }
    },
}
OF_KIND = {
    "lower": {"do_lower_case": True},
    "cased": {"do_lower_case": False, "strip_accents": False, "keep_accents": True},
    "accents": {"strip_accents": True, "tokenize_chinese_chars": False, "keep_accents": False},
    "prefix": {"add_prefix_space": True, "trim_offsets": False},
    "no prefix": {"add_prefix_space": False, "legacy": True, "split_by_punct": True},
    "mask": {"mask_token": {"__type": "AddedToken", "content": "[MASK]", "lstrip": True}},
    "legacy": {"legacy": True, "legacy_behaviour": True, "extra_ids": 3, "offset": 9},
    "language": {"src_lang": "fr_XX"},
    "other language": {"src_lang": "fra_Latn", "padding_side": "left"},
    "spaced": {"clean_text": False, "wordpieces_prefix": "#"},
}


@pytest.mark.parametrize("options", [*OF_ALL, *OF_KIND])
@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class(folder, files_of, name, options):
    recipe = CLASSES[name]
    config = {"tokenizer_class": name, **{**OF_ALL, **OF_KIND}[options]}
    made = folder(config, **files_of(recipe.vocab_file, recipe.model))
    if made.library_refuses():
        assert made.reason()
    else:
        assert made.differences() == []


@pytest.mark.parametrize("name", sorted(name for name in CLASSES if CLASSES[name].model is None))
def test_a_class_of_either_model(folder, files_of, name):
    """Those of no kind of model take what a .model is."""
    files = files_of(CLASSES[name].vocab_file, "Unigram")
    made = folder({"tokenizer_class": name}, **files)
    assert made.differences() == []


def test_the_plain_options_are_no_refusals(folder, files_of):
    """What is compared above is more than refusals."""
    refused = [
        name
        for name, recipe in CLASSES.items()
        if folder(
            {"tokenizer_class": name}, **files_of(recipe.vocab_file, recipe.model)
        ).library_refuses()
    ]
    assert refused == []
