"""Oddities of the decoders of tokenizers 0.23.3: quirks-of-tokenizers.md lists them."""

LETTERS = {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []}
BYTES = {"type": "ByteFallback"}
CTC = {"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True}
A = 256
"""The id of "a" where every byte is a piece."""
WORDPIECE = {"type": "WordPiece", "prefix": "##", "cleanup": True}


def strip(start, stop):
    return {"type": "Strip", "content": " ", "start": start, "stop": stop}


def test_byte_fallback_loses_a_whole_run_to_one_bad_byte(joined):
    assert joined(BYTES, ["<0x41>", "<0xFF>"]) == "\ufffd\ufffd"
    assert joined(BYTES, ["<0x41>", "a", "<0xFF>"]) == "Aa\ufffd"


def test_byte_fallback_reads_a_plus_sign_as_part_of_a_number(joined):
    assert joined(BYTES, ["<0x+A>"]) == "\n"
    assert joined(BYTES, ["<0x-A>"]) == "<0x-A>"


def test_byte_level_takes_a_piece_with_one_foreign_character_as_it_stands(joined):
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    assert joined(stage, ["ĠÃ©", "Ġ日"]) == " éĠ日"


def test_metaspace_takes_every_mark_out_of_the_first_piece(joined):
    stage = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}
    assert joined(stage, ["▁▁a▁b", "▁c"]) == "ab c"
    assert joined(stage | {"prepend_scheme": "never"}, ["▁▁a▁b", "▁c"]) == "  a b c"


def test_ctc_leaves_the_word_delimiter_without_clean_up(joined):
    assert joined(CTC, ["a", "|", "b"]) == "a b"
    assert joined(CTC | {"cleanup": False}, ["a", "|", "b"]) == "a|b"


def test_ctc_takes_padding_out_of_the_middle_of_a_piece(joined):
    assert joined(CTC, ["a<pad>b"]) == "ab"


def test_ctc_joins_neighbours_before_it_takes_padding_out(joined):
    assert joined(CTC, ["a", "a", "<pad>", "a"]) == "aa"


def test_word_piece_clean_up_changes_words(joined):
    assert joined(WORDPIECE, ["we", "do not"]) == "we don't"


def test_word_piece_clean_up_does_not_see_across_pieces(joined):
    assert joined(WORDPIECE, ["we", "do", "not", "."]) == "we do not."


def test_word_piece_leaves_the_prefix_of_the_first_piece(joined):
    assert joined(WORDPIECE, ["##a", "##b"]) == "##ab"


def test_strip_panics_on_a_piece_that_runs_out(joined):
    assert joined(strip(1, 1), ["  "]) == ""
    assert joined(strip(1, 1), [" "]) is None
    assert joined(strip(0, 1), [""]) is None
    assert joined(strip(1, 0), [""]) == ""


def test_the_bpe_decoder_ends_the_last_piece_alone_without_a_space(joined):
    stage = {"type": "BPEDecoder", "suffix": "</w>"}
    assert joined(stage, ["a</w>", "b</w>", "c"]) == "a b c"
    assert joined(stage, ["a</w>"]) == "a"


def test_replace_finds_nothing_in_an_empty_piece(joined):
    stage = {"type": "Replace", "pattern": {"String": ""}, "content": "-"}
    assert joined(stage, ["ab", ""]) == "-a-b-"


def test_an_id_that_no_token_has_is_skipped_in_silence(decoded):
    assert decoded([0, 99, 1], model=LETTERS) == "a b"


def test_without_a_decoder_pieces_are_joined_by_a_space(decoded):
    assert decoded([0, 1], model=LETTERS) == "a b"
    assert decoded([0, 1], model=LETTERS, decoder={"type": "Fuse"}) == "ab"


def test_a_decoder_without_a_type_is_what_its_fields_say(joined):
    assert joined({"suffix": "</w>"}, ["a</w>", "b"]) == "a b"


def test_a_stream_gives_its_prompt_again_where_that_ends_inside_a_character(pushed):
    first, second = "é".encode()
    assert pushed([second], [A, first]) == ["aé"]
    assert pushed([A], [A]) == ["a"], "a prompt of whole characters is not given"


def test_a_stream_refuses_what_a_bad_byte_makes_of_text_that_it_gave(pushed):
    assert pushed([*"é".encode(), 0xFF, A]) == ["", "é", "", None]


def test_a_stream_loses_a_character_that_ends_the_reply_too_early(pushed):
    assert pushed([A, "é".encode()[0]]) == ["a", ""]


def test_a_stream_keeps_an_id_that_it_refused(pushed):
    assert pushed([*"é".encode(), 0xFF, A, A, A])[3:] == [None, None, None]
