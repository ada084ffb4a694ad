import type { Canvas, Weight } from './canvas.ts';
import type { Room } from './draw-chart.ts';
import { widthOf } from './type.ts';

const SIZE = 13;
const LINE = 20;
const GAP = 8;
const INDENT = 18;

interface Piece {
  text: string;
  weight: Weight;
  color: string;
}

/** Draws a note: its headings, lists, and paragraphs, with bold text. What doesn't fit is left out, with a sign of it. */
export function drawNote(canvas: Canvas, text: string, { width, height }: Room): void {
  let y = 0;
  let wasItem = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      wasItem = false;
      continue;
    }
    const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? [];
    const [, mark, item] = /^\s*(?:([-*])|\d{1,3}[.)])\s+(.*)$/.exec(line) ?? [];
    const number = /^\s*(\d{1,3}[.)])/.exec(line)?.[1];
    const isItem = item !== undefined;
    if (y > 0) y += isItem && wasItem ? 2 : GAP;
    wasItem = isItem;
    const pieces = heading
      ? [{ text: plain(heading), weight: 'strong' as const, color: 'text' }]
      : piecesOf(item ?? line);
    const left = isItem ? INDENT : 0;
    const lines = linesOf(pieces, width - left);
    if (isItem) canvas.text(2, y + 14, mark ? '•' : number!, { size: SIZE, color: 'text-2' });
    for (const one of lines) {
      if (y + LINE > height) return canvas.text(0, height - 2, '…', { size: SIZE, color: 'text-2' });
      let x = left;
      for (const { text: word, weight, color } of one) {
        canvas.text(x, y + 14, word, { size: SIZE, color, weight });
        x += widthOf(word, SIZE, weight);
      }
      y += LINE;
    }
  }
}

/** A link keeps its address, which can be read on paper too. */
const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/g, '$1 ($2)')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\*([^*\s][^*]*)\*/g, '$1');

function piecesOf(text: string): Piece[] {
  return text.split(/(\*\*[^*]+\*\*)/).flatMap((part): Piece[] => {
    if (part === '') return [];
    const isStrong = part.startsWith('**') && part.endsWith('**') && part.length > 4;
    return [
      { text: plain(part), weight: isStrong ? 'strong' : 'regular', color: isStrong ? 'text' : 'text-2' },
    ];
  });
}

function linesOf(pieces: readonly Piece[], width: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let x = 0;
  for (const { text, ...look } of pieces)
    for (const word of text.split(/(?<=\s)/)) {
      const wide = widthOf(word.trimEnd(), SIZE, look.weight);
      if (x > 0 && x + wide > width) {
        lines.push([]);
        x = 0;
      }
      const line = lines.at(-1)!;
      const last = line.at(-1);
      if (last && last.weight === look.weight) last.text += word;
      else line.push({ text: word, ...look });
      x += widthOf(word, SIZE, look.weight);
    }
  return lines;
}
