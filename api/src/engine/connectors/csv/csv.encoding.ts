import { openBytes, type ByteSource, type PackedFile } from '../files/packed-bytes.ts';

/** Encodings that users can choose, by their names in the WHATWG Encoding Standard, which Node.js implements. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

/**
 * Recognizes UTF-16 by its byte order mark, or by the zero bytes of text that is mostly ASCII. Returns undefined if
 * the first bytes don't show the encoding.
 */
export function encodingOfHead(head: Uint8Array): TextEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const units = Math.min(head.length, 4096) >> 1;
  const isMostlyAscii = (high: 0 | 1) => {
    let count = 0;
    for (let at = 0; at < 2 * units; at += 2) {
      const low = head[at + 1 - high]!;
      const isCharacter = (low >= 0x20 && low < 0x7f) || (low >= 0x09 && low <= 0x0d);
      if (head[at + high] === 0 && isCharacter) count += 1;
    }
    return count > units / 2;
  };
  if (isMostlyAscii(1)) return 'utf-16le';
  return isMostlyAscii(0) ? 'utf-16be' : undefined;
}

/**
 * Returns whether a file that isn't valid UTF-8 can be Windows-1252, which includes Latin-1. It can't if it's UTF-8
 * with a few errors, or if it contains bytes that have no character in Windows-1252.
 */
export async function isWindows1252(file: PackedFile): Promise<boolean> {
  const source = await openBytes(file);
  const counts = new Utf8Counts();
  try {
    const buffer = new Uint8Array(1024 * 1024);
    for (;;) {
      const bytesRead = await source.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      counts.add(buffer, bytesRead);
      if (counts.unassigned > 0) return false;
    }
  } finally {
    await source.close();
  }
  return counts.faults > counts.sequences;
}

/** Counts the multi-byte characters of UTF-8, and the bytes that can't be part of one. */
class Utf8Counts {
  #left = 0;
  sequences = 0;
  faults = 0;
  unassigned = 0;

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
      if (UNASSIGNED.has(byte)) this.unassigned += 1;
      if (this.#left > 0) this.faults += 1;
      this.#left = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
      if (this.#left === 0) this.faults += 1;
    }
  }
}

const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

export interface TextFile extends PackedFile {
  encoding: TextEncoding;
}

/** A file's text in UTF-8. */
export type Utf8Source = ByteSource;

/** Opens a file to read it in UTF-8, in bounded memory. Bytes that the encoding can't decode become U+FFFD. */
export async function openAsUtf8(file: TextFile): Promise<Utf8Source> {
  const source = await openBytes(file);
  return file.encoding === 'utf-8' ? source : new DecodedText(source, file.encoding);
}

const CHUNK = 1024 * 1024;

class DecodedText implements Utf8Source {
  readonly #source: ByteSource;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #chunk = Buffer.allocUnsafeSlow(CHUNK);
  #text = Buffer.alloc(0);
  #isAtEnd = false;

  constructor(source: ByteSource, encoding: TextEncoding) {
    this.#source = source;
    this.#decoder = new TextDecoder(encoding);
  }

  async read(buffer: Uint8Array, at: number, length: number): Promise<number> {
    while (this.#text.length === 0 && !this.#isAtEnd) {
      const bytesRead = await this.#source.read(this.#chunk, 0, CHUNK);
      this.#isAtEnd = bytesRead === 0;
      this.#text = Buffer.from(
        this.#decoder.decode(this.#chunk.subarray(0, bytesRead), { stream: !this.#isAtEnd }),
      );
    }
    const count = Math.min(this.#text.length, length);
    buffer.set(this.#text.subarray(0, count), at);
    this.#text = this.#text.subarray(count);
    return count;
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
