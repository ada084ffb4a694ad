import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { DelimitedReader, type RowListener } from './csv.reader.ts';
import type { Scan } from './csv.scan.ts';

const FLUSH = 1024 * 1024;

/**
 * Writes the loadable rows of a file in one plain form: nothing above them, no blank line, one kind of newline and of
 * quote, every field with a quote in it quoted, numbers and dates as the warehouse reads them. What the scan rejected
 * is left out, by the same rules.
 */
export async function writeTidyCopy(
  path: string,
  name: string,
  found: Scan,
  target: string,
  signal: AbortSignal,
): Promise<number> {
  const { delimiter, quote } = found.dialect;
  const reader = new DelimitedReader(path, name, delimiter, quote);
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
  readonly #found: Scan;
  /** Something in each row has to be written differently. */
  readonly #rewrites: boolean;
  /** Rows that are none of the table's: the preamble and the header. */
  #toSkip: number;
  #parts: Buffer[] = [];
  #held = 0;
  rows = 0;

  constructor(reader: DelimitedReader, found: Scan) {
    const { quote, preamble, hasHeader } = found.dialect;
    this.#reader = reader;
    this.#found = found;
    this.#rewrites = quote !== '"' || found.rewrites.some((rewrite) => rewrite !== null);
    this.#toSkip = preamble + (hasHeader ? 1 : 0);
  }

  row(bytes: Uint8Array, start: number): void {
    const { cutter } = this.#reader;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (cutter.fields !== this.#found.columns.length) return;
    this.rows += 1;
    if (cutter.looseQuote || this.#rewrites) this.#rewritten(bytes);
    else this.#keep(Buffer.from(bytes.subarray(start, cutter.next - cutter.newline.length)));
    this.#keep(NEWLINE);
  }

  blank(): void {}

  broken(): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
  }

  /** Between chunks: lets the disk keep pace. */
  async flush(output: WriteStream, above = FLUSH): Promise<void> {
    if (this.#held <= above) return;
    const written = output.write(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#held = 0;
    if (!written) await once(output, 'drain');
  }

  #rewritten(bytes: Uint8Array): void {
    const { cutter } = this.#reader;
    const { rewrites, dialect } = this.#found;
    const fields: string[] = [];
    for (let i = 0; i < cutter.fields; i++) {
      const text = cutter.text(bytes, i);
      const rewrite = rewrites[i];
      // A quoted nothing is an empty text, an unquoted one is none.
      if (text === '' || !rewrite) fields.push(field(text, cutter.quoted[i] === 1, dialect.delimiter));
      else fields.push(field(rewrite(text), false, dialect.delimiter));
    }
    this.#keep(Buffer.from(fields.join(dialect.delimiter)));
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#held += part.length;
  }
}

const NEWLINE = Buffer.from('\n');

function field(text: string, quoted: boolean, delimiter: string): string {
  const needsQuotes = quoted || text.includes('"') || text.includes(delimiter) || /[\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
