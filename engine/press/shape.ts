import bidiFactory from 'bidi-js';
import { Buffer as Letters, Direction, shape } from 'harfbuzzjs';
import type { Weight } from './canvas.ts';
import { sliceFor, type Slice } from './scripts.ts';

/** A sign as a typeface draws it. Lengths are parts of the text's size. */
export interface Glyph {
  id: number;
  advance: number;
  /** From where the sign before it ends; upward. */
  x: number;
  y: number;
  /** What it stands for; empty if the sign beside it stands for that, too. */
  letters: string;
}

/** A part of a line, from left to right: a text in the product's typeface, or signs of another one. */
export type Piece = { text: string } | { slice: Slice; glyphs: readonly Glyph[] };

interface Run {
  text: string;
  slice: Slice | null;
  level: number;
}

const bidi = bidiFactory();
/** What has no place of its own: it belongs to the letter before it, or only says how others are placed. */
const JOINED = /^(?:\p{M}|\p{Join_C})$/u;
const UNSEEN = /^\p{Cf}$/u;

/**
 * Lays a line out as a browser does: each letter in a typeface that has it, what is written from right to left in that
 * order, and letters joined, stacked, and placed as their script has it. `isOurs` tells which the product's has.
 */
export function shaped(text: string, weight: Weight, isOurs: (code: number) => boolean): Piece[] {
  return inSight(runsOf(text, isOurs)).map(({ text: letters, slice, level }) =>
    slice ? { slice, glyphs: glyphsOf(letters, slice, weight, level % 2 === 1) } : { text: letters },
  );
}

/** Returns parts of one typeface and one direction, in the order of reading. */
function runsOf(text: string, isOurs: (code: number) => boolean): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const sliceOf = sliceFor(text);
  const runs: Run[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at]!;
    const shown = mirrored.get(at) ?? letter;
    at += letter.length;
    const last = runs.at(-1);
    const code = letter.codePointAt(0)!;
    const isJoined = last?.slice && JOINED.test(letter);
    if (!isJoined && UNSEEN.test(letter)) continue;
    const slice = isJoined ? last.slice : isOurs(code) ? null : sliceOf(code);
    // HarfBuzz mirrors by itself.
    const written = slice ? letter : shown;
    if (last && last.slice === slice && last.level === level) last.text += written;
    else runs.push({ text: written, slice, level });
  }
  for (const run of runs) if (!run.slice && run.level % 2 === 1) run.text = [...run.text].reverse().join('');
  return runs;
}

/** Returns parts from left to right: from the deepest level on, those at or above it are turned around (UAX 9, L2). */
function inSight(runs: readonly Run[]): Run[] {
  const seen = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < seen.length; from += 1) {
      let to = from;
      while (to < seen.length && seen[to]!.level >= level) to += 1;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = to;
    }
  return seen;
}

function glyphsOf(text: string, slice: Slice, weight: Weight, isRightToLeft: boolean): Glyph[] {
  const letters = new Letters();
  letters.addText(text);
  letters.guessSegmentProperties();
  letters.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shape(slice.font(weight), letters);
  const infos = letters.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const told = new Set<number>();
  const of = (units: number) => units / slice.unitsPerEm;
  return letters.getGlyphPositions().map(({ xAdvance, xOffset, yOffset }, at) => {
    const { codepoint: id, cluster } = infos[at]!;
    const isTold = told.has(cluster);
    told.add(cluster);
    const end = starts[starts.indexOf(cluster) + 1];
    return {
      ...{ id, advance: of(xAdvance), x: of(xOffset), y: of(yOffset) },
      letters: isTold ? '' : text.slice(cluster, end),
    };
  });
}
