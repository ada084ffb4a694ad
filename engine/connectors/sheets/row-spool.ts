import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asDiskFull, DiskShare } from '../disk-share.ts';
import type { SheetCell, SheetRow } from '../files/xlsx/sheet-cells.ts';

interface StoredRow {
  number: number;
  cells: (SheetCell | null)[];
}

/** How much is kept in memory, and parsed at once. */
const PART_CHARACTERS = 4_000_000;

/**
 * Keeps the rows of one sheet on disk between the request and the load: the types of columns depend on all of them, and
 * nobody can ask Google for the same rows twice.
 */
export class RowSpool {
  readonly #folder: string;
  readonly #share: DiskShare;
  readonly #hash = createHash('sha256');
  #parts = 0;
  #lines: string[] = [];
  #characters = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#share = new DiskShare(folder);
  }

  static open = async (temporaryFolder: string): Promise<RowSpool> =>
    new RowSpool(await mkdtemp(join(temporaryFolder, 'sheet-')));

  async add(rows: readonly SheetRow[]): Promise<void> {
    for (const row of rows) {
      const text = JSON.stringify(row);
      this.#hash.update(text).update('\n');
      this.#lines.push(text);
      this.#characters += text.length;
    }
    if (this.#characters >= PART_CHARACTERS) await this.#flush();
  }

  /** Says whether two reads have found the same. Nothing can be added after it. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  async *rows(): AsyncGenerator<SheetRow[]> {
    await this.#flush();
    for (let part = 0; part < this.#parts; part += 1) {
      const text = await readFile(this.#path(part), 'utf8');
      const rows = JSON.parse(text) as StoredRow[];
      yield rows.map(({ number, cells }) => ({ number, cells: cells.map((cell) => cell ?? undefined) }));
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = `[${this.#lines.join(',')}]`;
    await this.#share.take(Buffer.byteLength(text));
    await writeFile(this.#path(this.#parts), text).catch((error: unknown) => {
      throw asDiskFull(error);
    });
    this.#parts += 1;
    this.#lines = [];
    this.#characters = 0;
  }

  #path(part: number): string {
    return join(this.#folder, `${part}.json`);
  }
}
