import { readFileSync } from 'node:fs';
import { openBytes, type PackedFile } from '../packed-bytes.ts';
import type { TextEncoding } from './csv.encoding.ts';
import { physicalLineEnd } from './csv.row.ts';
import { areWordsOf, LATIN_ENCODINGS, looksLikeText, type LatinEncoding } from './csv.letters.ts';

/** How many bytes of lines with letters beyond ASCII are looked at. */
const EVIDENCE = 128 * 1024;
/** How many words show that a file isn't in the encoding that it seems to be in. */
const ENOUGH_WORDS = 3;

/**
 * Returns the encoding of a file that isn't valid UTF-8, or `utf-8` if it's UTF-8 with a few invalid bytes. Returns
 * undefined if its letters would make no words, or words of several languages: other letters than the file's are worse
 * than none.
 */
export async function guessEncoding(file: PackedFile): Promise<TextEncoding | undefined> {
  const { lines, counts } = await evidenceOf(file);
  if (counts.sequences >= counts.faults) return 'utf-8';
  const guessed = detect(lines);
  const words = (encoding: TextEncoding) => wordsBeyondAscii(new TextDecoder(encoding).decode(lines));
  if (!isLatin(guessed)) return looksLikeText(words(guessed), guessed) ? guessed : undefined;
  if (areWordsOf(words(guessed), guessed)) return guessed;
  // A letter or two are in the alphabet of some language in any encoding.
  if (words(guessed).filter((word) => word.length > 2).length < ENOUGH_WORDS) return undefined;
  const others = LATIN_ENCODINGS.filter((each) => each !== guessed && areWordsOf(words(each), each));
  const readings = new Set(others.map((each) => words(each).join(' ')));
  if (readings.size === 1) return others[0];
  // Names of several languages, for example of customers.
  const isMixed = others.length === 0 && looksLikeText(words(guessed), guessed);
  return isMixed ? guessed : undefined;
  return undefined;
}

const isLatin = (encoding: TextEncoding): encoding is LatinEncoding =>
  (LATIN_ENCODINGS as readonly string[]).includes(encoding);

/** Returns the distinct words that have a character beyond ASCII. */
function wordsBeyondAscii(text: string): string[] {
  const words = text.match(
    /[^\s,;|"()[\]{}<>/\\=+*_:.!?#&-]*[^\p{ASCII}][^\s,;|"()[\]{}<>/\\=+*_:.!?#&-]*/gu,
  );
  return [...new Set(words)];
}

interface Evidence {
  /** Lines with bytes beyond ASCII, from all over the file. */
  lines: Uint8Array;
  counts: Utf8Counts;
}

async function evidenceOf(file: PackedFile): Promise<Evidence> {
  const source = await openBytes(file);
  const counts = new Utf8Counts();
  const kept: Buffer[] = [];
  let keptBytes = 0;
  try {
    const buffer = Buffer.alloc(1024 * 1024);
    for (;;) {
      const bytesRead = await source.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return { lines: Buffer.concat(kept), counts };
      counts.add(buffer, bytesRead);
      // A part of the room for each chunk, so that the end of a large file counts as well.
      const room = Math.min(EVIDENCE - keptBytes, kept.length === 0 ? EVIDENCE / 2 : EVIDENCE / 16);
      const lines = linesBeyondAscii(buffer.subarray(0, bytesRead), room);
      if (lines.length > 0) kept.push(lines);
      keptBytes += lines.length;
    }
  } finally {
    await source.close();
  }
}

/** Copies the lines that have a byte beyond ASCII, up to so many bytes. */
function linesBeyondAscii(bytes: Buffer, room: number): Buffer {
  const lines: Buffer[] = [];
  let left = room;
  for (let start = 0; start < bytes.length && left > 0;) {
    const lineEnd = physicalLineEnd(bytes, start, bytes.length);
    const next = lineEnd < 0 ? bytes.length : lineEnd;
    const line = bytes.subarray(start, Math.min(next, start + left));
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      left -= line.length;
    }
    start = next;
  }
  return Buffer.concat(lines);
}

/** Counts the multi-byte characters of UTF-8, and the bytes that can't be part of one. */
class Utf8Counts {
  #left = 0;
  sequences = 0;
  faults = 0;

  add(bytes: Uint8Array, end: number): void {
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at]!;
      if (byte < 0x80) {
        if (this.#left > 0) this.faults += 1;
        this.#left = 0;
        continue;
      }
      if (this.#left > 0 && byte < 0xc0) {
        this.#left -= 1;
        if (this.#left === 0) this.sequences += 1;
        continue;
      }
      if (this.#left > 0) this.faults += 1;
      this.#left = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
      if (this.#left === 0) this.faults += 1;
    }
  }
}

/** What is exported by chardetng, the detector of Firefox, whose own wrapper Node.js can't import. */
interface Chardetng {
  memory: { buffer: ArrayBuffer };
  encodingdetector_new(): number;
  encodingdetector_feed(detector: number, bytes: number, length: number, isLast: boolean): number;
  encodingdetector_guess(
    result: number,
    detector: number,
    topLevelDomain: number,
    length: number,
    allowsUtf8: boolean,
  ): void;
  __wbindgen_malloc(length: number): number;
  __wbindgen_add_to_stack_pointer(change: number): number;
}

/** TypeScript knows it only in browsers. */
const { Module, Instance } = (
  globalThis as unknown as {
    WebAssembly: {
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { exports: unknown };
    };
  }
).WebAssembly;

let compiled: object | undefined;

/** Returns what chardetng takes the bytes for. Each call has a memory of its own, which goes with it. */
function detect(bytes: Uint8Array): TextEncoding {
  compiled ??= new Module(
    readFileSync(new URL(import.meta.resolve('chardetng-wasm/dist/chardetng_wasm_bg.wasm'))),
  );
  const imports = { './chardetng_wasm_bg.js': { __wbindgen_throw: fail } };
  const wasm = new Instance(compiled, imports).exports as Chardetng;
  const detector = wasm.encodingdetector_new();
  const at = wasm.__wbindgen_malloc(bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, at);
  wasm.encodingdetector_feed(detector, at, bytes.length, true);
  const result = wasm.__wbindgen_add_to_stack_pointer(-16);
  wasm.encodingdetector_guess(result, detector, 0, 0, false);
  const [start, length] = new Uint32Array(wasm.memory.buffer, result, 2) as unknown as [number, number];
  const name = Buffer.from(wasm.memory.buffer, start, length).toString('latin1').toLowerCase();
  return OTHER_NAMES.get(name) ?? (name as TextEncoding);
}

/** A superset that decodes the same bytes, and what decodes as the same letters from right to left. */
const OTHER_NAMES = new Map<string, TextEncoding>([
  ['gbk', 'gb18030'],
  ['iso-8859-8-i', 'iso-8859-8'],
]);

function fail(): never {
  throw new Error('chardetng failed');
}
