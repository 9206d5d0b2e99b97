from collections.abc import Mapping

from tokparity.corpora.generators.baselines.arm import Arm
from tokparity.corpora.generators.baselines.hypothesis_text import HYPOTHESIS_TEXT
from tokparity.corpora.generators.baselines.llama_cpp import LLAMA_CPP
from tokparity.corpora.generators.baselines.plain_corpus import PLAIN_CORPUS
from tokparity.corpora.generators.baselines.rust_gems import RUST_GEMS
from tokparity.corpora.generators.baselines.uniform import UNIFORM

BASELINES: Mapping[str, Arm] = {
    arm.name: arm for arm in (UNIFORM, LLAMA_CPP, RUST_GEMS, PLAIN_CORPUS, HYPOTHESIS_TEXT)
}
"""The arms that ours is measured against, by name."""
