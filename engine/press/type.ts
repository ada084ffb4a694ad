import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { Weight } from './canvas.ts';
import { loadSlices } from './scripts.ts';
import { shaped, type Piece } from './shape.ts';

const { resolve } = createRequire(import.meta.url);
const fileOf = (name: string) => resolve(`@expo-google-fonts/inter/${name}.ttf`);

/** The product's typeface, as files that hold all of its letters: Latin, Greek, and Cyrillic. Others are in scripts.ts. */
export const FONT_FILES: Readonly<Record<Weight, string>> = {
  regular: fileOf('400Regular/Inter_400Regular'),
  medium: fileOf('500Medium/Inter_500Medium'),
  strong: fileOf('600SemiBold/Inter_600SemiBold'),
};

interface Metrics {
  readonly font: Font;
  readonly advances: Map<number, number>;
}

const fonts = new Map<Weight, Metrics>();

function metricsOf(weight: Weight): Metrics {
  const known = fonts.get(weight);
  if (known) return known;
  const made = {
    font: create(readFileSync(FONT_FILES[weight])) as Font,
    advances: new Map<number, number>(),
  };
  fonts.set(weight, made);
  return made;
}

const isOurs = (code: number) => metricsOf('regular').font.hasGlyphForCodePoint(code);
/** Control characters are drawn as spaces. */
const isPlain = (letter: string) => /^[\p{Cc}\s]$/u.test(letter) || isOurs(letter.codePointAt(0)!);

/** Reads the typefaces for all texts in a value. Whoever draws it calls this first. */
export async function loadTypefaces(value: unknown): Promise<void> {
  const texts: string[] = [];
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') texts.push(part);
    return part;
  });
  for (const text of new Set(texts)) {
    const foreign = new Set([...text].filter((letter) => !isPlain(letter)));
    if (foreign.size > 0)
      await loadSlices(text, new Set([...foreign].map((letter) => letter.codePointAt(0)!)));
  }
}

/** The last lines that were laid out, which are measured and then drawn. */
const laidOut = new Map<string, readonly Piece[]>();
const KEPT = 2_000;

/** Returns a line's parts from left to right. */
export function piecesOf(text: string, weight: Weight): readonly Piece[] {
  if ([...text].every(isPlain)) return [{ text }];
  const key = `${weight} ${text}`;
  const known = laidOut.get(key);
  if (known) return known;
  const pieces = shaped(text, weight, isOurs);
  if (laidOut.size >= KEPT) laidOut.clear();
  laidOut.set(key, pieces);
  return pieces;
}

/** Returns how wide a text is, in px. */
export const widthOf = (text: string, size: number, weight: Weight = 'regular'): number =>
  piecesOf(text, weight).reduce((sum, piece) => sum + widthOfPiece(piece, size, weight), 0);

/** Returns how wide a part of a line is, in px. */
export function widthOfPiece(piece: Piece, size: number, weight: Weight): number {
  if ('glyphs' in piece) return piece.glyphs.reduce((sum, { advance }) => sum + advance, 0) * size;
  const { font, advances } = metricsOf(weight);
  let sum = 0;
  for (const letter of piece.text) {
    const code = letter.codePointAt(0)!;
    let advance = advances.get(code);
    if (advance === undefined) {
      advance = font.glyphForCodePoint(code).advanceWidth;
      advances.set(code, advance);
    }
    sum += advance;
  }
  return (sum / font.unitsPerEm) * size;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns a text cut to a width. */
export function fitted(text: string, width: number, size: number, weight: Weight = 'regular'): string {
  if (widthOf(text, size, weight) <= width) return text;
  // Longer ones don't fit either.
  const letters = [...graphemes.segment(text.slice(0, Math.ceil(width)))].map(({ segment }) => segment);
  const cut = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`;
  let [fits, most] = [0, letters.length];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (widthOf(cut(middle), size, weight) <= width) fits = middle;
    else most = middle - 1;
  }
  return cut(fits);
}

/** What is written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns the parts of a text after which a line can end. */
export const breakable = (text: string): string[] =>
  text
    .split(/(?<=\s)/)
    .flatMap((word) =>
      UNSPACED.test(word) ? [...words.segment(word)].map(({ segment }) => segment) : [word],
    );

/** Returns the lines of a text in a width. The last of so many lines is cut. */
export function wrapped(
  text: string,
  width: number,
  { size, weight = 'regular', most = Infinity }: { size: number; weight?: Weight; most?: number },
): string[] {
  const lines: string[] = [];
  for (const part of breakable(text.trim().replace(/\s+/g, ' '))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf((last + part).trimEnd(), size, weight) <= width)
      lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  const shown = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join('')] : lines;
  return shown.map((one) => fitted(one.trimEnd(), width, size, weight));
}
