import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import type { Weight } from './canvas.ts';

const { resolve } = createRequire(import.meta.url);
const fileOf = (name: string) => resolve(`@expo-google-fonts/inter/${name}.ttf`);

/** The product's typeface, as files that hold all of its letters: Latin, Greek, and Cyrillic. */
export const FONT_FILES: Readonly<Record<Weight, string>> = {
  regular: fileOf('400Regular/Inter_400Regular'),
  medium: fileOf('500Medium/Inter_500Medium'),
  strong: fileOf('600SemiBold/Inter_600SemiBold'),
};
export const FONT_WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, medium: 500, strong: 600 };

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

/** Returns how wide a text is, in px. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  const { font, advances } = metricsOf(weight);
  let sum = 0;
  for (const letter of text) {
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

/** Returns a text cut to a width. */
export function fitted(text: string, width: number, size: number, weight: Weight = 'regular'): string {
  if (widthOf(text, size, weight) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`, size, weight) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Returns the lines of a text in a width. The last of so many lines is cut. */
export function wrapped(
  text: string,
  width: number,
  { size, weight = 'regular', most = Infinity }: { size: number; weight?: Weight; most?: number },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer, size, weight) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')] : lines;
  return shown.map((one) => fitted(one, width, size, weight));
}
