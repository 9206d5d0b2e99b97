"""The searches that `--model-algorithm` puts in place of a model's own; findings name them."""

from typing import Literal

Algorithm = Literal["viterbi", "merges"]
