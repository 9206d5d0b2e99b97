import copy
from dataclasses import replace

from small_artefacts import Maker

from tokparity.harness.artefacts.static_diff import EXAMPLES, static_diff
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def aspects(left, right):
    return {one.aspect: one for one in static_diff(load(left), load(right))}


def test_a_file_does_not_differ_from_itself(artefact):
    assert aspects(artefact, artefact) == {}


def test_every_stage_that_differs_is_named(save, every_stage):
    other = copy.deepcopy(every_stage)
    other["normalizer"] = other["post_processor"] = other["decoder"] = None
    other["pre_tokenizer"] = other["pre_tokenizer"]["pretokenizers"][1]
    other["model"]["ignore_merges"] = False
    other["model"]["merges"].pop()
    found = aspects(save(every_stage), save(other, "other"))
    assert set(found) == {
        "normalizer", "pre_tokenizer", "merges", "model.ignore_merges", "post_processor", "decoder",
    }  # fmt: skip
    assert (found["normalizer"].left, found["normalizer"].right) == ("NFC", "none")
    total = len(every_stage["model"]["merges"])
    assert found["merges"].left == f"{total} against {total - 1}, 1 pairs differ"
    assert f"rank {total - 1} against none" in found["merges"].examples[0]
    assert found["model.ignore_merges"].left == "True"
    assert len(found["pre_tokenizer"].left) <= 401


def test_pieces_and_added_tokens(save, every_stage):
    other = copy.deepcopy(every_stage)
    vocab = other["model"]["vocab"]
    swapped = [piece for piece, i in vocab.items() if i < 2 * EXAMPLES]
    for one, two in zip(swapped[::2], swapped[1::2], strict=True):
        vocab[one], vocab[two] = vocab[two], vocab[one]
    other["added_tokens"][0]["rstrip"] = False
    gone = other["added_tokens"].pop()
    found = aspects(save(every_stage), save(other, "other"))
    assert found["id → piece"].left.startswith(f"{2 * EXAMPLES + 1} ids differ")
    assert len(found["id → piece"].examples) == EXAMPLES
    assert found["added tokens"].examples == (f"{gone['content']!r} left",)
    assert found["added-token flags"].left == "1 tokens differ"
    content = other["added_tokens"][0]["content"]
    assert found["added-token flags"].examples == (
        f"{content!r}: rstrip=True against rstrip=False",
    )
    assert found["number of tokens"].left == str(int(found["number of tokens"].right) + 1)


def test_two_formats_are_two_models(artefact, ranks):
    assert aspects(artefact, ranks())["model"].right == "TiktokenBPE"


def test_stages_of_one_name_and_two_kinds_show_what_they_hold(artefact):
    tokenizer = load(artefact)
    llama = LlamaBosEos(before=("bos", 1, "<s>"))
    sentencepiece = SentencepieceBosEos(("<s>", 1), ("</s>", 2), False, True, False)
    left, right = (replace(tokenizer, post_processor=one) for one in (llama, sentencepiece))
    (found,) = static_diff(left, right)
    assert "before=('bos', 1, '<s>')" in found.left
    assert "add_eos=True" in found.right


def in_folder(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    return Maker(folder, {}, None)


def test_a_type_by_which_a_piece_stands_for_other_bytes(tmp_path):
    """llama.cpp writes nothing for an unused piece; its id, text and score are as they were."""
    left, right = (
        in_folder(tmp_path, kind).llama(("ab", -1.0, kind)) for kind in ("normal", "unused")
    )
    found = aspects(left, right)
    assert found["id → bytes"].strings == ("ab",)
    assert "b'ab' against b''" in found["id → bytes"].examples[0]


def test_what_an_id_outside_is_decoded_as(tmp_path):
    plain = load(in_folder(tmp_path, "plain").sentencepiece("unigram", [("a", -1.0)]))
    (found,) = static_diff(plain, replace(plain, outside="?"))
    assert (found.aspect, found.kind) == ("outside", "decoder")


def test_a_piece_that_one_format_takes_whole_is_no_added_token_of_the_other(artefact):
    known = Pieces(("<unk>", "ab", "<sep>"), (0.0, 0.0, 0.0), ("unknown", "normal", "user_defined"))
    left, right = Tokenizer(SentencepieceBPE(known)), load(artefact)
    (found,) = (one for one in static_diff(left, right) if one.aspect == "pieces taken whole")
    assert (found.left, found.examples, found.kind) == (
        "1 at the left alone", ("'<sep>' left",), "added",
    )  # fmt: skip
    (turned,) = (one for one in static_diff(right, left) if one.aspect == "pieces taken whole")
    assert turned.left == "1 at the right alone"
    also = replace(right, added_tokens=(AddedToken(9, "<sep>"),))
    assert "pieces taken whole" not in {one.aspect for one in static_diff(left, also)}
