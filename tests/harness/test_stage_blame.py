"""The stage of a bug that no variant is like is told from the box's answers."""

import pytest

from harness.cells import fidelity_cell
from harness.counterfactual import Changed, Counterfactual
from harness.sides import BlackBoxSide, ReferenceSide, observe
from reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
)
from reference_impl.variants import VARIANTS

BARE = EncodeOptions(add_special=False)


def encode(text, special=False, parse=True):
    return EncodeCase(text, EncodeOptions(special, parse))


ROWS = [
    # added_tokens
    ("special-never-parsed", encode("<a>")),
    ("special-always-parsed", encode("<a>", parse=False)),
    ("last-added-token-lost", encode("<s>")),
    ("shortest-added-token", encode("<a>b")),
    ("rstrip-ignored", encode("<|end|> ")),
    ("single-word-ignored", encode("words")),
    # normalizer
    ("no-nfc", encode("e\u0301")),
    ("nfd-for-nfc", encode("é")),
    ("nfkc-for-nfc", encode("ﬁ")),
    ("ranges-of-normalized-text", encode("e\u0301a")),
    # pre_tokenizer
    ("digits-joined", encode("1234")),
    ("prefix-space-unasked", encode("a")),
    ("ranges-of-bytes", encode("éa")),
    # model
    ("merge-order-reversed", encode("helloworld")),
    ("no-merges", encode("helloworld")),
    # post_processor
    ("specials-never-added", encode("", special=True)),
    ("specials-always-added", encode("")),
    ("first-special-twice", encode("", special=True)),
    ("first-special-missing", FullCase("a", None, EncodeOptions())),
    # decoder
    ("no-decoder", "ab"),
    ("specials-skipped", "<s>"),
]


@pytest.mark.parametrize(("name", "case"), ROWS, ids=[name for name, _ in ROWS])
def test_the_stage_is_told_without_any_variant(slot, save, every_stage, name, case):
    artefact = save(every_stage)
    honest = slot.tokenizer(artefact)
    if isinstance(case, str):
        case = DecodeCase(honest.encode(case, BARE).ids, DecodeOptions())
    variant = VARIANTS[name]
    box = BlackBoxSide("box", variant.apply(honest))
    library = slot.side(fidelity_cell(artefact, "m").right)
    asked = [ReferenceSide("reference", honest), library, box]
    ours, theirs, wrong = (observe(side, [case])[0] for side in asked)
    assert ours == theirs != wrong
    named = Counterfactual(box, Changed(honest, ())).name(case)
    assert named.stage == variant.stage
    assert (named.method, named.candidates) == ("counterfactual", ())


def test_a_box_that_refuses_what_it_is_asked_is_of_no_known_stage(slot, save, every_stage):
    honest = slot.tokenizer(save(every_stage))

    class Refuses(BlackBoxSide):
        def submit(self, batch):
            nothing = [EncodeCase("\ud800")] * len(batch)
            return BlackBoxSide("box", honest).submit(
                type(batch)(tuple(c.text for c in nothing), batch.options)
            )

    named = Counterfactual(Refuses("box", honest), Changed(honest, ())).name(encode("a"))
    assert (named.stage, named.method) == ("unknown", "unknown")
