"""Files written with the `gguf` package, and generated ones: the reference against llama.cpp."""

import hashlib
from functools import partial

import gguf
import pytest

from tokparity.corpora.generators.gguf_vocabularies.vocabulary import KINDS, vocabulary
from tokparity.oracles.protocol import ALL_OPTIONS
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
)
from tokparity.reference_impl.errors import BadArtefact, TokparityError, Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.normalizers.xcda import BrokenXcda
from tokparity.reference_impl.text.byte_level import spell

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
BYTES = {f"<0x{byte:02X}>": (0.0, BYTE) for byte in range(256)}
SPM = {"<unk>": (0.0, UNKNOWN), "<s>": (0.0, CONTROL), "</s>": (0.0, CONTROL), **BYTES}
PLAIN = EncodeOptions(add_special=False, parse_special=False)
SPECIAL = EncodeOptions(add_special=True, parse_special=True)


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("ggml_llama_cpp") as worker:
        yield worker


@pytest.fixture
def write(tmp_path):
    """Writes a vocabulary of (piece → (score, type)) with the package: an artefact."""

    def write(model, tokens, *, name="small", arch="llama", add=lambda writer: None):
        path = tmp_path / f"{name}.gguf"
        writer = gguf.GGUFWriter(path, arch)
        writer.add_tokenizer_model(model)
        writer.add_token_list(list(tokens))
        writer.add_token_scores([score for score, _ in tokens.values()])
        writer.add_token_types([kind for _, kind in tokens.values()])
        add(writer)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return Artefact(name, "gguf", path, hashlib.sha256(path.read_bytes()).hexdigest())

    return write


@pytest.fixture
def agree(worker):
    """Asserts that both sides say the same under all options; what they say, by options."""

    def agree(artefact, texts, ids=()):
        handle = worker.load(artefact)
        assert not isinstance(handle, Refusal), handle
        tokenizer = load(artefact)
        said = {}
        for options in ALL_OPTIONS:
            if isinstance(options, EncodeOptions):
                theirs = list(worker.encode(handle, texts, options).observations())
                mine = list(tokenizer.encode_batch(texts, options).observations())
            else:
                theirs = list(worker.decode(handle, ids, options).observations())
                mine = list(tokenizer.decode_batch(ids, options).observations())
            shown = [_shown(one) for one in theirs]
            assert [_shown(one) for one in mine] == shown, options
            said[options] = shown
        worker.drop(handle)
        return said

    return agree


def _shown(one):
    match one:
        case Encoding(ids):
            return ids
        case Refusal():
            return "refused"
        case Bytes(value):
            return value


def normal(*pieces, score=0.0):
    return dict.fromkeys(pieces, (score, NORMAL))


def test_score_merges_go_by_score_then_from_the_left(write, agree):
    tokens = {**SPM, **normal("a", "b", "c"), "ab": (-2.0, NORMAL), "bc": (-1.0, NORMAL)}
    tokens |= {"aa": (-1.0, NORMAL), "abc": (-9.0, NORMAL), "▁": (-3.0, NORMAL)}
    texts = ["abc", "aaa", "aab", "abcabc", "", " ", "é", "a\udcffb", "\udcc3a", "</s>a<s> a"]
    said = agree(write("llama", tokens), texts, [(260, 1, 262), (1, 260), (1, 2), (3, 100)])
    ids = list(tokens)
    assert [ids[i] for i in said[PLAIN][3]] == ["▁", "abc", "abc"]
    assert [ids[i] for i in said[PLAIN][1]] == ["▁", "aa", "a"]


def test_a_byte_without_a_token_ends_llama_cpp(write, agree):
    tokens = {**SPM, **normal("▁", "a", "x")}
    del tokens["<0x78>"], tokens["<0x79>"]
    said = agree(write("llama", tokens), ["ax", "ay"])
    assert said[PLAIN] == [(257, 258, 259), "refused"]


def test_the_longest_special_token_takes_its_places_first(write, agree):
    tokens = {**SPM, **normal("▁", "a"), "<a><b>": (0.0, USER_DEFINED), "<a>": (0.0, CONTROL)}
    tokens["b><a"] = (0.0, USER_DEFINED)
    said = agree(write("llama", tokens), ["<a><a><b>", "<a><b><a>", "x<a>"])
    ids = list(tokens)
    assert [ids[i] for i in said[SPECIAL][0]] == ["<s>", "<a>", "<a><b>"]
    assert ids.index("<a>") not in said[PLAIN][0]


@pytest.mark.parametrize(("name", "rstrip"), [("Phi-3", True), ("x", False)])
def test_of_a_model_called_phi_3_white_space_behind_specials_is_dropped(write, agree, name, rstrip):
    tokens = {**SPM, **normal("▁", "a"), "<|end|>": (0.0, CONTROL), "<|endoftext|>": (0.0, CONTROL)}
    artefact = write("llama", tokens, add=lambda writer: writer.add_name(name))
    said = agree(artefact, ["<|end|> \n a", "<s> a", "</s>  a"])
    assert (said[SPECIAL][0][2:] == (259, 260)) == rstrip


@pytest.mark.parametrize(
    ("names", "hidden"),
    [
        pytest.param(["<|eot_id|>", "[e~["], [0, 1], id="made-control"),
        pytest.param(["<|start|>", "<|end|>"], [1], id="always-shown"),
        pytest.param(["<|end|>", "<|call|>", "<|return|>"], [1, 2], id="harmony"),
        pytest.param(["<|end|>", "<|calls|>", "<|flush|>"], [1, 2], id="solar"),
        pytest.param(["</s>", "<|tool_response>"], [1], id="gemma-4"),
        pytest.param(["<PRE>", "<|fim_prefix|>", "▁<PRE>"], None, id="hash-map-three"),
        pytest.param(["<fim-middle>", "<|middle|>", "<MID>", "<fim_middle>"], None, id="hash-map"),
    ],
)
def test_types_are_changed_by_name(write, agree, names, hidden):
    tokens = {**normal(*names, "▁", "a"), **BYTES}
    said = agree(
        write("llama", tokens), [f"a{name}a" for name in names], [(at,) for at in range(len(names))]
    )
    shown = said[DecodeOptions(skip_special=True)]
    found = [at for at, text in enumerate(shown) if text == b""]
    if hidden is not None:
        assert found == hidden
    else:
        assert len(found) == 1


def byte_level(words, merges, **extra):
    def add(writer):
        writer.add_token_merges(merges)
        writer.add_tokenizer_pre(extra.get("pre", "gpt-2"))
        writer.add_bos_token_id(0)
        writer.add_eos_token_id(0)

    return normal(*[spell(bytes([byte])) for byte in range(256)], *words), add


@pytest.mark.parametrize("pre", ["gpt-2", "llama-bpe", "qwen2"])
def test_rank_merges(write, agree, pre):
    merges = ["a b", "ab c", "b c", "Ġ a", "x y"]
    tokens, add = byte_level(["ab", "bc", "Ġa", "abc", "zabcd", "xyz"], merges, pre=pre)
    texts = ["abc abc", "zabcd", "bcbc", "xyz xy", "a'b's 12 ? é漢\n\n", "\udcff", "I 's .. ,"]
    agree(write("gpt2", tokens, add=add), texts, [(32, 33, 7), (220, 14, 220, 33), (220, 7, 220)])


def test_a_symbol_without_a_piece_falls_apart_into_bytes_or_nothing(write, agree):
    tokens, add = byte_level(["Ġa"], ["x y", "é x"])
    del tokens["z"]
    said = agree(write("gpt2", tokens, add=add), ["xy", "z", "é"])
    assert [len(ids) for ids in said[PLAIN]] == [2, 0, 2]


def test_gemma_4_reads_raw_text_and_whole_newlines(write, agree):
    def add(writer):
        writer.add_token_merges(["▁ a", "a b", "\n \n"])
        writer.add_bos_token_id(0)

    tokens = {"<bos>": (0.0, CONTROL), **normal("▁", "a", "b", "▁a", "\n\n\n", "\n"), **BYTES}
    texts = ["a ab", "\n\n\na\n\n", "é b", "a\udced\udca0\udcbdb", "\udced\udcb2\udc80\udcff"]
    agree(write("gemma4", tokens, arch="gemma4", add=add), texts, [(0, 4)])


def test_the_mark_of_kmers_is_not_shown_unless_a_token_is_nothing_else(write, agree):
    tokens, add = byte_level(["ab"], ["a b"])
    tokens |= normal("<dna>", "</dna>", "<oov>", "ACGTAC\ue000", "\ue000", "AAAAAA\ue000")
    first = list(tokens).index("<dna>")
    ids = [(one,) for one in range(first, len(tokens))]
    texts = ["ab<dna>acgtacaa</dna>ab", "<dna>acgtacgtacgt", "\ue000", "<dna></dna><dna>"]
    said = agree(write("hybriddna", tokens, add=add), texts, ids)
    assert said[DecodeOptions(False)][3] == b"ACGTAC"
    assert b"UNK_BYTE" in said[DecodeOptions(False)][4]


@pytest.mark.parametrize("pre", ["whitespace", "gemma4", "mmbert", "sarvam-moe", "gpt-2"])
def test_a_text_that_holds_the_mark_of_kmers_is_no_kmer(write, agree, pre):
    def add(writer):
        writer.add_token_merges(["A C"])
        writer.add_tokenizer_pre(pre)

    whole = ["<dna>", "</dna>", "<oov>", "ACGTAC\ue000", "AAAAAA\ue000", "\ue000", "\n\ue000"]
    spelled = [spell(bytes([byte])) for byte in range(256)]
    tokens = {**BYTES, **normal(*spelled, "\n", "▁", "AC", *whole)}
    texts = ["ACGTAC\ue000", "ACGTACA\n\ue000", "ACGTAC\ue000\nA", "<dna>\n\ue000</dna>\ue000"]
    texts += ["<dna>ACGTAC\ue000ACGTAC</dna>\ue000", "<dna>ACGTAC\n\ue000ACGTAC\n"]
    said = agree(write("hybriddna", tokens, add=add), texts)
    kmer = list(tokens).index("ACGTAC\ue000")
    assert [kmer in ids for ids in said[PLAIN]] == [False, False, False, False, True, True]


def test_a_piece_that_scores_1000_below_ends_the_search_of_plamo2(write, agree):
    tokens = {"<unk>": (0.0, UNKNOWN), "<s>": (0.0, CONTROL), "</s>": (0.0, CONTROL), **BYTES}
    tokens |= normal("a", "b", "p", score=-2.0) | normal("abp", "bpa", score=-9.0)
    tokens |= normal("ab", "pad", score=-1000.0)
    texts = ["ab", "abp", "abpa", "pabpad", "padab", "ba", "a b", "papad"]
    said = agree(write("plamo2", tokens), texts)
    ids = list(tokens)
    assert [ids[at] for at in said[PLAIN][0]] == ["ab"]  # and not "a", "b", which cost less


def test_bert(write, agree):
    def add(writer):
        for name, at in ("bos", 0), ("sep", 1), ("unk", 2):
            getattr(writer, f"add_{name}_token_id")(at)

    words = normal("▁ab", "c", "▁c", "▁", "é", "▁.", "▁漢", "a")
    tokens = {"[CLS]": (0.0, CONTROL), "[SEP]": (0.0, CONTROL), "[UNK]": (0.0, UNKNOWN), **words}
    texts = ["ABc c", "a.b", "é É e\u0301", "漢c", "x", "\0\u200da\tc", "\udced\udca0\udc80"]
    agree(
        write("bert", tokens, arch="bert", add=add), [*texts, "\udcf4\udc90\udc80\udc80"], [(3, 4)]
    )


def test_unigram(write, agree):
    def add(writer):
        writer.add_unk_token_id(0)
        writer.add_eos_token_id(1)
        writer.add_bool("tokenizer.ggml.add_space_prefix", True)

    tokens = {"<unk>": (0.0, UNKNOWN), "</s>": (0.0, CONTROL), "▁": (-1.5, NORMAL)}
    tokens |= {"a": (-1.0, NORMAL), "ab": (-1.5, NORMAL), "b": (-0.5, NORMAL), "▁a": (-2.5, NORMAL)}
    tokens |= {"<m>": (-9.0, USER_DEFINED), "漢": (-1.0, UNUSED)}
    texts = ["abab", " a  b ", "xxaxx", "<m>a<mab", "漢", "\udcff\udce2\udc96a", "", "\u2026a"]
    agree(write("t5", tokens, arch="t5", add=add), texts, [(2, 3), (6, 0, 8)])


def test_a_trie_that_leads_nowhere_is_refused_with_its_file(write, worker):
    def add(writer):
        writer.add_precompiled_charsmap((4).to_bytes(4, "little") + b"\0\x04\0\0" + b"a\0")

    artefact = write("t5", normal("a"), arch="t5", add=add)
    assert isinstance(worker.load(artefact), Refusal)
    with pytest.raises(BadArtefact, match="a newline cannot be encoded") as caught:
        load(artefact)
    assert isinstance(caught.value, TokparityError)
    assert not isinstance(caught.value, BrokenXcda)


def test_rwkv(write, agree):
    tokens = normal("<s>", "<", "a", "ab", r"\n", r"\x20\x20", r"\x20", r"\\", r"\xe6\xbc", "\\xe6")
    said = agree(write("rwkv", tokens, arch="rwkv6"), ["aba  a", "\\\n", "\udce6\udcbc", "x"])
    assert said[PLAIN] == [(3, 2, 5, 2), (7, 4), (8,), "refused"]


def test_bytes_that_begin_a_token_and_are_none_are_refused_with_their_file(write):
    artefact = write("rwkv", normal(r"\n\n"), arch="rwkv6")  # llama.cpp never comes back from it
    with pytest.raises(BadArtefact, match="begins a token of this vocabulary, but is none"):
        load(artefact)


@pytest.mark.parametrize("number", [*range(len(KINDS)), 76, 87, 92, 151])
def test_generated_vocabularies(agree, worker, tmp_path, number):
    one = vocabulary(0, number, 30)
    path = tmp_path / "generated.gguf"
    path.write_bytes(one.document.to_bytes())
    artefact = Artefact(f"{number}", "gguf", path, hashlib.sha256(path.read_bytes()).hexdigest())
    try:
        tokenizer = load(artefact)
    except BadArtefact:
        assert isinstance(worker.load(artefact), Refusal)
        return
    fine = [text for text in one.texts if all(_encodes(tokenizer, text, o) for o in ALL_OPTIONS)]
    agree(artefact, fine, one.ids)


def _encodes(tokenizer, text, options):
    if isinstance(options, DecodeOptions):
        return True
    try:
        tokenizer.encode(text, options)
    except TokparityError:
        return False
    return True


@pytest.mark.parametrize(
    ("model", "add", "error", "reason"),
    [
        ("unheard", None, Unsupported, "none of llama, bert"),
        ("none", None, BadArtefact, "holds no vocabulary"),
        ("gpt2", None, BadArtefact, "merges: is missing"),
    ],
)
def test_what_no_vocabulary_is_made_of(write, worker, model, add, error, reason):
    artefact = write(model, normal("a", "b"), add=add or (lambda writer: None))
    with pytest.raises(error, match=reason):
        load(artefact)
    if model != "none":
        assert isinstance(worker.load(artefact), Refusal)


def test_an_unknown_pre_tokenizer_lists_those_known(write, worker):
    tokens, add = byte_level(["ab"], ["a b"], pre="unheard")
    artefact = write("gpt2", tokens, add=add)
    with pytest.raises(Unsupported, match=r"'unheard'.*known are .*qwen2"):
        load(artefact)
    assert "unknown pre-tokenizer type: 'unheard'" in worker.load(artefact).detail


def test_the_same_token_twice(write, worker):
    artefact = write("llama", normal("a", "b"))
    data = artefact.path.read_bytes().replace(b"\x01" + bytes(7) + b"b", b"\x01" + bytes(7) + b"a")
    artefact.path.write_bytes(data)
    with pytest.raises(BadArtefact, match="token 1 is 'a', as is token 0"):
        load(artefact)
    assert worker.load(artefact).kind == "crash"


def test_scores_that_are_no_numbers_give_no_order(write, worker):
    artefact = write("llama", {"a": (float("nan"), NORMAL), "b": (0.0, NORMAL)})
    with pytest.raises(BadArtefact, match="a score is no number"):
        load(artefact)
    assert not isinstance(worker.load(artefact), Refusal)


def test_of_a_split_model_the_first_part_is_asked_for(write):
    def add(writer, number):
        writer.add_uint16("split.count", 2)
        writer.add_uint16("split.no", number)

    assert load(write("llama", normal("a"), add=partial(add, number=0))).pieces() == {0: "a"}
    with pytest.raises(BadArtefact, match="part 2 of 2: the vocabulary is in the first"):
        load(write("llama", normal("a"), add=partial(add, number=1)))


def test_a_long_word_overflows_the_stack_of_llama_cpp_alone(write, worker):
    tokens, add = byte_level(["aa"], ["a a"], pre="deepseek-llm")
    artefact = write("gpt2", tokens, add=add)
    handle, tokenizer = worker.load(artefact), load(artefact)
    short, long = worker.encode(handle, ["a" * 9999, "a" * 30_000], PLAIN).observations()
    assert short.ids == tokenizer.encode("a" * 9999, PLAIN).ids
    assert long.kind == "regex-limit"
    assert len(tokenizer.encode("a" * 100_000, PLAIN).ids) == 50_000


@pytest.mark.parametrize("kind", ["uint32", "int64", "string"])
def test_a_file_type_of_another_type(write, worker, kind):
    def add(writer):
        value = "x" if kind == "string" else 1
        getattr(writer, f"add_{kind}")("general.file_type", value)

    artefact = write("llama", normal("a", "b"), add=add)
    if kind == "uint32":
        assert load(artefact).id_of("b") == 1
        assert not isinstance(worker.load(artefact), Refusal)
        return
    with pytest.raises(BadArtefact, match="not u32"):
        load(artefact)
    assert isinstance(worker.load(artefact), Refusal)
