import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { SheetBudget } from './sheet-budget.ts';
import { SPREADSHEET } from './xlsx.names.ts';
import type { OfficePackage } from './xlsx.package.ts';
import type { PartReader } from './xlsx.parts.ts';

/** The most characters of all texts of a workbook, which are in a part of their own and needed all the time. */
const MOST_CHARACTERS = 100_000_000;
/** What a text takes besides its characters. */
const PER_TEXT = 8;

/** The texts that cells refer to by number. */
export class SharedTexts {
  readonly #file: string;
  readonly #budget: SheetBudget;
  readonly #texts: string[] = [];
  #characters = 0;
  /** Why there are no further ones. */
  #end: 'too_large' | 'too_many' | null = null;

  constructor(file: string, budget: SheetBudget) {
    this.#file = file;
    this.#budget = budget;
  }

  get isFull(): boolean {
    return this.#end !== null;
  }

  add(text: string): void {
    this.#characters += text.length + PER_TEXT;
    if (this.#characters > MOST_CHARACTERS) this.#end = 'too_many';
    else this.#texts.push(unescaped(text));
  }

  /** Ends with a text that no cell can have: cells that refer to those before it can still be read. */
  endLarge(): void {
    this.#end = 'too_large';
  }

  /** Returns a text. `cell` is the address of the cell that refers to it, for the failure if it isn't there. */
  at(number: number, cell: () => string): string {
    const text = this.#texts[number];
    if (text !== undefined) return text;
    if (this.#end === 'too_large') throw this.#budget.largeCell(cell());
    throw new FailureError(this.#end === 'too_many' ? 'file_sheet_too_large' : 'file_damaged', {
      file: this.#file,
    });
  }
}

/** Reads the texts of a workbook. Where there are too many, or one is too large, it ends with the ones before. */
export async function readTexts(
  parts: OfficePackage,
  path: string | undefined,
  budget: SheetBudget,
  signal: AbortSignal,
): Promise<SharedTexts> {
  const texts = new SharedTexts(parts.file, budget);
  if (path === undefined) return texts;
  const reader = new TextReader(texts);
  try {
    for await (const _ of parts.read(path, reader)) {
      signal.throwIfAborted();
      if (texts.isFull) break;
    }
  } catch (error) {
    if (error !== reader.large) throw error;
    texts.endLarge();
  }
  return texts;
}

class TextReader implements PartReader {
  readonly vocabulary = SPREADSHEET;
  readonly #texts: SharedTexts;
  readonly large = new FailureError('internal_error');
  #text = '';
  #isText = false;

  constructor(texts: SharedTexts) {
    this.#texts = texts;
  }

  open(name: string, _: unknown, parent: string): void {
    if (name === 'si') this.#text = '';
    // How a text is pronounced has texts as well, in an element of its own.
    else if (name === 't') this.#isText = parent === 'si' || parent === 'r';
  }

  text(part: string): void {
    if (!this.#isText || this.#texts.isFull) return;
    this.#text += part;
    if (this.#text.length > RECORD_LIMIT) this.#texts.endLarge();
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'si' && !this.#texts.isFull) this.#texts.add(this.#text);
  }

  tooLarge(): FailureError {
    return this.large;
  }
}

/** Characters that XML can't have are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
