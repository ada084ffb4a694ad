import type { Canvas } from './canvas.ts';
import { drawChart, type Room } from './draw-chart.ts';
import { drawNote } from './draw-note.ts';
import { drawTable } from './draw-table.ts';
import { faultWords, figureFoot, figureWords } from './figure-words.ts';
import type { PressedCard, PressedFigure } from './messages.ts';
import type { Pen } from './pen.ts';
import { fitted, widthOf, wrapped } from './type.ts';

const PADDING = 16;
const HEAD = 44;
const TITLE_SIZE = 14;
const TEXT_SIZE = 13;
const TEXT_LINE = 18;
const SMALL_SIZE = 12;
const SMALL_LINE = 17;

/** A part of a card, drawn on its own so that a document can say what it is. */
export interface CardPart {
  role: 'frame' | 'title' | 'figure' | 'text';
  /** What it shows, for those who don't see it. */
  says: string;
  draw(canvas: Canvas): void;
}

/** Returns the parts of a card, which has its upper left corner at the origin. */
export function cardParts(card: PressedCard, pen: Pen, { width, height }: Room): CardPart[] {
  const inner = { width: width - 2 * PADDING, height: height - HEAD - PADDING };
  const frame: CardPart = {
    ...{ role: 'frame', says: '' },
    draw: (canvas) =>
      canvas.box(0.5, 0.5, width - 1, height - 1, { fill: 'surface', stroke: 'line-2', radius: 6 }),
  };
  const title: CardPart = {
    ...{ role: 'title', says: card.title },
    draw: (canvas) =>
      canvas.text(PADDING, 28, fitted(card.title, inner.width, TITLE_SIZE, 'strong'), {
        ...{ size: TITLE_SIZE, color: 'text', weight: 'strong' },
      }),
  };
  const within = (part: CardPart): CardPart => ({
    ...part,
    draw: (canvas) => canvas.at(PADDING, card.title === '' ? PADDING : HEAD, () => part.draw(canvas)),
  });
  const room = card.title === '' ? { ...inner, height: height - 2 * PADDING } : inner;
  return [frame, ...(card.title === '' ? [] : [title]), ...bodyOf(card, pen, room).map(within)];
}

function bodyOf(card: PressedCard, pen: Pen, room: Room): CardPart[] {
  if (card.kind === 'text')
    return [{ role: 'text', says: card.text, draw: (canvas) => drawNote(canvas, card.text, room) }];
  if (card.kind !== 'fault') return figureParts(card, pen, room);
  const says = faultWords(card, pen.say);
  const draw = (canvas: Canvas) =>
    drawLines(canvas, wrapped(says, room.width, { size: TEXT_SIZE, most: 4 }), 'bad-text');
  return [{ role: 'text', says, draw }];
}

function drawLines(canvas: Canvas, lines: readonly string[], color: string): number {
  lines.forEach((line, at) => canvas.text(0, at * TEXT_LINE + 11, line, { size: TEXT_SIZE, color }));
  return lines.length * TEXT_LINE;
}

function figureParts(card: PressedFigure, pen: Pen, room: Room): CardPart[] {
  const { chart, mark, isEmpty, summary, value, comparison, earlier } = figureWords(card, pen);
  if (value !== null) {
    const details = (comparison?.details ?? []).flatMap((line) =>
      wrapped(line, room.width, { size: SMALL_SIZE, most: 3 }),
    );
    const foot = figureFoot(card, pen, details);
    const change = comparison?.change ?? null;
    const draw = (canvas: Canvas) => {
      const left = room.height - foot.length * SMALL_LINE - (change === null ? 0 : TEXT_LINE + 6);
      const size = Math.min(numberSize(value, room.width), Math.max(18, left));
      const base = left / 2 + size * 0.36;
      canvas.text(0, base, value, { size, color: 'text', weight: 'strong' });
      if (change !== null)
        canvas.text(0, base + TEXT_LINE + 4, fitted(change, room.width, TEXT_SIZE, 'strong'), {
          ...{ size: TEXT_SIZE, color: 'text', weight: 'strong' },
        });
      drawFoot(canvas, foot, room);
    };
    return [{ role: 'figure', says: summary, draw }];
  }
  const draw = (canvas: Canvas) => {
    const told = mark === 'table' && !isEmpty ? earlier : summary;
    // In a low card, the chart has the room.
    const most = earlier === null ? 2 : within(Math.floor((room.height - LOW) / TEXT_LINE), 1, 4);
    const lines = told === null ? [] : wrapped(told, room.width, { size: TEXT_SIZE, most });
    const used = drawLines(canvas, lines, 'text-2') + (lines.length > 0 ? 8 : 0);
    if (isEmpty) return drawFoot(canvas, figureFoot(card, pen, []), room);
    const plain = figureFoot(card, pen, []).length * SMALL_LINE + 8;
    // A line more, if not everything has room.
    const spare = plain + SMALL_LINE;
    let left: string[] = [];
    canvas.at(0, used, () => {
      if (mark === 'table' || !chart) {
        const height =
          room.height - used - (fitsTable(card.result.rows, room.height - used - plain) ? plain : spare);
        const shown = drawTable(canvas, card.result, pen, { width: room.width, height });
        if (shown < card.result.rows) left = [pen.say('first_of', { shown, of: card.result.rows })];
      } else {
        const isLong = mark === 'bars' || mark === 'heatmap';
        const height = room.height - used - (isLong ? spare : plain);
        const { data, text: words } = chart;
        const hidden = drawChart(canvas, { mark, data, words }, { width: room.width, height });
        const all = mark === 'heatmap' ? data.series.length : data.keys.length;
        if (hidden > 0) left = [pen.say('first_of', { shown: all - hidden, of: all })];
      }
    });
    drawFoot(canvas, figureFoot(card, pen, left), room);
  };
  return [{ role: 'figure', says: summary, draw }];
}

/** The lines of a table are as high as its head. */
const fitsTable = (rows: number, height: number) => (rows + 1) * 24 <= height;

/** So high is a chart with its foot, before it has more than a line of text above it. */
const LOW = 200;
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

const numberSize = (value: string, width: number) => {
  const size = 36;
  return Math.min(size, (size * width) / Math.max(1, widthOf(value, size, 'strong')));
};

function drawFoot(canvas: Canvas, lines: readonly string[], { width, height }: Room): void {
  lines.forEach((line, at) => {
    const y = height - (lines.length - 1 - at) * SMALL_LINE;
    canvas.text(0, y, fitted(line, width, SMALL_SIZE), { size: SMALL_SIZE, color: 'text-3' });
  });
}
