"""What the sweep asks about: every normalizer and pre-tokenizer, as in tokenizer.json.

With the variations that each declares beside its class (`StageType.sweep`).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tokparity.reference_impl.formats.tokenizer_json import normalizers, pre_tokenizers
from tokparity.reference_impl.stage_types import StageType

Spec = dict[str, Any]

_CHARSMAP = json.loads((Path(__file__).with_name("charsmap.json")).read_text("ascii"))
_GENERATED = {"precompiled_charsmap": _CHARSMAP["charsmap"]}


def _variations(stage_type: StageType) -> Iterator[tuple[str, Spec]]:
    """Each variation by its name; what it does not say has the first value, the plainest."""
    plainest = {
        option.name: _GENERATED.get(option.name) or option.values[0]
        for option in stage_type.options
    }
    for variation, options in stage_type.sweep.items():
        yield (
            f"{stage_type.name} {variation}".strip(),
            {"type": stage_type.name, **plainest, **options},
        )


def _swept(types: Mapping[str, StageType]) -> dict[str, Spec]:
    return {name: spec for each in types.values() for name, spec in _variations(each)}


NORMALIZERS = _swept(normalizers.NORMALIZERS)
PRE_TOKENIZERS = _swept(pre_tokenizers.PRE_TOKENIZERS)
