import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { DelimitedReader, type RowListener } from './csv.reader.ts';
import type { Scan } from './csv.scan.ts';

const FLUSH = 1024 * 1024;

/**
 * Writes the loadable rows of a file in one plain form: no header, no blank line, one kind of newline, and every field
 * with a quote in it quoted. What the scan rejected is left out, by the same rules.
 */
export async function writeTidyCopy(
  path: string,
  name: string,
  found: Scan,
  target: string,
  signal: AbortSignal,
): Promise<number> {
  const reader = new DelimitedReader(path, name, found.delimiter);
  const output = createWriteStream(target);
  const copier = new Copier(reader, found);
  const failed = new Promise<never>((_, reject) => output.once('error', reject));
  try {
    await Promise.race([reader.read(copier, signal, () => copier.flush(output)), failed]);
    await Promise.race([copier.flush(output, 0), failed]);
    output.end();
    await Promise.race([once(output, 'finish'), failed]);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    failed.catch(() => undefined);
    output.destroy();
  }
  return copier.rows;
}

class Copier implements RowListener {
  readonly #reader: DelimitedReader;
  readonly #columns: number;
  readonly #delimiter: Buffer;
  #parts: Buffer[] = [];
  #held = 0;
  #header = true;
  rows = 0;

  constructor(reader: DelimitedReader, found: Scan) {
    this.#reader = reader;
    this.#columns = found.columns.length;
    this.#delimiter = Buffer.from(found.delimiter);
  }

  row(bytes: Uint8Array, start: number): void {
    const { cutter } = this.#reader;
    if (this.#header) {
      this.#header = false;
      return;
    }
    if (cutter.fields !== this.#columns) return;
    this.rows += 1;
    if (cutter.looseQuote) this.#requoted(bytes);
    else this.#keep(Buffer.from(bytes.subarray(start, cutter.next - cutter.newline.length)));
    this.#keep(NEWLINE);
  }

  blank(): void {}

  broken(): void {}

  /** Between chunks: lets the disk keep pace. */
  async flush(output: WriteStream, above = FLUSH): Promise<void> {
    if (this.#held <= above) return;
    const written = output.write(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#held = 0;
    if (!written) await once(output, 'drain');
  }

  #requoted(bytes: Uint8Array): void {
    const { cutter } = this.#reader;
    for (let i = 0; i < cutter.fields; i++) {
      if (i > 0) this.#keep(this.#delimiter);
      const field = Buffer.from(bytes.subarray(cutter.starts[i], cutter.ends[i]));
      if (cutter.quoted[i]) this.#keep(Buffer.concat([QUOTE, field, QUOTE]));
      else if (!field.includes(0x22)) this.#keep(field);
      else this.#keep(Buffer.from(`"${field.toString('utf8').replaceAll('"', '""')}"`));
    }
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#held += part.length;
  }
}

const NEWLINE = Buffer.from('\n');
const QUOTE = Buffer.from('"');
