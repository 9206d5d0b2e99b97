import hashlib
import importlib
import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run.job import RunPlan, run
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.engine import engine_called

ROOT = Path(__file__).parents[3]


@pytest.fixture
def main(monkeypatch, capsys):
    """The script, run in this process: (exit code, stdout, stderr)."""
    monkeypatch.syspath_prepend(str(ROOT))
    module = importlib.import_module("evaluation.tables.nightly")

    def call(*arguments):
        code = module.main([*map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def made_run(folder, left):
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {char: rank for rank, char in enumerate([*alphabet, "ab", "abc"])}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[("a", "b"), ("ab", "c")]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    path = folder / "small.json"
    document = json.loads(tokenizer.to_str())
    document["model"]["ignore_merges"] = True
    document["model"]["vocab"]["xyz"] = len(vocab)
    path.write_text(json.dumps(document))
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    artefact = Artefact("small", "tokenizer.json", path, sha256)
    executor = InlineExecutor()
    try:
        plan = RunPlan((fidelity_cell(artefact, "small", engine_called(left)),), 0, "nightly", 1)
        run(
            plan,
            executor,
            folder / "run",
            jobs=1,
            replayed=Replayed(),
            progress=lambda done, total, cell: None,
        )
    finally:
        executor.close()
    return folder / "run"


def test_the_page_of_a_run(main, tmp_path):
    code, out, err = main(made_run(tmp_path, "reference"))
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith(", profile nightly: All agree")
    assert "\n| small | small | tokenizer.json | " in out
    assert "CPU-seconds in encode, decode, compare: " in out
    assert "huggingface\\_tokenizers | 0.23.3 |" in out


def test_a_fault_is_on_the_page(main, tmp_path):
    code, out, _ = main(made_run(tmp_path, "variant:ignore-merges-ignored"))
    assert code == 0
    assert "| new | model BPE | fidelity encode | variant:ignore-merges-ignored<br>" in out


def test_no_run_is_one_line(main, tmp_path):
    code, out, err = main(tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not a run directory" in err
