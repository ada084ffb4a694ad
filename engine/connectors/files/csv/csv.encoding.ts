import { openBytes, type ByteSource, type PackedFile } from '../packed-bytes.ts';

/** Encodings that users can choose, by their names in the WHATWG Encoding Standard, which Node.js implements. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-16',
  'windows-1257',
  'iso-8859-13',
  'iso-8859-4',
  'iso-8859-10',
  'iso-8859-3',
  'iso-8859-14',
  'windows-1254',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-5',
  'x-mac-cyrillic',
  'windows-1253',
  'iso-8859-7',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
  'windows-874',
  'windows-1258',
  'gb18030',
  'gbk',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
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
