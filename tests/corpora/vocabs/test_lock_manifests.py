from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.lock import Lock, LockedFile, LockedPackage, LockedRepository
from tokparity.corpora.vocabs.lock_manifests import all_locked, locked
from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Member
from tokparity.corpora.vocabs.spec import parse_spec

COMMIT = "ab" * 20
JSON = LockedFile("01" * 32, 1, "tokenizer.json")
MODEL = LockedFile("02" * 32, 2, "sentencepiece")
GGUF = LockedFile("03" * 32, 3, "gguf")
BESIDE = LockedFile("04" * 32, 4)
FILES = {
    "x.gguf": GGUF,
    "tokenizer.model": MODEL,
    "tokenizer.json": JSON,
    "generation_config.json": BESIDE,
}
LOCK = Lock(
    {
        "google/mt5-base@main": LockedRepository(COMMIT, FILES),
        "a/b@v1": LockedRepository(COMMIT, {"x.gguf": GGUF}),
    },
    {"npm:@s/a@1.0.0": LockedPackage("s-a-1.0.0.tgz", "05" * 32, 5, {"package/t.json": JSON})},
)


def names(text):
    return [one.name for one in locked(parse_spec(text), LOCK)]


def test_a_repository_stands_for_its_vocabularies_the_best_first():
    first, second = locked(parse_spec("hub:google/mt5-base"), LOCK)
    assert (first.name, first.format, first.sha256, first.bytes) == (
        "hub:google/mt5-base",
        "tokenizer.json",
        JSON.sha256,
        1,
    )
    assert first.source == HubFile("google/mt5-base", "main", COMMIT, "tokenizer.json")
    assert (first.family, first.algorithm) == ("mT5", "Unigram SPM")  # as the list says
    assert second.name == "hub:google/mt5-base:tokenizer.model"
    beside = (Companion("generation_config.json", BESIDE.sha256, 4),)
    assert first.companions == second.companions == beside


def test_one_file():
    (one,) = locked(parse_spec("hub:a/b@v1:x.gguf"), LOCK)
    assert (one.name, one.model, one.companions) == ("hub:a/b@v1:x.gguf", "b", ())


def test_what_is_not_locked():
    for text in (
        "hub:a/b",
        "hub:a/b@v1",  # one of its files is, which is none of the usual
        "hub:google/mt5-base:none.gguf",
        "hub:google/mt5-base:generation_config.json",
        "npm:@s/a@1.0.1:package/t.json",
        "npm:@s/a@1.0.0:package/u.json",
        "pip:a==1:b",
    ):
        assert names(text) == []


def test_a_file_of_a_package():
    (one,) = locked(parse_spec("npm:@s/a@1.0.0:package/t.json"), LOCK)
    archive = Archive("npm", "@s/a@1.0.0", "s-a-1.0.0.tgz", "05" * 32, 5)
    assert one.source == Member(archive, "package/t.json", JSON.sha256, 1)
    assert (one.name, one.model) == ("npm:@s/a@1.0.0:package/t.json", "s-a")


def test_all_each_file_once():
    assert [one.name for one in all_locked(LOCK)] == [
        "hub:a/b@v1:x.gguf",
        "hub:google/mt5-base",
        "hub:google/mt5-base:tokenizer.model",
        "hub:google/mt5-base:x.gguf",
        "npm:@s/a@1.0.0:package/t.json",
    ]


def test_what_stands_beside_a_file_of_a_package():
    files = {"p/t.json": JSON, "p/config.json": BESIDE, "q/config.json": BESIDE, "p/u.gguf": GGUF}
    lock = Lock({}, {"pip:a==1": LockedPackage("a-1.whl", "05" * 32, 5, files)})
    (one,) = locked(parse_spec("pip:a==1:p/t.json"), lock)
    assert one.companions == (Companion("p/config.json", BESIDE.sha256, 4),)
    assert [one.name for one in all_locked(lock)] == ["pip:a==1:p/t.json", "pip:a==1:p/u.gguf"]


def test_a_repository_is_of_the_model_of_the_catalogue_that_it_publishes():
    lock = Lock({"openai-community/gpt2@main": LockedRepository(COMMIT, {"tokenizer.json": JSON})})
    (one,) = locked(parse_spec("hub:openai-community/gpt2"), lock)
    assert one.model == "gpt2"
    both = catalogue.pairs((*catalogue.find("gpt2-*"), one))
    assert {(left.name, right.name) for left, right in both} == {
        ("gpt2-gguf", "gpt2-ranks"),
        ("gpt2-gguf", "hub:openai-community/gpt2"),
        ("gpt2-ranks", "hub:openai-community/gpt2"),
    }
