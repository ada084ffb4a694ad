import type { Canvas } from './canvas.ts';
import type { Room } from './draw-chart.ts';
import { writtenColumns, type WrittenColumn } from './figure-words.ts';
import type { PressedResult } from './messages.ts';
import type { Pen } from './pen.ts';
import { fitted, widthOf } from './type.ts';

const SIZE = 12;
const LINE = 24;
const PADDING = 10;
const MOST_SAMPLED = 60;

interface DrawnColumn extends WrittenColumn {
  width: number;
}

/** Draws the rows for which there is room. Returns how many there are. */
export function drawTable(canvas: Canvas, result: PressedResult, pen: Pen, room: Room): number {
  const most = Math.max(0, Math.min(result.rows, Math.floor((room.height - LINE) / LINE)));
  const columns = widened(columnsOf(result, pen, most), room.width);
  canvas.box(0, 0, room.width, LINE, { fill: 'surface-3', radius: 3 });
  let x = 0;
  for (const column of columns) {
    drawCell(canvas, column, column.name, { x, y: 0, color: 'text-2', weight: 'medium' });
    column.cells.forEach((cell, row) =>
      drawCell(canvas, column, cell, { x, y: (row + 1) * LINE, color: 'text', weight: 'regular' }),
    );
    x += column.width;
  }
  for (let row = 1; row <= most; row += 1)
    canvas.line(0, (row + 1) * LINE, room.width, (row + 1) * LINE, 'chart-grid');
  return most;
}

function columnsOf(result: PressedResult, pen: Pen, most: number): DrawnColumn[] {
  return writtenColumns(result, pen, most).map((column) => {
    const texts = [column.name, ...column.cells.slice(0, MOST_SAMPLED)];
    const widths = texts.map((text) => widthOf(text, SIZE, 'medium'));
    return { ...column, width: Math.max(...widths) + 2 * PADDING };
  });
}

/** Gives columns the whole width, or takes from the widest ones until they fit. */
function widened(columns: DrawnColumn[], width: number): DrawnColumn[] {
  const wanted = columns.reduce((sum, one) => sum + one.width, 0);
  if (wanted <= width) {
    const more = (width - wanted) / Math.max(1, columns.length);
    return columns.map((one) => ({ ...one, width: one.width + more }));
  }
  let [rest, room] = [columns.toSorted((one, other) => one.width - other.width), width];
  const narrow = new Set<DrawnColumn>();
  while (rest.length > 0 && rest[0]!.width <= room / rest.length) {
    room -= rest[0]!.width;
    narrow.add(rest[0]!);
    rest = rest.slice(1);
  }
  return columns.map((one) => (narrow.has(one) ? one : { ...one, width: room / rest.length }));
}

function drawCell(
  canvas: Canvas,
  { isNumber, width }: DrawnColumn,
  text: string,
  { x, y, color, weight }: { x: number; y: number; color: string; weight: 'regular' | 'medium' },
): void {
  const shown = fitted(text, width - 2 * PADDING, SIZE, weight);
  const place = isNumber ? x + width - PADDING : x + PADDING;
  canvas.text(place, y + 16, shown, { size: SIZE, color, weight, anchor: isNumber ? 'end' : 'start' });
}
