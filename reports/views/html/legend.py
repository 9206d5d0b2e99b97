"""`WORDS`: what the pages say in words that a reader may not know."""

WORDS = (
    ("artefact", "a file or folder that holds a tokenizer"),
    ("A ~ B", "a pair that is compared: the left side, and the right one"),
    ("stage", "a step: added tokens, normalizer, pre-tokenizer, model, post-processor, decoder"),
    ("fidelity", "the reference against the native library, on one file"),
    ("parity", "one native library against another, or against a subject"),
    ("refusal", "a side gave no answer: an error, a crash, no end in time, too much memory"),
    ("unsupported", "a case that a side has no call for"),
    ("op", "what a case asks: encode, decode, encode_full (all columns), stage, stream, chat"),
    ("streaming", "decoding a reply id by id, as a server does"),
    ("golden", "an answer that a native library gave once, kept with its version"),
    ("recording", "what a server gave of a reply, push by push, in a file"),
    ("epoch", "one pass over the shards of a run, each of which has its own random numbers"),
    ("offsets", "the range of characters that a token comes from: at 0:1 is the first one"),
    ("piece", "what a token stands for in the vocabulary: ▁a, Ġa, <0x0A>"),
    ("reference", "this tool's own tokenizer, which follows the library that a format is made for"),
    ("oracle", "the adapter of a real library: what it answers is what the library answers"),
    (
        "subject",
        "an implementation under test; lib:NAME is asked by the calls that are bundled",
    ),
    ("new", "not judged yet"),
    ("open", "judged to be a bug, which is not fixed"),
    ("accepted", "judged to be as it is: nothing is to be done"),
    ("found as", "the case in which it was met first, before that was made small"),
    ("add_special", "put around a text what the model's template puts there (bos, eos, [CLS])"),
    ("parse_special", "read special tokens that a text spells; False: they are ordinary text"),
    ("default options", "add_special and parse_special for texts; no skip_special for ids"),
    (
        "in other company",
        "the same text or ids between letters: whether it is dropped there, or ends the text",
    ),
    ("ledger", "the differences that are understood, each with its reason"),
    ("reported", "the stage was named by what both sides show of their stages"),
    ("two-trace", "the stage was named by the reference's stages on both files"),
    (
        "counterfactual",
        "the other side shows no stages: its answers to this case and to others near it tell",
    ),
    ("shape", "what two answers that differ look like, whatever the text"),
    (
        "rank",
        "a merge's place in its file; the id of a rank file's piece; how many scores are higher",
    ),
)
"""What a reader may not know, as the glossary has it."""
