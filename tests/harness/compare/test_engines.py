import pytest

from tokparity.harness.compare.engines import may_be_asked
from tokparity.reports.records.engine import BlackBox, engine_called


@pytest.mark.parametrize(
    "engine",
    ["reference", "huggingface_tokenizers", "ggml_llama_cpp", "variant:no-nfc",
     "mutant:first-space-kept", "stream:byte_buffer"],
)  # fmt: skip
def test_what_is_shipped(engine):
    assert may_be_asked(engine_called(engine))


@pytest.mark.parametrize(
    "engine",
    ["", "exec:./mine", "recorded", "golden:openai_tiktoken", "variant:", "variant:no-such",
     "mutant:", "mutant:*", "mutant:17", "mutant:decoder/first-space-kept", "os", "x" * 100_000,
     "variant:\0\n", "mutant:\ud800", "stream:", "stream:mine"],
)  # fmt: skip
def test_nobody_else(engine):
    assert not may_be_asked(engine_called(engine))


def test_a_file_that_is_named_is_not_even_read(tmp_path, monkeypatch):
    def read(path, *_):
        raise AssertionError(path)

    path = tmp_path / "model.toml"
    path.touch()
    monkeypatch.setattr("tokparity.harness.fault_models.mutant.read_table", read)
    assert not may_be_asked(BlackBox(str(path)))
    assert not may_be_asked(BlackBox(f"{path}#theirs"))
