from pathlib import Path

from corpora.vocabs import catalogue
from corpora.vocabs.cache import Cache
from corpora.vocabs.listing import Row, details, rows


def test_rows_say_what_is_cached(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("pix2tex")
    cache = Cache(tmp_path)
    expected = Row("pix2tex", "pix2tex", "tokenizer.json", "BPE byte-level", 24174, True, False)
    assert rows((manifest,), cache) == (expected,)
    place = cache.path(manifest.sha256)
    place.parent.mkdir(parents=True)
    place.write_bytes(bytes(manifest.bytes))
    assert rows((manifest,), cache)[0].cached


def test_details_of_a_rank_file(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("gpt2-ranks")
    shown = dict(details(manifest, Cache(tmp_path), "Matches → TiktokenBPE"))
    assert shown["specials"] == "1: <|endoftext|> 50256"
    assert shown["facts from"] == "tiktoken 0.14.0, tiktoken_ext/openai_public.py, r50k_base"
    assert shown["cached"] == "no"
    assert shown["pipeline"] == "Matches → TiktokenBPE"


def test_details_of_a_file_with_pairs(tmp_path: Path) -> None:
    (manifest,) = catalogue.find("qwen3")
    shown = dict(details(manifest, Cache(tmp_path)))
    assert shown["compared with"] == "qwen3-ranks"
    assert "pipeline" not in shown
