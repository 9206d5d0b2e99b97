"""Compile the rules in evaluation/sweeps/charsmap.json with sentencepiece, as its trainer does for
a model.

The charsmap of the sweep is therefore a real one, but small. sentencepiece is not a
dependency: install it where this is run.

    python -m tools.make_charsmap
"""

import base64
import io
import json
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "evaluation" / "sweeps" / "charsmap.json"


def compiled(rules: dict[str, str]) -> bytes:
    """The `precompiled_charsmap` of a model that was trained with these rules."""
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2

    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as table:
        for source, target in rules.items():
            table.write("\t".join(" ".join(f"{ord(c):X}" for c in s) for s in (source, target)))
            table.write("\n")
        table.flush()
        written = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(["hello world", "a b c d e f g"] * 20),
            model_writer=written,
            vocab_size=20,
            hard_vocab_limit=False,
            normalization_rule_tsv=table.name,
        )
    schema: Any = sentencepiece_model_pb2  # its classes are made at run time
    model = schema.ModelProto.FromString(written.getvalue())
    return bytes(model.normalizer_spec.precompiled_charsmap)


def main() -> None:
    """Rewrite the charsmap, from the rules beside it."""
    rules = json.loads(TARGET.read_text("ascii"))["rules"]
    content = {
        "made_from": f"sentencepiece {version('sentencepiece')}",
        "rules": rules,
        "charsmap": base64.b64encode(compiled(rules)).decode(),
    }
    TARGET.write_text(json.dumps(content, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
