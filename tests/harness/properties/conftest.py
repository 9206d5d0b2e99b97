"""Small tokenizers to hold properties against, as documents and loaded."""

import copy

import pytest

from tokparity.reference_impl.formats import load


@pytest.fixture(scope="session")
def lossless_document(document):
    """The small byte-level BPE without anything that loses text or trims a range."""
    data = copy.deepcopy(document)
    data["added_tokens"][0]["rstrip"] = False
    return data


@pytest.fixture
def read(save):
    """The reference on a document."""
    return lambda data: load(save(data))


@pytest.fixture
def lossless(read, lossless_document):
    return read(lossless_document)


@pytest.fixture
def held():
    """One property on a tokenizer: (reading, broken, example's text)."""
    from tokparity.harness.properties.outcomes import outcomes

    def find(name, tokenizer, texts=("a b", "é世", " x\n"), native=None):
        (one,) = [one for one in outcomes(tokenizer, texts, native) if one.name == name]
        return one

    return find
