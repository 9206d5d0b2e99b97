import random

import pytest

from tokparity.reference_impl.tokenizer.full_encoding import encode_full

CLS, SEP = ["[CLS]", 101], ["[SEP]", 102]
A = {"Sequence": {"id": "A", "type_id": 0}}
B = {"Sequence": {"id": "B", "type_id": 1}}
S = {"SpecialToken": {"id": "<s>", "type_id": 3}}
E = {"SpecialToken": {"id": "</s>", "type_id": 1}}
SPECIALS = {
    "<s>": {"id": "<s>", "ids": [5], "tokens": ["Ġ<s>"]},
    "</s>": {"id": "</s>", "ids": [7, 8], "tokens": ["x", " y"]},
}
BERT = {"type": "BertProcessing", "sep": SEP, "cls": CLS}
ROBERTA = {
    "type": "RobertaProcessing",
    "sep": ["</s>", 2],
    "cls": [" <s>", 0],
    "trim_offsets": True,
    "add_prefix_space": True,
}
TRIM = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}


def template(single, pair):
    stage = {"type": "TemplateProcessing", "single": single, "pair": pair}
    return stage | {"special_tokens": SPECIALS}


PROCESSORS = [
    None,
    BERT,
    ROBERTA,
    ROBERTA | {"trim_offsets": False},
    TRIM,
    template([S, A, E], [S, A, E, B, E]),
    template([A], [B, A]),
    template([A, S, A], [A, A, B, S]),
    template([E], [S]),
    template([], []),
]


def in_sequence(generator):
    chosen = [stage for stage in generator.choices(PROCESSORS, k=3) if stage]
    return {"type": "Sequence", "processors": chosen}


ADDED = {"single_word": False, "normalized": False, "special": True}
TOKEN = ADDED | {"id": 400, "content": "<x>", "lstrip": True, "rstrip": True}
TEXTS = [
    "",
    " ",
    "a",
    " hello  world ",
    "isn't it",
    "e\u0301 ﬁ 日本",
    "<x> a <x>",
    "a<x>b",
    "1234567",
]
INPUTS = [(text, None) for text in TEXTS] + [(a, b) for a in TEXTS for b in TEXTS[::2]]


@pytest.mark.parametrize("processor", PROCESSORS, ids=str)
def test_every_output_of_texts_and_pairs_agrees(agree_fully, byte_level, processor):
    byte_level["post_processor"] = processor
    byte_level["added_tokens"] = [TOKEN]
    byte_level["normalizer"] = {"type": "NFKC"}
    assert agree_fully(byte_level, INPUTS) == 0


@pytest.mark.parametrize("seed", range(40))
def test_post_processors_in_any_order_agree(agree_fully, byte_level, seed):
    generator = random.Random(seed)
    byte_level["post_processor"] = in_sequence(generator)
    agree_fully(byte_level, generator.sample(INPUTS, k=12))


LIMITS = [
    {"direction": direction, "max_length": length, "strategy": strategy, "stride": stride}
    for direction in ("Left", "Right")
    for length in (0, 1, 2, 3, 4, 5, 7, 12)
    for strategy in ("LongestFirst", "OnlyFirst", "OnlySecond")
    for stride in (0, 1, 3)
]


def random_padding(generator):
    return {
        "strategy": generator.choice(["BatchLongest", {"Fixed": generator.randrange(12)}]),
        "direction": generator.choice(["Left", "Right"]),
        "pad_to_multiple_of": generator.choice([None, 0, 1, 4, 7]),
        "pad_id": generator.randrange(900),
        "pad_type_id": generator.randrange(3),
        "pad_token": "[PAD]",
    }


@pytest.mark.parametrize("limits", LIMITS, ids=lambda limits: "-".join(map(str, limits.values())))
def test_truncation_and_padding_agree_behind_any_post_processor(agree_fully, byte_level, limits):
    generator = random.Random(str(limits))
    for _ in range(3):
        byte_level["truncation"] = generator.choice([limits, limits, limits, None])
        byte_level["padding"] = generator.choice([None, random_padding(generator)])
        processor = generator.choice([*PROCESSORS, in_sequence(generator)])
        byte_level["post_processor"] = processor
        agree_fully(byte_level, generator.sample(INPUTS, k=5))


UNIGRAM = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", -9], ["a", -1], ["▁", -2]]}
WORDLEVEL = {"type": "WordLevel", "vocab": {"<unk>": 0, "a": 1}, "unk_token": "<unk>"}
WORDPIECE = WORDLEVEL | {
    "type": "WordPiece",
    "continuing_subword_prefix": "##",
    "max_input_chars_per_word": 9,
}


@pytest.mark.parametrize("model", [UNIGRAM, WORDLEVEL, WORDPIECE], ids=lambda model: model["type"])
def test_an_unknown_token_is_called_what_the_library_calls_it(agree_fully, trained, model):
    """Unigram calls it by its text, the others by its piece; see models/*/mod.rs `tokenize`."""
    document = trained | {"model": model, "post_processor": TRIM}
    document["pre_tokenizer"] = {"type": "Digits", "individual_digits": True}
    assert agree_fully(document, [("a", "x"), (" x ", None), ("ax1 1b", " "), ("1", "a2a")]) == 0


def test_word_ids_count_words_that_have_no_token(agree_fully, trained, reference):
    """tokenizers 0.23 tokenizer/pre_tokenizer.rs `into_encoding` numbers the splits."""
    document = trained | {"model": {"type": "BPE", "vocab": {"a": 0, "1": 1}, "merges": []}}
    document["pre_tokenizer"] = {"type": "Digits", "individual_digits": True}
    assert agree_fully(document, [("b1a", None), ("1b1", "bb")]) == 0
    assert encode_full(reference(document), "b1a").words == (1, 2)
