from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import Beside
from tokparity.reports.records.run_directory import LONGEST_SCRIPT, read_run
from tokparity.reports.records.run_info import RunArtefact
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.finding_page import (
    decoded_sides,
    finding_view,
    sighting_view,
)


@pytest.fixture
def by_component(sample_findings):
    return {finding.signature.component: finding for finding in sample_findings}


def page(run_dir, found):
    write_html(read_run(run_dir))
    return (run_dir / "report" / f"finding-{found.id}.html").read_text("utf-8")


def page_of(run_dir, found):
    write_html(replace(read_run(run_dir), findings=(found,)))
    return (run_dir / "report" / f"finding-{found.id}.html").read_text("utf-8")


def test_of_a_file_of_the_catalogue_it_says_where_it_is_from(sample_run, by_component):
    run, known = read_run(sample_run), next(it for it in manifests() if it.name == "qwen3")
    found = by_component["ByteLevel"]
    other = replace(found.sightings[0], artefact="qwen3")
    found = replace(found, sightings=(other,))
    files = [
        RunArtefact("qwen3", "qwen3", "tokenizer.json", sha256)
        for sha256 in (known.sha256, "ab" * 32)
    ]
    published = [
        finding_view(replace(run, info=replace(run.info, artefacts=(each,))), found)["published"]
        for each in files
    ]
    assert published == [{"qwen3": known.source.archive.package}, {}]
    run = replace(run, findings=(found,), info=replace(run.info, artefacts=(files[0],)))
    write_html(run)
    shown = (sample_run / "report" / f"finding-{found.id}.html").read_text("utf-8")
    assert "The file: <code>tokparity vocabs fetch qwen3</code>" in shown
    assert f"of {known.source.archive.package}</td>" in shown


@pytest.mark.parametrize(
    ("left", "right", "parts"),
    [
        (Text("abc"), Text("abd"), [("ab", "c"), ("ab", "d")]),
        (Text("ab"), Text("ab"), [("ab", ""), ("ab", "")]),
        (Text(""), Text("x"), [("", ""), ("", "x")]),
        (Text("é"), Bytes(b"\xc3"), [("", "é"), ("", "\\xc3")]),
    ],
)
def test_decoded_texts_part_where_they_differ(left, right, parts):
    assert [(side.same, side.rest) for side in decoded_sides(left, right)] == parts


def test_bytes_are_shown_as_they_came():
    left, right = decoded_sides(Bytes(b"\xe2\x80<"), Refusal("error"))
    assert left.hex_bytes == "e2 80 3c"
    assert right is None
    long = decoded_sides(Bytes(b"\0" * 1000), Text("\ud800"))
    assert long[0].hex_bytes.endswith("00 …")
    assert len(long[0].hex_bytes) == 256 * 3 - 1 + 2


def test_one_refusal_leaves_the_other_sides_tokens(by_component):
    found = by_component["crash"]
    view = sighting_view(Path("run"), found, found.sightings[0])
    assert view.left_refusal is None
    assert view.right_refusal.kind == "crash"
    assert [[t.piece for t in c.left] for c in view.rows.columns] == [["Ā"]]
    assert view.decoded is None


def test_decode_ids_carry_their_pieces(by_component):
    found = by_component["ByteLevel"]
    view = sighting_view(Path("run"), found, found.sightings[0])
    assert view.ids == ((64, "a"), (447, "Ġâ\x80"), (50999, None))
    assert (view.texts, view.rows, view.table) == ((), None, None)


def test_two_refusals_have_neither_tokens_nor_texts(by_component):
    found = by_component["crash"]
    seen = replace(found.sightings[0], left=Refusal("timeout"))
    view = sighting_view(Path("run"), found, seen)
    assert (view.rows, view.decoded) == (None, None)


def test_the_smallest_sighting_is_first_and_many_are_counted(sample_run, by_component):
    found = by_component["Split"]
    seen = found.sightings[0]
    many = tuple(
        replace(seen, artefact=f"m{n}", case=EncodeCase("x" * (40 - n))) for n in range(30)
    )
    view = finding_view(read_run(sample_run), replace(found, sightings=many))
    assert view["sightings"][0].sighting.artefact == "m29"
    assert (len(view["sightings"]), view["more_sightings"]) == (20, 10)
    assert len(view["affected"]) == 30


def test_the_page_shows_both_sides_stage_by_stage(sample_run, by_component):
    shown = page(sample_run, by_component["Split"])
    assert shown.count(">first difference</span>") == 2  # in each of two artefacts
    assert shown.count('<div class="column first">') == 2
    for part in (
        "U+0027",
        "APOSTROPHE",
        "91011",
        "4–9",
        "keeps <code>12345</code> as one word, tokenizers splits <code>12345</code> into",
        "pre_tokenizer",
        "AddedVocabulary",
        "merges of",
        "years·".replace("·", "·") + "\\u202eold",
        "tokparity trace qwen3 --no-add-special",
        "tokparity shrink",
        "reported",
        "no entry",
    ):
        assert part in shown


def test_tokens_lie_over_the_text_they_cover(sample_run, by_component):
    found = by_component["Split"]
    drawn = sighting_view(Path("run"), found, found.sightings[0]).ruler
    covers = [[(cell.columns, cell.first) for cell in row] for row in drawn.rows]
    assert covers == [
        [(1, None), (2, None), (1, None), (5, 0)],
        [(1, None), (2, None), (1, None), (3, 0), (2, None)],
    ]
    shown = page(sample_run, found)
    assert '<td colspan="5" class="strip tint-3 first" data-start="4" data-end="9"' in shown
    assert '<b><bdi><span class="sp">·</span></bdi></b><small>220 <bdi>Ġ</bdi></small>' in shown


def test_the_page_of_a_crash_shows_its_last_words(sample_run, by_component):
    shown = page(sample_run, by_component["crash"])
    assert "worker ended by signal 11\nthread" in shown
    assert "&lt;lib.rs&gt;" in shown
    assert r"tokparity trace o200k --escaped &#39;\u0000&#39;" in shown


def test_the_page_of_a_decode(sample_run, by_component):
    shown = page(sample_run, by_component["ByteLevel"])
    assert "<mark>" in shown
    assert "61 20 e2 80 3c 62 3e" in shown
    for oracle in ("huggingface_tokenizers", "openai_tiktoken"):
        line = f"tokparity decode --skip-special --oracle {oracle} gpt-2 64 447 50999"
        assert line in shown
    assert "lossy-text" in shown
    assert by_component["ByteLevel"].sightings[0].left_trace is None
    short = shown.split('<dl class="short" id="short">')[1].split("</dl>")[0]
    assert "They part in the decoder" in short
    assert "<dt>Who</dt>" in short
    assert "tokparity decode --skip-special" in short


def test_an_id_of_two_names_has_both(make_run, by_component):
    found = by_component["ByteLevel"]
    names = (64, "<b>"), (447, "")  # the right file has no 447
    seen = replace(found.sightings[0], against="qwen3-ranks", right_pieces=names)
    assert seen.names[1] == {**dict(seen.pieces), **dict(names)}
    shown = page(make_run([replace(found, sightings=(seen,))]), found)
    left, right = (f'<span class="piece {side}-name" title="' for side in ("left", "right"))
    assert [shown.count(side) for side in (left, right)] == [2, 2]
    assert "&lt;b&gt;" in shown
    assert ">–</span>" in shown
    assert "An id that has not the same name on both sides" in shown
    assert "An id that has not the same name on both sides" not in page(make_run([found]), found)


def test_a_very_long_decode_is_cut(make_run, by_component):
    found = by_component["ByteLevel"]
    ids = tuple(range(50_000))
    seen = replace(found.sightings[0], case=DecodeCase(ids), left=Text("x" * 50_000))
    other = replace(found.sightings[0], artefact="b", left=Encoding(ids), right=Encoding(ids[1:]))
    shown = page(make_run([replace(found, sightings=(seen, other))]), found)
    assert "… 49,880 more ids" in shown
    assert len(shown) < 400_000


def test_two_files_are_named_beside_their_engines(make_run, by_component):
    found = by_component["Split"]
    seen = replace(found.sightings[0], against="qwen3-ranks")
    shown = page(make_run([replace(found, sightings=(seen,))]), found)
    assert "tokenizers on qwen3-ranks" in shown


def test_a_finding_of_several_names_shows_them_all(make_run, by_component):
    found = by_component["Split"]
    assert "elsewhere named" not in page(make_run([found]), found)
    other = replace(found.signature, stage="model", symptom="long 2^7")
    shown = page(make_run([replace(found, also=(other,))]), found)
    assert "elsewhere named" in shown
    assert other.key in shown


def test_the_page_of_a_stream_has_the_first_difference_in_its_row(make_run, by_component):
    decoded = by_component["ByteLevel"]
    case = StreamCase((447, 64), (64,))
    left, right = Streamed(("", "x<b>")), Streamed(("", None))
    changes = {"case": case, "left": left, "right": right, "field": "parts", "index": 1}
    seen = replace(decoded.sightings[0], **changes)
    found = replace(decoded, sightings=(seen,))
    view = sighting_view(Path("run"), found, seen)
    assert (view.prompt, view.ids) == (((64, "a"),), ((447, "Ġâ\u0080"), (64, "a")))
    shown = page(make_run([found]), found)
    assert "the prompt</p>" in shown
    (row,) = [row for row in shown.split("<tr>") if "first difference</td>" in row]
    assert row.startswith('<td class="mono">1</td><td class="mono">64</td>')
    assert "x&lt;b&gt;" in row
    assert "the push was refused" in shown


def test_the_script_that_the_run_kept_is_on_the_page(sample_run, sample_findings):
    first, second = sample_findings[:2]
    folder = sample_run / "scripts"
    folder.mkdir()
    (folder / f"{first.id}.mjs").write_text("const a = '<b>';\n// \u202e\x1b[31m\n", "utf-8")
    (folder / f"{second.id}.py").write_text("#" * (LONGEST_SCRIPT + 1))
    shown = page(sample_run, first)
    assert f"scripts/{first.id}.mjs in the folder of the run" in shown
    assert "\n// \\u202e\\x1b[31m\n</code>" in shown
    assert "&lt;b&gt;" in shown
    assert "'<b>'" not in shown
    assert 'id="script"' not in page(sample_run, second)


def test_the_sighting_that_the_script_is_of_comes_first(sample_run, by_component):
    found = next(iter(by_component.values()))
    (seen,) = found.sightings[:1]
    texts = {"y": "zz", "b": "zz", "z": "aa"}
    same = [replace(seen, artefact=name, case=EncodeCase(text)) for name, text in texts.items()]
    view = finding_view(read_run(sample_run), replace(found, sightings=tuple(same)))
    assert [each.sighting.artefact for each in view["sightings"]] == ["z", "b", "y"]


def test_another_artefact_has_its_own_title_and_cause(sample_run, by_component):
    found = by_component["Split"]
    traceless = replace(found.sightings[0], left_trace=None, right_trace=None)
    seen = replace(traceless, case=EncodeCase("zz"), artefact="y")
    first = replace(seen, case=EncodeCase("z"), artefact="z")
    other = replace(seen, cause="likely bug: eats <b>", case=EncodeCase("zzz"), artefact="x")
    shape = "ids part at 0; likely bug: sees U+0301"
    found = replace(found, shape=shape, sightings=(first, seen, other))
    shown = page_of(sample_run, found)
    of_first, of_seen, of_other = shown.split('class="sighting"')[1:]
    assert [part.count("<code>zz</code>") for part in (of_first, of_seen)] == [0, 1]
    assert "eats &lt;b&gt;" in of_other
    short = shown.partition('<dl class="short"')[2].partition("</dl>")[0]
    assert "It answers as a tokenizer that eats &lt;b&gt;." in short
    assert short.count("perhaps bugs of their own") == 1
    assert 'class="cause"' not in of_seen


def test_the_added_tokens_in_a_text_are_named(sample_run, by_component):
    found = by_component["Split"]
    piece = Piece("<|b|>\u202e", 0, 6, 7)
    trace = Trace((StageTrace("added_tokens", "added tokens", (piece, piece)),), Encoding(()))
    found = replace(found, sightings=(replace(found.sightings[0], left_trace=trace),))
    view = sighting_view(Path("run"), found, found.sightings[0])
    assert view.added == ((7, "<|b|>\u202e"),)
    shown = page_of(sample_run, found)
    assert shown.count("Added token in it") == 1
    assert "\u202e" not in shown


def test_added_tokens_that_are_not_looked_for_are_named_too(sample_run, by_component):
    found = by_component["Split"]
    case = EncodeCase("<s>", EncodeOptions(parse_special=False))
    seen = replace(found.sightings[0], case=case, left_trace=None, added=((1, "<s>"),))
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    assert "Added token in it (parse_special is False: a special one is to be plain text)" in shown


def test_what_is_probably_the_same_bug_is_linked(sample_run, by_component):
    found = by_component["Split"]
    other = replace(found, signature=replace(found.signature, stage="model", symptom="x"))
    shape = "ids part at 0; likely bug: <eats>"
    both = tuple(replace(each, shape=shape) for each in (found, other))
    write_html(replace(read_run(sample_run), findings=both))
    shown = (sample_run / "report" / f"finding-{found.id}.html").read_text("utf-8")
    (kin,) = [part for part in shown.split("<section") if 'id="kin"' in part]
    assert f'href="finding-{other.id}.html"' in kin
    assert "the same cause: likely bug: &lt;eats&gt;" in kin
    assert 'id="kin"' not in page_of(sample_run, found)


def test_what_the_file_says_of_the_stage(sample_run, by_component):
    found = by_component["Split"]
    said = ("pre_tokenizer", "Split"), ("pre_tokenizer", "  pattern: </pre>"), ("model", "BPE")
    seen = replace(found.sightings[0], settings=said)
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    assert found.signature.stage == "pre_tokenizer"
    here, others = shown.split('class="settings"')[1].split("<details>")
    assert "<pre>Split\n  pattern: &lt;/pre&gt;\n</pre>" in here
    assert "<dt>model</dt><dd><pre>BPE\n</pre></dd>" in others
    assert 'class="settings"' not in page_of(sample_run, found)


@pytest.mark.parametrize("stage", ["pre_tokenizer", "decoder"])
def test_what_two_files_say_otherwise(sample_run, by_component, stage):
    found = by_component["Split"]
    said = (stage, "Split\n  pattern: </pre>", ""), ("model", "BPE", "LlamaBPE")
    seen = replace(found.sightings[0], files_apart=said)
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    here, others = shown.split('class="settings"')[1].split("<details>")[:2]
    assert ("the two files say the same" in here) == (stage == "decoder")
    place = others if stage == "decoder" else here
    assert f'<p class="muted">{stage}</p>' in place
    assert "<pre>Split\n  pattern: &lt;/pre&gt;\n</pre>" in place
    assert "<pre>nothing\n</pre>" in place
    assert "<pre>LlamaBPE\n</pre>" in others


def test_the_smallest_case_in_other_company(sample_run, by_component):
    found = by_component["Split"]
    seen = found.sightings[0]
    alike, other = (Encoding((1, 2)),) * 2, (Encoding((1,)), Refusal("error", "<b>"))
    beside = tuple(
        Beside(EncodeCase(text), *sides) for text, sides in (("a1", alike), ("1\u202ea", other))
    )
    seen = replace(seen, beside=beside, pieces=((1, "</td>"), (2, "b")))
    found = replace(found, sightings=(seen,))
    shown = page_of(sample_run, found)
    (table,) = [part for part in shown.split("<table") if "In other company" in part]
    rows = table.split("</table>")[0].split("<tr>")[2:]
    assert [("=" in row.split("</b>")[0][-2:], "≠" in row) for row in rows] == [
        (True, False),
        (False, True),
    ]
    assert "&lt;/td&gt;=1" in rows[0]
    assert "error: &lt;b&gt;" in rows[1]
    assert "\\u202e" in rows[1]


@pytest.mark.parametrize(
    ("right", "is_told"), [(Text("\ufffd"), True), (Bytes(b"\xef"), False)], ids=["text", "bytes"]
)
def test_bytes_that_are_as_good_as_u_fffd_are_shown_as_each_side_has_them(
    sample_run, by_component, right, is_told
):
    found = by_component["Split"]
    found = replace(found, signature=replace(found.signature, op="decode"))
    seen = replace(found.sightings[0], beside=(Beside(DecodeCase((7,)), Bytes(b"\xef"), right),))
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    (table,) = [part for part in shown.split("<table") if "other company, then" in part]
    assert ("as good as U+FFFD" in table.split("</caption>")[0]) is is_told
    assert (table.split("</table>")[0].count('<td class="mono">') == 3) is is_told


@pytest.mark.parametrize(
    ("said", "sign", "why"),
    [
        pytest.param({}, "≠", "may be another finding", id="not-told"),
        pytest.param({"is_of_others": True}, "(≠)", "other findings of the same side", id="theirs"),
        pytest.param({"shows_more": True}, "≠+", "do not account for", id="more"),
    ],
)
def test_whose_a_difference_beside_it_is(sample_run, by_component, said, sign, why):
    found = by_component["Split"]
    row = Beside(EncodeCase("a1"), Encoding((1,)), Encoding((2,)), **said)
    seen = replace(found.sightings[0], beside=(row,))
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    (table,) = [part for part in shown.split("<table") if "other company, then" in part]
    assert f'<b class="sign">{sign}</b>' in table
    assert why in table.split("</caption>")[0]


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [("aaaab", True), ("b", False), ("\U000e0041", False)],
    ids=["longer", "it", "longer-where-it-is-escaped"],
)
def test_what_a_case_was_found_as_is_shown_where_that_was_longer(
    sample_run, by_component, text, is_shown
):
    found = by_component["NFC"]
    seen = replace(found.sightings[0], case=EncodeCase("b"), found_as=EncodeCase(text))
    shown = page_of(sample_run, replace(found, sightings=(seen,)))
    assert (f'found as <span class="mono">{text}' in shown) is is_shown


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Refusal("error", "no such id"), "refused"),
        (Refusal("error", "unreachable"), "broke off"),
        (Refusal("crash", "SIGSEGV"), "gave no answer"),
    ],
)
def test_what_became_of_a_side_without_an_answer_has_one_word(
    sample_run, by_component, answer, said
):
    found = by_component["Split"]
    seen = replace(found.sightings[0], right=answer, field="refusal")
    shown = page_of(sample_run, replace(found, verdict="refusal", sightings=(seen,)))
    assert f"; one side {said}</span>" in shown
    assert f"</b> {said}: <span" in shown


def test_the_history_of_a_finding_is_a_command_away(sample_run, by_component):
    shown = page_of(sample_run, by_component["Split"])
    assert f"tokparity trend &#39;{sample_run}&#39;/../*" in shown
