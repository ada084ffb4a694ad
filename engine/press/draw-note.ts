import { noteBlocks, withAddress, type NoteBlock, type NotePiece } from '@headwater/shared/charts';
import type { Canvas, Weight } from './canvas.ts';
import type { Room } from './draw-chart.ts';
import { breakable, widthOf } from './type.ts';

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
  for (const { kind, lines: read } of noteBlocks(text))
    for (const [at, { pieces, number }] of read.entries()) {
      const isItem = kind === 'items' || kind === 'numbered';
      if (y > 0) y += isItem && at > 0 ? 2 : GAP;
      const left = isItem ? INDENT : 0;
      if (isItem)
        canvas.text(2, y + 14, number === undefined ? '•' : `${number}.`, { size: SIZE, color: 'text-2' });
      for (const one of linesOf(pieces.map(drawn(kind)), width - left)) {
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

const drawn =
  (kind: NoteBlock['kind']) =>
  (piece: NotePiece): Piece => {
    const isStrong = kind === 'heading' || piece.look === 'strong';
    return {
      text: withAddress(piece),
      weight: isStrong ? 'strong' : 'regular',
      color: isStrong ? 'text' : 'text-2',
    };
  };

function linesOf(pieces: readonly Piece[], width: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let x = 0;
  for (const { text, ...look } of pieces)
    for (const word of breakable(text)) {
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
