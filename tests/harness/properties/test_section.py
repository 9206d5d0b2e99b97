import copy

from tokparity.harness.properties.outcomes import PROPERTIES
from tokparity.harness.properties.section import properties_of
from tokparity.oracles.protocol import native_oracle


def test_every_property_of_every_artefact(slot, save, lossless_document):
    data = copy.deepcopy(lossless_document)
    leaky = copy.deepcopy(data)
    flags = data["added_tokens"][0]
    leaky["added_tokens"].append({**flags, "id": leaky["model"]["vocab"]["he"], "content": "he"})
    artefacts = [save(data, "calm"), save(leaky, "leaky")]
    records = properties_of(slot, artefacts, 0)
    names = [one.name for one in PROPERTIES]
    assert [(one.artefact, one.name) for one in records] == [
        *(("calm", name) for name in names),
        *(("leaky", name) for name in names),
    ]
    assert not any(one.breaks_invariant for one in records)
    injected = {one.artefact: one for one in records if one.name.startswith("no special token")}
    # What the library itself says of "he": its model merges it, and it is a special token.
    assert (injected["calm"].broken, injected["calm"].tried_texts > 100) == (0, True)
    assert injected["leaky"].text == "he"
    assert properties_of(slot, artefacts[:1], 0) == records[: len(names)]


def test_without_the_library_the_rest_is_held(slot, artefact, monkeypatch):
    from tokparity.harness.properties import section
    from tokparity.harness.shards.slot import CannotLoad
    from tokparity.reference_impl.contract import Refusal

    def refuse(self, spec):
        raise CannotLoad(spec.engine, spec.artefact.name, Refusal("error", "no"))

    monkeypatch.setattr(type(slot), "side", refuse)
    records = {one.name: one for one in section.properties_of(slot, [artefact], 0)}
    assert native_oracle(artefact.format) == "huggingface_tokenizers"
    assert records["no special token of plain text"].why == "no library was asked"
    assert records["offsets in order"].tried_texts > 100
