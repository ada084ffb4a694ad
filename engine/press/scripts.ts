import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font as EmbeddableFont } from 'fontkit';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import type { Weight } from './canvas.ts';

export const FONT_WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, medium: 500, strong: 600 };

const { resolve } = createRequire(import.meta.url);

/** Typefaces for what Inter doesn't have. Each is many files, of which hardly any are needed for one picture. */
const FAMILIES = ['arabic', 'hebrew', 'devanagari', 'thai', 'sc', 'jp', 'kr'] as const;
type Family = (typeof FAMILIES)[number];

/** Chinese, Japanese, and Korean share characters and draw them differently. What else a text has tells which it is. */
function familiesFor(text: string): readonly Family[] {
  const first: Family = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'kr'
      : 'sc';
  return [first, ...FAMILIES.filter((family) => family !== first)];
}

/** A file of a typeface, with some of its characters in all weights. */
export class Slice {
  readonly #bytes: Uint8Array;
  readonly #face: Face;
  readonly #letters: ReadonlySet<number>;
  readonly #fonts = new Map<Weight, Font>();
  #embeddable: EmbeddableFont | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#face = new Face(new Blob(bytes));
    this.#letters = new Set(this.#face.collectUnicodes());
  }

  get unitsPerEm(): number {
    return this.#face.upem;
  }

  has(code: number): boolean {
    return this.#letters.has(code);
  }

  font(weight: Weight): Font {
    const known = this.#fonts.get(weight);
    if (known) return known;
    const font = new Font(this.#face);
    font.setVariations([new Variation('wght', FONT_WEIGHTS[weight])]);
    this.#fonts.set(weight, font);
    return font;
  }

  /**
   * Returns what a document embeds, so that its text can be selected and read aloud. It has the shapes of one weight only,
   * as the library can't embed others, so that the signs themselves are drawn beside it.
   */
  get embeddable(): EmbeddableFont {
    return (this.#embeddable ??= create(Buffer.from(this.#bytes)) as EmbeddableFont);
  }
}

interface Listed {
  file: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

const listed = new Map<Family, readonly Listed[]>();
const loaded = new Map<string, Promise<Slice>>();
const ready = new Map<string, Slice>();

/** Returns the files of a typeface and which characters each may have, as its style sheet says. */
function filesOf(family: Family): readonly Listed[] {
  const known = listed.get(family);
  if (known) return known;
  const sheet = resolve(`@fontsource-variable/noto-sans-${family}/wght.css`);
  const rules = readFileSync(sheet, 'utf8').matchAll(/url\(([^)]+)\)[^;]*;\s*unicode-range: ([^;]+);/g);
  const files = [...rules].map(([, path, ranges]) => ({
    file: join(dirname(sheet), path!),
    ranges: ranges!.split(',').map((range) => {
      const [from, to = from] = range.replace('U+', '').split('-');
      return [parseInt(from!, 16), parseInt(to!, 16)] as const;
    }),
  }));
  listed.set(family, files);
  return files;
}

const fileFor = (family: Family, code: number): string | undefined =>
  filesOf(family).find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.file;

/** Reads the files for characters of a text, so that sliceFor finds them. */
export async function loadSlices(text: string, codes: ReadonlySet<number>): Promise<void> {
  const families = familiesFor(text);
  for (const code of codes)
    for (const family of families) {
      const file = fileFor(family, code);
      if (file !== undefined && (await load(file)).has(code)) break;
    }
}

function load(file: string): Promise<Slice> {
  const known = loaded.get(file);
  if (known) return known;
  const loading = readFile(file).then(async (packed) => {
    const { decompress } = await import('wawoff2');
    // The library's own memory, which it uses again.
    const slice = new Slice(Uint8Array.from(await decompress(packed)));
    ready.set(file, slice);
    return slice;
  });
  loaded.set(file, loading);
  return loading;
}

/** Returns what has a character of a text, or null if no typeface has it. */
export function sliceFor(text: string): (code: number) => Slice | null {
  const families = familiesFor(text);
  return (code) => {
    for (const family of families) {
      const slice = ready.get(fileFor(family, code) ?? '');
      if (slice?.has(code)) return slice;
    }
    return null;
  };
}
