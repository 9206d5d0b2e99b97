// Holds a tokenizer in JavaScript to test vectors: node vectors.mjs vectors.jsonl [mytok.mjs]
//
// Put your own behind encode and decode, or name a module that exports both. Ids are compared; the
// text of ids as bytes of UTF-8, made of what the library decodes to. A tie, or what no format has a rule for, is told and is no fault.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const bytesAreIds = {
  encode: (bytes, { add_special, parse_special }) => [...bytes],
  decode: (ids, { skip_special, remove_special }) => Uint8Array.from(ids),
};

const [path, module] = process.argv.slice(2);
const mine = module ? await import(pathToFileURL(resolve(module))) : bytesAreIds;
const [about, ...vectors] = readFileSync(path, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const excuses = new Set(["tie", "implementation-defined"]);
let wrong = 0, excused = 0;

for (const [at, vector] of vectors.entries()) {
  const bytes = Buffer.from(vector.bytes, "base64");
  let given, wanted;
  try {
    if (vector.op === "encode") {
      given = mine.encode(bytes, vector).join(" ");
      wanted = vector.ids.join(" ");
    } else {
      const made = Buffer.from(mine.decode(vector.ids, vector));
      given = (about.decodes === "text" ? Buffer.from(made.toString()) : made).toString("hex");
      wanted = bytes.toString("hex");
    }
  } catch (error) {
    given = String(error);
  }
  if (given === wanted) continue;
  if (vector.notes.some((note) => excuses.has(note))) {
    excused += 1;
    continue;
  }
  wrong += 1;
  if (wrong <= 10) console.log(`line ${at + 2}: ${vector.op}: ${given}, not ${wanted}`);
}
console.log(`${about.model}: ${vectors.length} vectors, ${wrong} wrong, ${excused} excused`);
process.exitCode = vectors.length === 0 ? 2 : wrong ? 1 : 0;
