// Serves the calls of a library of npm as a subject. What stands before this in the module:
// SAID (name, version, capabilities) and WAYS (how each is loaded and asked). Not to be run alone.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

globalThis.require = createRequire(import.meta.url);
globalThis.HOME = path.dirname(fileURLToPath(import.meta.url));
globalThis.fs = fs;
for (const name of ["log", "info", "debug", "warn"]) console[name] = console.error;

const ENCODE = { "false,false": "text", "false,true": "parsed", "true,false": "added_text", "true,true": "added" };
const DECODE = { false: "all", true: "skipped" };

function write(reply) {
  let rest = Buffer.from(JSON.stringify(reply) + "\n");
  while (rest.length) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

async function each(cases, answer) {
  const results = [];
  for (const item of cases) {
    try {
      results.push(await answer(item));
    } catch (error) {
      results.push({ error: String((error && error.message) || error), ...(error instanceof Lacking && { unsupported: true }) });
    }
  }
  return { results };
}

class Lacking extends Error {}

function kind(answer) {
  return answer == null ? String(answer) : `a value of type ${typeof answer}`;
}

function listed(ids) {
  if (typeof ids !== "object" || ids === null || typeof ids[Symbol.iterator] !== "function")
    throw new TypeError(`encode gave ${kind(ids)}, and no list of ids`);
  const numbers = Array.from(ids, Number);
  if (!numbers.every(Number.isInteger)) throw new TypeError("an id is no whole number");
  return numbers;
}

function called(calls, name) {
  if (!(name in calls)) throw new Lacking(`it has no call for this: ${name}`);
  return calls[name];
}

let way, t;
async function reply(request) {
  switch (request.op) {
    case "start":
      return { protocol: 1, ...SAID };
    case "load": {
      const { vocabulary, format } = request;
      way = WAYS.find((it) => (vocabulary ? vocabulary in it.vocabularies : it.formats.includes(format)));
      if (!way) return { error: `it loads no ${vocabulary || format}` };
      t = await way.load(request.path, request.path && path.dirname(request.path), request, way.vocabularies[vocabulary]);
      return { ok: true, capabilities: way.capabilities };
    }
    case "encode": {
      const name = ENCODE[`${request.add_special},${request.parse_special}`];
      return each(request.texts, async (text) => {
        const given = typeof text === "string" ? text : new Uint8Array(Buffer.from(text.base64, "base64"));
        const ids = await called(way.encode, name)(t, given);
        return { ids: listed(ids) };
      });
    }
    case "decode":
      return each(request.ids, async (ids) => {
        const answer = await called(way.decode, DECODE[request.skip_special])(t, ids);
        if (answer instanceof Uint8Array) return { base64: Buffer.from(answer).toString("base64") };
        if (typeof answer !== "string") throw new TypeError(`decode gave ${kind(answer)}, and no text`);
        return { text: answer };
      });
    case "stop":
      return { ok: true };
    default:
      return { error: `no such op: ${request.op}` };
  }
}

for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = await reply(request);
  } catch (error) {
    answer = { error: String((error && error.message) || error) };
  }
  write({ id: request.id, ...answer });
  if (request.op === "stop") break;
}
process.exit(0);
