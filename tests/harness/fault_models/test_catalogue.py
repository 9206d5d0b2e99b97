"""Every fault model is listed, does what it says on a small tokenizer, and no more."""

import pkgutil
import re
from dataclasses import replace
from importlib import import_module

import pytest

from tokparity.harness import fault_models
from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.fault_models.fault_model import (
    Family,
    FaultModel,
)
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import STAGES, DecodeOptions, Text
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

VOCAB = {
    "a": 0,
    "b": 1,
    "c": 2,
    "ab": 3,
    "bc": 4,
    "1": 5,
    "2": 6,
    "12": 7,
    " ": 8,
    "é": 9,
    "e": 10,
    "\u0301": 11,
    "abc": 12,
}


MERGES = {pair_key(0, 1): 0, pair_key(1, 2): 1, pair_key(5, 6): 2}


MODEL = BPE(VOCAB, MERGES, [3, 4, 7])


STRIPPED = AddedToken(20, "<x>", lstrip=True, rstrip=True)


PATTERN = Split(Regex(r"\p{L}+|\p{N}|\s"), "Isolated", invert=False)


@pytest.mark.parametrize(
    ("name", "tokenizer", "text", "right", "wrong"),
    [
        ("merge-order-reversed", Tokenizer(MODEL), "abc", (3, 2), (0, 4)),
        (
            "ignore-merges-ignored",
            Tokenizer(BPE(VOCAB, MERGES, [3, 4, 7], ignore_merges=True)),
            "abc",
            (12,),
            (3, 2),
        ),
        ("lstrip-ignored", Tokenizer(MODEL, (STRIPPED,)), "a <x>", (0, 20), (0, 8, 20)),
        ("rstrip-ignored", Tokenizer(MODEL, (STRIPPED,)), "<x> a", (20, 0), (20, 8, 0)),
        (
            "single-word-ignored",
            Tokenizer(MODEL, (AddedToken(20, "b", single_word=True),)),
            "ab",
            (3,),
            (0, 20),
        ),
        (
            "shortest-added-token",
            Tokenizer(MODEL, (AddedToken(20, "a"), AddedToken(21, "ab"))),
            "ab",
            (21,),
            (20, 1),
        ),
        ("no-nfc", Tokenizer(MODEL, normalizer=NFC()), "e\u0301", (9,), (10, 11)),
        (
            "no-nfc",
            Tokenizer(MODEL, normalizer=NormalizerSequence((NFC(),))),
            "e\u0301",
            (9,),
            (10, 11),
        ),
        (
            "digits-joined",
            Tokenizer(MODEL, pre_tokenizer=PreTokenizerSequence((Digits(individual_digits=True),))),
            "12",
            (5, 6),
            (7,),
        ),
        ("digits-joined", Tokenizer(MODEL, pre_tokenizer=PATTERN), "12", (5, 6), (7,)),
    ],
)
def test_a_fault_model_is_wrong_where_it_says(name, tokenizer, text, right, wrong):
    assert tokenizer.encode(text).ids == right
    assert FAULT_MODELS[name].apply(tokenizer).encode(text).ids == wrong
    assert tokenizer.encode(text).ids == right


def test_bytes_are_changed_between_any_number_of_special_tokens():
    tekken = Tekken(("<s>",), {1: b"\xc1", 2: b"\x81", 3: b"b"})
    tokenizer = Tokenizer(MODEL, detokenizer=tekken)
    changed = FAULT_MODELS["overlong-decoded"].apply(tokenizer)
    ids = (1, 2, 0, 1, 0, 2, 3)
    assert changed.decode(ids) == Text("A<s>\ufffd<s>\ufffdb")
    assert changed.decode(ids, DecodeOptions(skip_special=True)) == Text("A\ufffd\ufffdb")
    assert changed.decode((1, 2, 0) * 2000) == Text("A<s>" * 2000)


TOUCH_ANY_ADDED_TOKEN = {
    "parse-special-for-all",
    "ordinary-added-tokens-not-found",
    "last-added-token-lost",
    "added-token-not-at-start",
    "added-token-only-at-start",
    "added-token-not-at-end",
    "added-token-not-inside-words",
    "added-tokens-any-case",
    "no-going-back",
    "ordinary-added-tokens-skipped",
}


@pytest.mark.parametrize("fault_model", FAULT_MODELS.values(), ids=list(FAULT_MODELS))
def test_a_fault_model_leaves_alone_what_it_does_not_touch(fault_model):
    bare = Tokenizer(BPE({"a": 0}, {}, []))
    assert fault_model.apply(bare) is bare
    plain = replace(bare, added_tokens=(AddedToken(1, "<x>"),))
    assert (fault_model.apply(plain) is plain) == (fault_model.name not in TOUCH_ANY_ADDED_TOKEN)


def test_the_catalogue_is_by_name_and_by_stage():
    assert all(name == fault_model.name for name, fault_model in FAULT_MODELS.items())
    assert all(name == family.name for name, family in FAMILIES.items())
    known = (*FAULT_MODELS.values(), *FAMILIES.values())
    assert all(fault_model.stage in STAGES for fault_model in known)
    assert not FAMILIES.keys() & FAULT_MODELS.keys()


def test_the_catalogue_has_all_that_its_rooms_make():
    names = set()
    for module in pkgutil.walk_packages(fault_models.__path__, "tokparity.harness.fault_models."):
        for listed in vars(import_module(module.name)).values():
            for fault_model in listed if isinstance(listed, tuple) else (listed,):
                if isinstance(fault_model, FaultModel | Family):
                    names.add(fault_model.name)
                    listed_as = (FAULT_MODELS | FAMILIES)[fault_model.name]
                    assert listed_as is fault_model
    assert names == {*FAULT_MODELS, *FAMILIES}


def test_upstream_names_a_thread_of_a_tracker():
    threads = [model.upstream for model in FAULT_MODELS.values() if model.upstream is not None]
    assert threads
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", thread) for thread in threads)
