from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    Refusal,
    Text,
)
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import UNICODE_VERSION, Beside, Finding, Sighting, Signature
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import KnownChange, LedgerState, RunArtefact
from tokparity.reports.records.vote import Vote
from tokparity.reports.triage.account import _refuser, account
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import plain_words

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"
IDS = Encoding((1,)), Encoding((2, 3))


def seen(case, left, right, stage=None, pieces=((), ())):
    traces = [None, None]
    if stage:
        traces = [
            Trace((StageTrace(stage, "X", tuple(side)),), answer)
            for side, answer in zip(pieces, (left, right), strict=True)
        ]
    sides = ("a-gguf", "ab" * 32, "a", 7, case, case, left, right, "ids", 0)
    return Sighting(*sides, *traces)


def finding(sighting, stage="model", **changes):
    signature = Signature("parity", sighting.case.op, LLAMA, HF, stage, "X")
    return replace(Finding(signature, "", "divergence", "two-trace", (sighting,)), **changes)


def test_a_paragraph_says_who_where_what_why_and_how_again(sample_run):
    pieces = [Piece("ab", 0, 2)], [Piece("AB", 0, 2)]
    sighting = seen(EncodeCase("ab"), *IDS, "normalizer", pieces)
    sighting = replace(sighting, vote=Vote("a-ranks", "openai_tiktoken", IDS[1], "left"))
    found = finding(sighting, "normalizer", status="accepted", ledger_entry="an-entry")
    info = replace(
        read_run(sample_run).info,
        oracles={HF: "0.23.3"},
        ledger=LedgerState(reasons={"an-entry": "Capitals are so."}),
    )
    said = [plain_words(each) for each in account(Path("run"), info, found, sighting).sentences]
    assert said == [
        (
            "llama.cpp on `a-gguf` and tokenizers 0.23.3 on `a` differ in 7 cases of this run; "
            "the smallest is `ab` (default options)."
        ),
        (
            "They part in the normalizer (`X`): each side's answer is what the reference gives for "
            "its file; this is the first stage where the two traces part, so that the answer is "
            "another."
        ),
        "What each does there: llama.cpp leaves `ab` as it is; tokenizers normalizes `ab` to `AB`.",
        "llama.cpp answers `1`, tokenizers answers `2 3`.",
        "Known (accepted) as `an-entry`: Capitals are so.",
        (
            "Judged and accepted, for the ledger's reason: nothing is to be done. "
            "The vote: 2 of 3: tiktoken on a-ranks agrees with tokenizers on a; "
            "llama.cpp on a-gguf is the odd one out."
        ),
        (
            "See it again: `tokparity encode --oracle ggml_llama_cpp a-gguf ab` "
            "`tokparity encode --oracle huggingface_tokenizers a ab` "
            "`tokparity trace a-gguf --against a ab`"
        ),
    ]


ENTRY = KnownChange("without-normalizer (NFC)", "tokenizer.json:a", "gguf:*", ("encode",))


@pytest.mark.parametrize(
    ("changes", "ends"),
    [
        (
            [ENTRY],
            (
                " The difference goes once the reference is given the change "
                "`without-normalizer (NFC)` for `a`."
            ),
        ),
        (
            [ENTRY, replace(ENTRY, deed="pre (x → y)", on="gguf:sha256-" + "ab" * 32, beside="*")],
            (
                " The difference goes once the reference is given the change "
                "`without-normalizer (NFC)` for `a` "
                "or `pre (x → y)` for `a-gguf`."
            ),
        ),
        ([replace(ENTRY, does="folds case")], "(NFC)` for `a` (it folds case)."),
        ([replace(ENTRY, ops=("decode",))], "so."),
        ([replace(ENTRY, beside="tiktoken:*")], "so."),
        ([replace(ENTRY, on="tokenizer.json:b")], "so."),
        ([replace(ENTRY, deed=str(at)) for at in range(4)], "so."),
        ([], "so."),
    ],
)
def test_what_is_known_names_the_file_and_the_change(sample_run, changes, ends):
    sighting = seen(EncodeCase("ab"), *IDS)
    found = finding(sighting, status="accepted", ledger_entry="e")
    info = replace(
        read_run(sample_run).info,
        artefacts=(
            RunArtefact("a-gguf", "a", "gguf", "ab" * 32),
            RunArtefact("a", "a", "tokenizer.json", "cd" * 32),
        ),
        ledger=LedgerState(reasons={"e": "It is so."}, changes={"e": tuple(changes)}),
    )
    assert plain_words(account(Path("run"), info, found, sighting).ledger).endswith(ends)


@pytest.mark.parametrize(
    ("needed", "ends"),
    [
        pytest.param(
            ("pre (x → y)",),
            " the change `pre (x → y)` for `a-gguf`.",
            id="one-of-several",
        ),
        pytest.param(
            ("without-normalizer (NFC)", "of another entry"),
            (" the changes `without-normalizer (NFC)` for `a` and `of another entry` for `a`."),
            id="with-that-of-another-entry",
        ),
    ],
)
def test_of_several_changes_those_are_named_that_the_case_needs(sample_run, needed, ends):
    sighting = replace(seen(EncodeCase("ab"), *IDS), changes=needed)
    found = finding(sighting, status="accepted", ledger_entry="e")
    gguf = replace(ENTRY, deed="pre (x → y)", on="gguf:a-gguf", beside="*")
    other = replace(ENTRY, deed="of another entry")
    info = replace(
        read_run(sample_run).info,
        artefacts=(
            RunArtefact("a-gguf", "a", "gguf", "ab" * 32),
            RunArtefact("a", "a", "tokenizer.json", "cd" * 32),
        ),
        ledger=LedgerState(reasons={"e": "So."}, changes={"e": (ENTRY, gguf), "f": (other,)}),
    )
    assert plain_words(account(Path("run"), info, found, sighting).ledger).endswith(ends)


@pytest.mark.parametrize(
    ("status", "who", "said"),
    [
        (
            "accepted",
            "llama.cpp",
            "The one that deviates is llama.cpp. Accepted, for the reason above",
        ),
        ("accepted", "nobody", "Nobody is wrong, for the reason above. Judged and accepted: "),
        ("open", "the converter", "A bug of the converter, judged, and open."),
        ("fixed-in", "x\u202e", "A bug of x\\u202e that a later version has fixed."),
        ("open", "", "Judged: a bug that is open; the ledger's reason says whose."),
    ],
)
def test_what_is_known_says_who_deviates(sample_run, status, who, said):
    sighting = seen(EncodeCase("ab"), *IDS)
    found = finding(sighting, status=status, ledger_entry="e")
    ledger = LedgerState(deviates={"e": who} if who else {})
    info = replace(read_run(sample_run).info, ledger=ledger)
    assert plain_words(account(Path("run"), info, found, sighting).right).startswith(said)


@pytest.mark.parametrize(
    ("case", "got", "pieces", "said"),
    [
        (
            EncodeCase("a"),
            IDS[0],
            (),
            "llama.cpp is the one that deviates, tokenizers is expected to be right: ",
        ),
        (
            DecodeCase(()),
            Refusal("error", "no ids"),
            (),
            (
                "Neither is provably wrong: no file says what becomes of no ids at all. llama.cpp "
                "does otherwise than tokenizers."
            ),
        ),
        (
            DecodeCase((8,)),
            Refusal("error", "8"),
            (),
            "Neither is provably wrong: no file says what becomes of such ids. llama.cpp does ",
        ),
        (DecodeCase((7,)), Refusal("error", "7"), ((7, "a"),), "llama.cpp is the one that dev"),
        (
            DecodeCase((7,)),
            Refusal("crash", "signal 11"),
            (),
            "llama.cpp is the one that deviates, tokenizers is expected to be right: no input may",
        ),
    ],
)
def test_who_deviates(sample_run, case, got, pieces, said):
    sighting = replace(seen(case, got, IDS[1]), pieces=pieces)
    info = read_run(sample_run).info
    right = plain_words(account(sample_run, info, finding(sighting), sighting).right)
    assert right.startswith(said)
    assert ("provably" in right) == ("provably" in said)


@pytest.mark.parametrize(
    ("detail", "breaks"),
    [
        ("no piece has id 7", False),
        ("PanicException: index out of bounds: the len is 7 but the index is 7", True),
        ("unreachable", True),
        ("Cannot read properties of undefined (reading 'startsWith')", True),
    ],
)
def test_who_breaks_off_over_an_id_did_not_refuse_it(sample_run, detail, breaks):
    sighting = seen(DecodeCase((7,)), Refusal("error", detail), IDS[1])
    right = account(sample_run, read_run(sample_run).info, finding(sighting), sighting).right
    assert ("It breaks off, which is no refusal" in plain_words(right)) is breaks


def test_by_what_the_stage_of_a_black_box_is_told(sample_run):
    sighting = replace(seen(EncodeCase("a"), *IDS), ground="without <NFC>\u202e it is right")
    found = finding(sighting, "normalizer", method="counterfactual")
    info = read_run(sample_run).info
    where = plain_words(account(sample_run, info, found, sighting).where)
    assert where.endswith(": the subject shows no stages; without <NFC>\\u202e it is right.")


def test_hostile_text_is_harmless_in_words(sample_run):
    run = read_run(sample_run)
    for found in run.findings:
        for sighting in found.sightings:
            words = [title_words(found, sighting)]
            words += account(run.directory, run.info, found, sighting).sentences
            line = " ".join(map(plain_words, words))
            assert len(line) < 6_000
            assert line.isprintable()


NONE = Refusal("error", "decode gave None, and no text")


@pytest.mark.parametrize(
    ("case", "pieces", "said"),
    [
        (DecodeCase((9,)), ((9, "<s>"),), "it does not have those, or fails in its decoder"),
        (DecodeCase((9, 7)), ((9, "<s>"), (7, "a")), "or its decoder fails"),
        (DecodeCase(()), (), "where arguments are checked: there are no ids"),
        (DecodeCase((7, 8)), ((7, "a"), (8, "")), "an id has no piece"),
        (DecodeCase((7,)), ((7, "<0x80>"),), "or its decoder fails"),
        (EncodeCase("a"), ((7, "a"),), "so no stage of it is seen"),
        (EncodeCase("ab"), ((7, "a"), (8, "<unk>")), "fails where its model finds none"),
        (EncodeCase("<s>"), (), "where added tokens are looked for: the text is one of them"),
    ],
)
def test_what_of_a_side_refuses(case, pieces, said):
    sighting = SimpleNamespace(
        case=case,
        names=(dict(pieces), {}),
        added=((9, "<s>"),),
        left=Encoding((7, 8)),
        right=Refusal("error", "no"),
        beside=(),
        settings=(),
    )
    assert said in refuser(sighting)


def refuser(sighting):
    """What is said of the right side."""
    return _refuser(sighting, SimpleNamespace(is_left=False, recorded=sighting.right))


@pytest.mark.parametrize(
    ("detail", "decoder", "said"),
    [
        ('merged token not in vocab: "x"', "ByteLevel", "looked up: in its model."),
        ('unknown token: "é"', "Metaspace", "looked up: in its model."),
        (
            'unknown token: "é"',
            "ByteLevel",
            "which is given the text as it is, not in the file's byte-level alphabet.",
        ),
        ("model error: character 'F' not in vocabulary", "ByteLevel", "in its model."),
        ("an id is no whole number", "ByteLevel", "its model finds no piece there."),
        ("EncodeFailure", "ByteLevel", "so no stage of it is seen."),
    ],
)
def test_a_message_may_tell_where_a_side_fails(detail, decoder, said):
    refused = Refusal("error", detail)
    sighting = SimpleNamespace(
        case=EncodeCase("é"), names=({7: "x"}, {}), added=(), left=Encoding((7,)), right=refused,
        beside=(), settings=(("decoder", decoder),),
    )  # fmt: skip
    assert f"{refuser(sighting)}.".endswith(said)


def test_an_id_that_is_no_piece_s_is_its_model_s():
    detail = "an id of more than 32 bits among [4294967295]"
    sighting = SimpleNamespace(
        case=EncodeCase(" "), names=({7: "x"}, {}), added=(), left=Encoding((7,)),
        right=Refusal("error", detail), beside=(),
    )  # fmt: skip
    assert "its model finds none" in _refuser(
        sighting, SimpleNamespace(is_left=False, recorded=sighting.right)
    )
    sighting.right = Refusal("error", "an id of more than 32 bits among [42949672950]")
    assert "no stage of it is seen" in _refuser(
        sighting, SimpleNamespace(is_left=False, recorded=sighting.right)
    )


def test_an_id_that_is_no_piece_s_of_a_text_without_its_mark_is_of_a_stage_before():
    row = Beside(EncodeCase("a"), Encoding((1,)), Encoding((2,)))
    sighting = SimpleNamespace(
        case=EncodeCase(" "), names=({1: "▁a", 2: "a"},) * 2, added=(), left=Encoding((7,)),
        right=Refusal("error", "an id of more than 32 bits among [4294967295]"), beside=(row,),
    )  # fmt: skip
    assert "before its model" in _refuser(
        sighting, SimpleNamespace(is_left=False, recorded=sighting.right)
    )


def test_pieces_that_are_read_as_bytes_are_its_decoders():
    row = Beside(DecodeCase((1, 1)), Text("\u0120 \u0120"), Text("  "))
    sighting = SimpleNamespace(
        case=DecodeCase((3,)), names=({1: "\u0120", 3: "\xbd"},) * 2, added=(),
        left=Text("\xbd"), right=NONE, beside=(row,), settings=(("decoder", "none: joined"),),
    )  # fmt: skip
    assert "it reads as bytes" in _refuser(
        sighting, SimpleNamespace(is_left=False, recorded=sighting.right)
    )


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (Bytes(b"\xa1"), "of bytes that are no whole text: its decoder fails"),
        (Text("\ufffd"), "of bytes that are no whole text: its decoder fails"),
        (Bytes(b"a"), "or its decoder fails"),
    ],
)
def test_bytes_that_are_no_text_are_its_decoders(due, said):
    sighting = SimpleNamespace(
        case=DecodeCase((7,)), names=({7: "x"}, {}), added=(), left=due, right=NONE, beside=(),
        settings=(),
    )  # fmt: skip
    assert said in refuser(sighting)


@pytest.mark.parametrize(
    ("library", "artefact", "ends"),
    [
        ("gpt-tokenizer", "cl100k-ranks", "built in, and reads no file of it."),
        ("kitoken", "cl100k-ranks", "guesses the pattern and the special tokens."),
        ("kitoken", "minilm", "means."),
        ("keras-hub", "minilm", "that of GPT-2, and rewrites none."),
        ("budtiktok", "minilm", "means."),
    ],
)
def test_what_one_should_know_of_an_adapter_is_said_before_its_library_is_blamed(
    sample_run, library, artefact, ends
):
    sighting = replace(seen(EncodeCase("a"), IDS[1], IDS[0]), artefact=artefact, against=None)
    found = finding(sighting)
    signature = replace(found.signature, left=HF, right=f"lib:{library}")
    info = replace(
        read_run(sample_run).info,
        artefacts=(
            RunArtefact("cl100k-ranks", "gpt", "tiktoken", "ab" * 32),
            RunArtefact("minilm", "minilm", "tokenizer.json", "cd" * 32),
        ),
    )
    right = account(sample_run, info, replace(found, signature=signature), sighting).right
    assert plain_words(right).startswith(f"{library} is the one that deviates")
    assert plain_words(right).endswith(ends)


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("normalizer", "does otherwise than sentencepiece, and cannot know better: what it reads"),
        ("model", "is the one that deviates"),
    ],
)
def test_a_stage_that_does_not_reach_a_library_is_not_its_bug(sample_run, stage, said):
    sighting = replace(seen(EncodeCase("a"), IDS[1], IDS[0]), artefact="spm", against=None)
    found = finding(sighting)
    signature = replace(
        found.signature, left="google_sentencepiece", right="lib:simple-sentencepiece", stage=stage
    )
    files = (RunArtefact("spm", "spm", "sentencepiece", "ab" * 32),)
    info = replace(read_run(sample_run).info, artefacts=files)
    right = account(sample_run, info, replace(found, signature=signature), sighting).right
    assert plain_words(right).startswith(f"simple-sentencepiece {said}")


@pytest.mark.parametrize(
    ("library", "is_said"), [("@huggingface/tokenizers", True), ("kitoken", False)]
)
def test_whose_unicode_tables_those_of_javascript_are(sample_run, library, is_said):
    sighting = replace(seen(EncodeCase("a"), IDS[1], IDS[0]), against=None)
    found = finding(sighting)
    signature = replace(found.signature, right=f"lib:{library}", component=UNICODE_VERSION)
    found, info = replace(found, signature=signature), read_run(sample_run).info
    right = plain_words(account(sample_run, info, found, sighting).right)
    assert right.startswith(f"{UNICODE_VERSION}: neither is wrong")
    assert right.endswith("those of the Node that runs it.") is is_said


@pytest.mark.parametrize(
    ("stage", "left", "said"),
    [
        ("decoder", HF, "put together with a space between"),
        ("decoder", "openai_tiktoken", "put together as they are"),
        ("pre_tokenizer", HF, "the whole text is one word"),
    ],
)
def test_a_stage_that_a_file_has_not_is_explained(sample_run, stage, left, said):
    sighting = replace(seen(EncodeCase("a"), IDS[1], IDS[0]), against=None)
    found = finding(sighting)
    signature = replace(
        found.signature, left=left, right="lib:kitoken", stage=stage, component="none"
    )
    where = account(
        sample_run, read_run(sample_run).info, replace(found, signature=signature), sighting
    ).where
    assert said in plain_words(where)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("It leaves 7 out. It does so.", "tokenizers leaves 7 out. It does so."),
        ("Its normalizer makes 7 of 6.", "tokenizers's normalizer makes 7 of 6."),
        ("Likely it knows no merges.", "Likely it knows no merges."),
        ("", ""),
    ],
)
def test_a_cause_begins_with_whose_it_is(sample_run, monkeypatch, said, named):
    monkeypatch.setattr("tokparity.reports.triage.account.cause_sentence", lambda *_, **__: said)
    sighting = replace(
        seen(EncodeCase("ab"), *IDS), vote=Vote("a", "openai_tiktoken", IDS[0], "right")
    )
    info = read_run(sample_run).info
    assert plain_words(account(Path("run"), info, finding(sighting), sighting).cause) == named
