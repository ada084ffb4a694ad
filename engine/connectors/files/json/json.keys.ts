import type { JsonCutter } from './json.cutter.ts';

/** The columns of a table, by the names that its records use. */
export class JsonKeys {
  readonly names: string[] = [];
  readonly #positions = new Map<string, number>();
  /** The bytes of each name as it stands in the file, unless it's written in several ways. */
  readonly #written: Uint8Array[] = [];

  constructor(names: readonly string[] = []) {
    for (const name of names) this.#add(name);
  }

  /**
   * Returns the column of a member, or -1 if there is none, unless it's to be added. `hint` is where it probably is:
   * most records have the same names in the same order.
   */
  columnOf(bytes: Buffer, cutter: JsonCutter, field: number, hint: number, adds: boolean): number {
    if (cutter.names) return this.#named(cutter.names[field]!, adds);
    const start = cutter.keyStarts[field]!;
    const end = cutter.keyEnds[field]!;
    const written = this.#written[hint];
    if (written && isSame(bytes, start, end, written)) return hint;
    const name = textOf(bytes, start, end, cutter.keyEscaped[field] === 1);
    return this.#named(name, adds);
  }

  #named(name: string, adds: boolean): number {
    return this.#positions.get(name) ?? (adds ? this.#add(name) : -1);
  }

  #add(name: string): number {
    const column = this.names.push(name) - 1;
    this.#positions.set(name, column);
    this.#written.push(Buffer.from(name));
    return column;
  }
}

/** Returns the text of a string, whose range is without its quotes. */
export const textOf = (bytes: Buffer, start: number, end: number, isEscaped: boolean): string =>
  isEscaped
    ? (JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string)
    : bytes.toString('utf8', start, end);

function isSame(bytes: Buffer, start: number, end: number, written: Uint8Array): boolean {
  if (end - start !== written.length) return false;
  for (let at = 0; at < written.length; at += 1) if (bytes[start + at] !== written[at]) return false;
  return true;
}
