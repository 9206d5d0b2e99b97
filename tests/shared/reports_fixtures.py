"""A realistic run directory, written through the real writers: what the views are tested on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaluation.pages.trials import DefectSize, Event, Measured, NamedAs, SearchTrial
from tokparity.reference_impl.contract import (
    STAGES,
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    StageCase,
    StageOutput,
    Text,
)
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace
from tokparity.reports.records.counts import COUNTS, Counts
from tokparity.reports.records.finding import (
    Cell,
    Finding,
    RefusalRecord,
    Sighting,
    Signature,
)
from tokparity.reports.records.lines import write_lines
from tokparity.reports.records.run_info import (
    LedgerState,
    Pair,
    RunArtefact,
    RunInfo,
    Skipped,
    write_run_info,
)
from tokparity.reports.records.tables import write_cells

HF = "huggingface_tokenizers"
TIKTOKEN = "openai_tiktoken"
MODELS = ("Qwen3", "Llama 3", "GPT-2", "o200k")

HOSTILE = (
    "<script>alert(1)</script>",
    "</td></table><h1>",
    "{{ 7 * 7 }}",
    "&lt;",
    "'\"`|*_",
    "a\nb\r\tc",
    "\0\x07\x1b[31m",
    "\u202eevil\u2066\u200b",
    "\ud800",
    "\ufffe\uffff",
    "x" * 100_000,
    "",
)


def sighting(artefact: str, case: Any, left: Any, right: Any, **changes: Any) -> Sighting:
    base = Sighting(
        artefact=artefact,
        sha256="ab" * 32,
        against=None,
        count=1,
        case=case,
        found_as=case,
        left=left,
        right=right,
        field="ids",
        index=0,
        left_trace=None,
        right_trace=None,
    )
    return replace(base, **changes)


def split_finding() -> Finding:
    """A wrong split of digits: both sides show all their stages, BPE its merges."""
    case = EncodeCase("I'm 12345", EncodeOptions(add_special=False))
    merges = (Merge("'", "m", 9, (("'", "m", 9),)),)
    words = ("I", "'m", "Ġ", "12345"), ("I", "'m", "Ġ", "123", "45")
    spans = ((0, 1), (1, 3), (3, 4), (4, 9)), ((0, 1), (1, 3), (3, 4), (4, 7), (7, 9))
    ids = (40, 2776, 220, 91011), (40, 2776, 220, 4513, 1774)

    def trace(side: int) -> Trace:
        plain = [Piece(w, a, b) for w, (a, b) in zip(words[side], spans[side], strict=True)]
        numbered = [replace(p, id=i) for p, i in zip(plain, ids[side], strict=True)]
        return Trace(
            (
                StageTrace("added_tokens", "AddedVocabulary", (Piece("I'm 12345", 0, 9),)),
                StageTrace("normalizer", "NFC", (Piece("I'm 12345", 0, 9),)),
                StageTrace("pre_tokenizer", "Split", tuple(plain)),
                StageTrace("model", "BPE", tuple(numbered), (("'m", merges),)),
                StageTrace("post_processor", "ByteLevel", tuple(numbered)),
            ),
            Encoding(ids[side], spans[side]),
        )

    pieces = tuple(sorted(dict(zip(ids[0] + ids[1], words[0] + words[1], strict=True)).items()))
    seen = sighting(
        "qwen3",
        case,
        Encoding(ids[0], spans[0]),
        Encoding(ids[1], spans[1]),
        count=812,
        found_as=EncodeCase("I'm 12345 years \u202eold", EncodeOptions(add_special=False)),
        index=3,
        left_trace=trace(0),
        right_trace=trace(1),
        pieces=pieces,
    )
    return Finding(
        Signature("fidelity", "encode", "reference", HF, "pre_tokenizer", "Split"),
        "digits: 1 piece against 2",
        "divergence",
        "reported",
        (seen, replace(seen, artefact="llama-3", count=7)),
    )


def hostile_finding() -> Finding:
    """Every hostile string as an input, as pieces and as stage output."""

    def seen(n: int, text: str) -> Sighting:
        trace = Trace(
            (StageTrace("normalizer", "NFC", (Piece(text, 0, len(text)),)),), Encoding((n, n + 1))
        )
        return sighting(
            f"hostile-{n}<b>",
            EncodeCase(text),
            Encoding((n, n + 1), ((0, 1), (1, 2))),
            Encoding((n + 1,), ((0, 2),)),
            left_trace=trace,
            pieces=((n, text), (n + 1, "<i>" + text)),
        )

    return Finding(
        Signature("parity", "encode", HF, TIKTOKEN, "added_tokens", "<script>\u202e"),
        "<img src=x onerror=alert(1)>\ud800",
        "divergence",
        "two-trace",
        tuple(seen(n, text) for n, text in enumerate(HOSTILE)),
    )


def decode_finding() -> Finding:
    """A decoded text that parts after two characters; bytes on one side."""
    seen = sighting(
        "gpt-2",
        DecodeCase((64, 447, 50999), DecodeOptions(skip_special=True)),
        Text("a \ufffd"),
        Bytes(b"a \xe2\x80<b>"),
        field="text",
        index=2,
        pieces=((64, "a"), (447, "Ġâ\u0080")),
    )
    return Finding(
        Signature("parity", "decode", HF, TIKTOKEN, "decoder", "ByteLevel"),
        "replacement character",
        "divergence",
        "counterfactual",
        (seen,),
        "accepted",
        "lossy-text",
    )


def crash_finding() -> Finding:
    """One side crashes where the other answers."""
    detail = "worker ended by signal 11\nthread 'main' panicked at <lib.rs>\x1b[0m"
    seen = sighting(
        "o200k",
        EncodeCase("\0"),
        Encoding((188,), None),
        Refusal("crash", detail),
        field="refusal",
        pieces=((188, "Ā"),),
    )
    signature = Signature("fidelity", "encode", "reference", TIKTOKEN, "unknown", "crash")
    return Finding(signature, "crash", "refusal", "unknown", (seen,))


def full_finding() -> Finding:
    """Type ids and words of a pair, and a window that only one side cut off."""
    left = FullEncoding((5, 6), ((0, 1), (0, 1)), ("<a>", "b"), (0, 0), (0, 0), (0, 0), (1, 1))
    window = FullEncoding((7,), ((1, 2),), ("c",), (1,), (None,), (1,), (1,))
    right = replace(left, type_ids=(0, 1), overflowing=(window,))
    case = FullCase("<a>", "{{ b }}\u202e")
    seen = sighting("bert<b>", case, left, right, field="type_ids", index=1)
    signature = Signature("fidelity", "encode", "reference", HF, "post_processor", "BertProcessing")
    return Finding(signature, "type_ids part at 1", "divergence", "reported", (seen,))


def stage_finding() -> Finding:
    """A normalizer and a decoder that were given a text and pieces alone."""
    rows = StageOutput((("<i>", 0, 1), ("\u202e", 1, 2)))
    first = sighting(
        "nfc<b>",
        StageCase("normalizer", "<i>\u202e"),
        rows,
        StageOutput((("<i>", 0, 2),)),
        field="rows",
    )
    pieces = StageCase("decoder", ("<p>", "</td>"))
    second = replace(first, artefact="decoder<b>", case=pieces, left=StageOutput((("x",),)))
    signature = Signature("fidelity", "encode", "reference", HF, "normalizer", "NFC")
    return Finding(signature, "rows part at 0", "divergence", "reported", (first, second))


def cell(model: str, artefact: str, **changes: Any) -> Cell:
    base = Cell(
        model,
        artefact,
        None,
        "fidelity",
        "reference",
        HF,
        "encode",
        Counts(2000, 2000),
        0,
        1.5,
        2.5,
    )
    counts = {name: changes.pop(name) for name in COUNTS if name in changes}
    return replace(base, **changes, counts=replace(base.counts, **counts))


def sample_cells() -> list[Cell]:
    right = {"right": TIKTOKEN}
    parity = {"question": "parity", "left": HF, "right": TIKTOKEN}
    return [
        cell("Qwen3", "qwen3", agreed=1188, diverged=812, findings=1),
        cell("Qwen3", "qwen3", op="decode", compared=500, agreed=500),
        cell("Llama 3", "llama-3", agreed=1993, diverged=7, findings=1),
        cell("GPT-2", "gpt-2"),
        cell("GPT-2", "gpt-2", op="decode", compared=500, agreed=498, refused=2),
        cell("GPT-2", "gpt-2", **parity, op="decode", agreed=1999, diverged=1, findings=1),
        cell("o200k", "o200k", **right, agreed=1999, diverged=0, refused=1, findings=1),
        cell("o200k", "o200k", **right, op="decode", compared=0, agreed=0, unsupported=500),
        *(
            cell("hostile", f"hostile-{n}<b>", **parity, agreed=1999, diverged=1, findings=1)
            for n in range(len(HOSTILE))
        ),
    ]


def sample_refusals() -> list[RefusalRecord]:
    return [
        RefusalRecord(
            "o200k", "reference", TIKTOKEN, TIKTOKEN, "encode", EncodeCase("\0"),
            Refusal("crash", "worker ended by signal 11"), True,
        ),
        RefusalRecord(
            "gpt-2", "reference", HF, HF, "decode", DecodeCase((-1,)),
            Refusal("error", "<b>OverflowError</b>"), None,
        ),
        RefusalRecord(
            "gpt-2", "reference", HF, HF, "decode", DecodeCase((-2, 5)),
            Refusal("error", "OverflowError"), None,
        ),
    ]  # fmt: skip


def sample_info(**changes: Any) -> RunInfo:
    base = RunInfo(
        tokparity="0.1.0",
        python="3.11.2",
        profile="quick",
        seed=7,
        jobs=2,
        epochs=3,
        cases_per_shard=256,
        oracles={HF: "0.23.3", TIKTOKEN: "0.14.0"},
        tables={"regex": "2026.11.15", "unicode": "tokenizers 0.23.3"},
        artefacts=(RunArtefact("qwen3", "Qwen3", "tokenizer.json", "cd" * 32),),
        pairs=(Pair("fidelity", "reference", HF), Pair("parity", HF, TIKTOKEN)),
        started="2026-11-21T07:00:00Z",
        seconds=61.5,
        cpu_seconds=118.0,
        cases=1_250_000,
        options={"sweep": "sample", "vocab": "*"},
        skipped=(Skipped("deepseek-v3", "npm is not installed"),),
        ledger=LedgerState(("old<entry>",), 2, {"lossy-text": "text cannot hold it"}),
    )
    return replace(base, **changes)


def write_run(
    run_dir: Path,
    findings: list[Finding],
    cells: list[Cell] | None = None,
    refusals: list[RefusalRecord] | None = None,
    **info: Any,
) -> Path:
    run_dir.mkdir(parents=True, exist_ok=True)
    write_run_info(run_dir, sample_info(**info))
    write_cells(run_dir / "cells.parquet", sample_cells() if cells is None else cells)
    write_lines(run_dir / "findings.jsonl", findings)
    records = sample_refusals() if refusals is None else refusals
    write_lines(run_dir / "refusals.jsonl", records)
    return run_dir


@pytest.fixture
def sample_findings() -> list[Finding]:
    made = [split_finding(), hostile_finding(), decode_finding(), crash_finding()]
    made += [full_finding(), stage_finding()]
    return sorted(made, key=lambda finding: finding.key)


@pytest.fixture
def sample_run(tmp_path: Path, sample_findings: list[Finding]) -> Path:
    """New, accepted and one-sided findings, refusals, a skipped artefact, a stale entry."""
    return write_run(tmp_path / "a run", sample_findings)


@pytest.fixture
def clean_run(tmp_path: Path) -> Path:
    """A run in which everything agrees."""
    cells = [cell("Qwen3", "qwen3"), cell("GPT-2", "gpt-2", op="decode", compared=500, agreed=500)]
    return write_run(tmp_path / "clean", [], cells, [], skipped=(), ledger=LedgerState())


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Path]:
    """Write a run directory from given findings, cells, refusals and fields of run.json."""

    def make(findings: list[Finding], *rest: Any, name: str = "made", **info: Any) -> Path:
        return write_run(tmp_path / name, findings, *rest, **info)

    return make


@pytest.fixture
def hostile_texts() -> tuple[str, ...]:
    return HOSTILE


@pytest.fixture
def make_cell() -> Callable[..., Cell]:
    """A cell of 2,000 agreeing encode cases, with given fields changed."""
    return cell


@pytest.fixture
def measure() -> Callable[..., Measured]:
    """A measurement from a table: each mutant's cases to detection by arm, a number a seed.

    None is a search that found nothing; a negative number one that ran out of time after so many.
    Ten cases take a second and have 70 characters. What `mutant="stage half"` says is the
    mutant's; a shrunk case is that of ours with the first seed.
    """

    def made(
        found: dict[str, dict[str, tuple[int | None, ...]]],
        places: dict[str, str] | None = None,
        shrunk: dict[str, DefectSize] | None = None,
        named: dict[str, tuple[NamedAs, ...]] | None = None,
        **changes: Any,
    ) -> Measured:
        trials = []
        for mutant, by_arm in found.items():
            stage, half = (places or {}).get(mutant, "model tuning").split()
            for arm, seeds in by_arm.items():
                for seed, cases in enumerate(seeds):
                    event = Event(cases, cases / 10) if cases is not None and cases > 0 else None
                    first = arm == "tokparity" and seed == 0
                    ran = abs(cases) if cases is not None else 50_000
                    trial = SearchTrial(
                        mutant=mutant,
                        half="tuning" if half == "tuning" else "held-back",
                        variant="v",
                        stage=next(one for one in STAGES if one == stage),
                        vocabulary="qwen3",
                        model_kind="BPE",
                        op="encode",
                        arm=arm,
                        seed=seed,
                        budget=50_000,
                        cases=ran,
                        seconds=ran / 10,
                        out_of_time=cases is not None and cases < 0,
                        reached=Event(1, 0.1),
                        triggered=event,
                        detected=event,
                        characters=ran * 7,
                        shrunk=(shrunk or {}).get(mutant) if first else None,
                        named=(named or {}).get(mutant, ()) if first else (),
                    )
                    trials.append(trial)
        arms = tuple(dict.fromkeys(arm for by_arm in found.values() for arm in by_arm))
        seeds = max((len(one) for by_arm in found.values() for one in by_arm.values()), default=0)
        whole = Measured(
            50_000, tuple(range(seeds)), arms, {"tokenizers": "0.23.3"}, (), {}, tuple(trials)
        )
        return replace(whole, **changes)

    return made
