import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { DelimitedReader, type RowListener } from './csv.reader.ts';
import type { Scan } from './csv.scan.ts';

const FLUSH = 1024 * 1024;

/**
 * Writes the loadable rows of a file in a normalized form: no preamble, header, or blank lines, one kind of newline
 * and quote, every field that contains a quote quoted, and numbers and dates as the warehouse reads them. Leaves out
 * the rows that the scan rejected, by the same rules. Stops after `most` rows. Returns the number of rows written.
 */
export async function writeTidyCopy(
  path: string,
  name: string,
  found: Scan,
  target: string,
  signal: AbortSignal,
  most = Infinity,
): Promise<number> {
  const { delimiter, quote } = found.dialect;
  const reader = new DelimitedReader(path, name, delimiter, quote);
  const output = createWriteStream(target);
  const copier = new Copier(reader, found, most);
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
  readonly #most: number;
  /** Rows have to be rewritten field by field instead of being copied. */
  readonly #rewrites: boolean;
  /** Rows still to be skipped: the preamble and the header. */
  #toSkip: number;
  #parts: Buffer[] = [];
  #held = 0;
  rows = 0;

  constructor(reader: DelimitedReader, found: Scan, most: number) {
    const { quote, preamble, hasHeader } = found.dialect;
    this.#reader = reader;
    this.#found = found;
    this.#most = most;
    this.#rewrites = quote !== '"' || found.rewrites.some((rewrite) => rewrite !== null);
    this.#toSkip = preamble + (hasHeader ? 1 : 0);
  }

  row(bytes: Buffer, start: number): void {
    const { cutter } = this.#reader;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (cutter.fields !== this.#found.columns.length) return;
    if (this.rows >= this.#most) return this.#reader.stop();
    this.rows += 1;
    if (cutter.looseQuote || this.#rewrites) this.#rewritten(bytes);
    else this.#keep(Buffer.from(bytes.subarray(start, cutter.next - cutter.newline.length)));
    this.#keep(NEWLINE);
  }

  blank(): void {}

  broken(): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
  }

  /** Writes what has been collected, and waits for the disk to keep up. Called between chunks. */
  async flush(output: WriteStream, above = FLUSH): Promise<void> {
    if (this.#held <= above) return;
    const written = output.write(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#held = 0;
    if (!written) await once(output, 'drain');
  }

  #rewritten(bytes: Buffer): void {
    const { cutter } = this.#reader;
    const { rewrites, dialect } = this.#found;
    const fields: string[] = [];
    for (let i = 0; i < cutter.fields; i++) {
      const text = cutter.text(bytes, i);
      const rewrite = rewrites[i];
      // A quoted empty field is an empty string, an unquoted one is NULL.
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
