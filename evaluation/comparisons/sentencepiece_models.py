"""Is the reference what sentencepiece is, on models that nobody published?

    python -m evaluation.comparisons.sentencepiece_models [--models N] [--texts N] [--seed N]
        [--first N]

Trains N small models with random options, changes two of three, and runs texts, ids and the
normalizer through both sides, in this process. Prints the first difference of each model, and the
counts; exit 1 where anything differed. A model that both sides refuse to load is counted.
"""

import hashlib
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.comparisons.sentencepiece_sides import CaseDifference, Tally, differences, loaded
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.model import generated
from tokparity.reference_impl.contract import Artefact


def main(arguments: list[str]) -> int:
    """Print what was found."""
    parser = parser_of("evaluation.comparisons.sentencepiece_models", __doc__)
    parser.add_argument("--models", type=int, default=500, help="how many [500]")
    parser.add_argument("--texts", type=int, default=200, help="of each [200]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first model [0]")
    options = parser.parse_args(arguments)
    started = time.process_time()
    tally, counts, diverged = Tally(), Counter[str](), 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "generated.model"
        for number in range(options.first, options.first + options.models):
            model = generated(options.seed, number, options.texts)
            path.write_bytes(model.data)
            sha256 = hashlib.sha256(model.data).hexdigest()
            sides = loaded(Artefact(str(number), "sentencepiece", path, sha256))
            if sides is None:
                counts["refused by both"] += 1
                continue
            counts[str(model.recipe.options["model_type"])] += 1
            if isinstance(sides, CaseDifference):
                divergences = [sides]
            else:
                rng = Rng("sentencepiece", "ids", options.seed, number)
                divergences = list(differences(sides, model.texts, rng, tally))
            diverged += len(divergences)
            if divergences:
                print(
                    f"model {number}: {len(divergences)} differences; {model}\n{divergences[0]}",
                    flush=True,
                )
    kinds = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    print(
        f"{options.models} models ({kinds}), {tally.compared:,} cases compared, {diverged:,} "
        f"diverged, {tally.refused:,} refused by both, {time.process_time() - started:.0f} s"
    )
    return min(diverged, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
