"""What tests of reports share: `reports_fixtures`, which tests of the evaluation use too."""

from dataclasses import replace

import pytest
from reports_fixtures import *  # noqa: F403

from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding
from tokparity.reports.records.finding import Finding, Sighting, Signature


@pytest.fixture
def finding():
    """A finding of one small case; `changes` are of its sighting."""

    def make(
        left="huggingface_tokenizers", right="openai_tiktoken", question="parity", /, **changes
    ):
        case = EncodeCase("ab", EncodeOptions(add_special=False))
        seen = Sighting(
            artefact="one",
            sha256="ab" * 32,
            against="two" if question == "parity" else None,
            count=1,
            case=case,
            found_as=case,
            left=Encoding((2,), ((0, 2),)),
            right=Encoding((0, 1)),
            field="ids",
            index=0,
            left_trace=None,
            right_trace=None,
        )
        signature = Signature(question, "encode", left, right, "model", "BPE")
        sighting = replace(seen, **changes)
        return Finding(signature, "ids part at 0", "divergence", "two-trace", (sighting,))

    return make
