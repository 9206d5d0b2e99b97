"""Both files of a pair are asked the same: the real libraries answer, set and as configured."""

from dataclasses import replace

import pytest
from small_artefacts import LIMIT, PADDED, Maker, bpe, encode, template, token

from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import fidelity_cell, parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.reference_impl.contract import AS_CONFIGURED, Settings
from tokparity.reference_impl.formats import load

CONTROLS = ("<unk>", "<s>", "</s>")
PIECES = bpe((*CONTROLS, "a", "b"), unk_token="<unk>")
BOS, EOS = (
    template(given) | {"special_tokens": {name: {"id": name, "ids": [at], "tokens": [name]}}}
    for given, name, at in ((("<s>", "A"), "<s>", 1), (("A", "</s>"), "</s>", 2))
)


@pytest.fixture
def maker(tmp_path):
    return Maker(tmp_path, {}, None)


@pytest.fixture
def answers(slot):
    """What both libraries and the reference on both files answer, as ids."""

    def of(cell, case):
        libraries = [observe(side, [case])[0] for side in slot.sides(cell)]
        ours = [load(side.artefact).encode(case.text, case.options) for side in cell.sides]
        assert [answer.ids for answer in libraries] == [answer.ids for answer in ours]
        return [answer.ids for answer in libraries]

    return of


def with_controls(maker, **stages):
    added = [token(at, name, special=True) for at, name in enumerate(CONTROLS)]
    return maker.json(PIECES, added_tokens=added, **stages)


def test_limits_are_off_unless_they_are_asked_for(maker, answers):
    limited = with_controls(maker, padding=PADDED, truncation=LIMIT)
    model = maker.sentencepiece("bpe", [("a", 0.0), ("b", 0.0)])
    cell = parity_cell(limited, model, "m")
    case = encode("abab", parse=False)
    bare, plain = answers(alike(cell, load), case)
    assert bare == plain == (3, 4, 3, 4)
    cut, _ = answers(cell, case)
    assert len(cut) == 3
    assert cut != plain


@pytest.mark.parametrize(("processor", "ids"), [(BOS, (1, 3)), (EOS, (3, 2)), (None, (3,))])
def test_sentencepiece_is_asked_for_what_the_other_file_adds(maker, answers, processor, ids):
    model = maker.sentencepiece("bpe", [("a", 0.0), ("b", 0.0)])
    other = with_controls(maker, post_processor=processor)
    case = encode("a", special=True, parse=False)
    assert answers(alike(parity_cell(model, other, "m"), load), case) == [ids, ids]
    assert answers(alike(parity_cell(other, model, "m"), load), case) == [ids, ids]
    assert answers(parity_cell(model, other, "m"), case) == [(1, 3, 2), ids]


def test_what_a_gguf_adds_is_asked_of_sentencepiece_too(maker, answers):
    model = maker.sentencepiece("bpe", [("a", 0.0)], add_dummy_prefix=False)
    gguf = maker.llama(("a", 0.0), prefix=False)
    cell = alike(parity_cell(model, gguf, "m"), load)
    assert cell.left.artefact.settings == Settings(bos=True, eos=False)
    assert cell.right.artefact.settings == AS_CONFIGURED


def test_a_wrong_bos_stays_a_difference(maker, answers):
    """What is asked for is the place, not the id: it is the file's own."""
    model = maker.sentencepiece("bpe", [("a", 0.0), ("b", 0.0)])
    wrong = BOS | {"special_tokens": {"<s>": {"id": "<s>", "ids": [2], "tokens": ["</s>"]}}}
    cell = alike(parity_cell(model, with_controls(maker, post_processor=wrong), "m"), load)
    assert answers(cell, encode("a", special=True, parse=False)) == [(1, 3), (2, 3)]


def test_two_that_add_as_they_are_asked_are_asked_for_both(maker, tmp_path):
    one, other = maker.sentencepiece("bpe", [("a", 0.0)]), maker.tekken(b"a", b"b")
    cell = alike(parity_cell(one, other, "m"), load)
    assert {side.artefact.settings for side in cell.sides} == {AS_CONFIGURED}


def test_tekken_adds_what_the_other_file_does(maker, answers):
    tekken = maker.tekken(b"ab")
    cell = alike(parity_cell(tekken, with_controls(maker, post_processor=None), "m"), load)
    case = encode("ab", special=True, parse=False)
    (bare, _), (both, _) = (
        answers(cell, case),
        answers(replace(cell, left=replace(cell.left, artefact=tekken)), case),
    )
    assert both[1:-1] == bare


def test_a_file_that_cannot_be_read_says_nothing(maker, tmp_path):
    model = maker.sentencepiece("bpe", [("a", 0.0)])
    broken = maker.file("tokenizer.json", "broken.json", b"{")
    cell = alike(parity_cell(model, broken, "m"), load)
    assert cell.left.artefact.settings == AS_CONFIGURED


def test_a_file_without_limits_is_loaded_as_it_is(maker, tmp_path):
    written = with_controls(maker)
    assert written.path.read_bytes().startswith(b'{"version": "1.0", "added_tokens"')
    first = b'{\n  "version": "1.0",\n  "truncation": null,\n  "padding": null,'
    usual = maker.file(
        "tokenizer.json", "usual.json", first + written.path.read_bytes().partition(b",")[2]
    )
    other = maker.ranks()
    for file, settings in ((written, Settings(limits=False)), (usual, AS_CONFIGURED)):
        assert alike(parity_cell(file, other, "m"), load).left.artefact.settings == settings


def test_fidelity_is_asked_as_the_file_is_configured(maker):
    cell = fidelity_cell(with_controls(maker, padding=PADDED), "m")
    assert alike(cell, load) is cell
