// A subject in JavaScript: byte-level BPE of GPT-2's kind, without packages, behind the subject
// protocol (docs/reference/subject-protocol.md).
//     tokparity smoke "exec:node subject.mjs" --vocab gpt-neox-20b
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// \s of JavaScript has U+FEFF, which is no white space elsewhere, and has not U+0085, which is.
const S = "\\p{White_Space}";
const WORDS = new RegExp(
  `'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^${S}\\p{L}\\p{N}]+|${S}+(?!\\P{White_Space})|${S}+`,
  "gu",
);
const printable = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
let next = 256;
const LETTERS = Array.from({ length: 256 }, (_, byte) =>
  String.fromCodePoint(printable(byte) ? byte : next++),
);
const BYTES = new Map(LETTERS.map((letter, byte) => [letter, byte]));
let vocab, ranks, added, pieces, form;

function load(path) {
  const file = JSON.parse(readFileSync(path, "utf8"));
  const { model, pre_tokenizer: cut } = file;
  form = file.normalizer?.type ?? "none"; // "NFC"
  if (model.type !== "BPE" || cut?.type !== "ByteLevel" || cut.add_prefix_space || !/none|^NFK?[CD]$/.test(form))
    throw new Error("is not of GPT-2's kind");
  vocab = new Map(Object.entries(model.vocab));
  const pairs = model.merges.map((pair) => (typeof pair === "string" ? pair : pair.join(" ")));
  ranks = new Map(pairs.map((pair, rank) => [pair, rank]));
  added = file.added_tokens.sort((a, b) => b.content.length - a.content.length);
  pieces = new Map([...vocab].map(([piece, id]) => [id, { content: piece }]));
  for (const token of added) pieces.set(token.id, token);
}

function wordIds(word) {
  let parts = [...Buffer.from(word, "utf8")].map((byte) => LETTERS[byte]);
  for (;;) {
    let best = Infinity;
    for (let at = 0; at + 1 < parts.length; at++)
      best = Math.min(best, ranks.get(`${parts[at]} ${parts[at + 1]}`) ?? Infinity);
    if (best === Infinity) return parts.map((part) => vocab.get(part));
    const merged = [];
    for (let at = 0; at < parts.length; at++)
      if (ranks.get(`${parts[at]} ${parts[at + 1]}`) === best) merged.push(parts[at] + parts[++at]);
      else merged.push(parts[at]);
    parts = merged;
  }
}

function encode(text, parseSpecial) {
  const asked = added.filter((token) => parseSpecial || !token.special);
  const ids = [];
  for (let at = 0; at < text.length; ) {
    let [end, token] = [text.length];
    for (const each of asked) {
      const found = text.indexOf(each.content, at);
      if (found >= 0 && found < end) [end, token] = [found, each]; // of two at one place the longer
    }
    const stretch = text.slice(at, end);
    const words = (form === "none" ? stretch : stretch.normalize(form)).matchAll(WORDS);
    for (const [word] of words) ids.push(...wordIds(word));
    if (token) ids.push(token.id);
    at = token ? end + token.content.length : end;
  }
  return { ids };
}

function decode(ids, skipSpecial) {
  const known = ids.map((id) => pieces.get(id)).filter((piece) => piece);
  const shown = known.filter((piece) => !(skipSpecial && piece.special));
  const raw = shown.map(({ content }) => {
    const letters = [...content].map((letter) => BYTES.get(letter));
    return letters.includes(undefined) ? Buffer.from(content) : Buffer.from(letters);
  });
  return { base64: Buffer.concat(raw).toString("base64") };
}

const capabilities = {
  formats: ["tokenizer.json"], decodes: "bytes", parse_special: [true, false], skip_special: [false, true],
};
const ANSWERS = {
  start: () => ({ protocol: 1, name: "gpt2-in-js", version: "1.0", capabilities }),
  load: ({ path }) => (load(path), { ok: true }),
  encode: (asked) => ({ results: asked.texts.map((text) => encode(text, asked.parse_special)) }),
  decode: (asked) => ({ results: asked.ids.map((ids) => decode(ids, asked.skip_special)) }),
  stop: () => ({ ok: true }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let reply;
  try {
    reply = ANSWERS[asked.op](asked);
  } catch (error) {
    reply = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id: asked.id, ...reply })}\n`);
  if (asked.op === "stop") break;
}
