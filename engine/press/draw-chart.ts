import {
  CUE_DASHES,
  DASHES,
  DOTS,
  LEAST_BAR,
  legendOf,
  scene,
  stripes,
  type ChartData,
  type ChartWords,
  type LegendEntry,
  type Mark,
} from '@headwater/shared/charts';
import type { Canvas } from './canvas.ts';
import { fitted, widthOf } from './type.ts';

export interface Room {
  width: number;
  height: number;
}

const LEGEND_SIZE = 12;
const LEGEND_LINE = 20;
const LABEL_SIZE = 11;
/** A lower chart has no room for a legend of periods, which the sentence names, or for one of groups. */
const LOW = 130;
const LEAST = 90;
const SOFT = { opacity: 0.35 };
const OPEN = { opacity: 0.15 };
const DASHED = { width: 2, dashes: DASHES, opacity: 0.65 };
/** A row of a heat map, as the scene lays them out, and what stands below it. */
const BAND = 28;
const HEAT_FOOT = 36;

/** Draws a chart with its legend. Returns how many of its bars or rows have no room, which are the last. */
export function drawChart(
  canvas: Canvas,
  { mark, data, words }: { mark: Mark; data: ChartData; words: ChartWords },
  room: Room,
): number {
  const entries = room.height < (data.group === null ? LOW : LEAST) ? [] : legendOf(mark, data, words);
  const used = drawLegend(canvas, entries, room.width);
  const height = room.height - used;
  const { shown, left } = withinRoom(mark, data, height);
  const picture = scene(mark, shown, room.width, height, words);
  canvas.at(0, used, () => {
    for (const { x1, y1, x2, y2 } of picture.grid) canvas.line(x1, y1, x2, y2, 'chart-grid');
    for (const { d, kind, color, dashes } of picture.parts) {
      if (kind === 'fill') canvas.path(d, { fill: color });
      else if (kind === 'soft') canvas.path(d, { fill: color, ...SOFT });
      else if (kind === 'open') {
        canvas.path(d, { fill: color, ...OPEN });
        canvas.path(d, { stroke: color, width: 1 });
      } else if (kind === 'dashed') canvas.path(dotted(d), { stroke: color, ...DASHED });
      else if (kind === 'dotted') canvas.path(d, { stroke: color, width: 2, dashes: DOTS });
      else if (dashes !== undefined) canvas.path(d, { stroke: color, width: 2, dashes });
      else canvas.path(dotted(d), { stroke: color, width: kind === 'dots' ? 7 : 2 });
    }
    for (const { x, y, text, anchor, on } of picture.labels) {
      const color = on === undefined ? 'chart-axis' : on > 4 ? 'surface' : 'text';
      canvas.text(x, y, text, { size: LABEL_SIZE, color, anchor });
    }
  });
  return left;
}

/** A line of no length has no ends in a PDF, so that a dot needs a little one. */
const dotted = (d: string) => d.replaceAll('h0', 'h0.01');

/** On the screen, these scroll. */
function withinRoom(mark: Mark, data: ChartData, height: number): { shown: ChartData; left: number } {
  if (mark === 'bars') {
    const most = Math.max(1, Math.floor((height - 8) / LEAST_BAR));
    const keys = data.keys.slice(0, most);
    const series = data.series.map(({ values, texts, ...rest }) => ({
      ...rest,
      values: values.slice(0, most),
      texts: texts.slice(0, most),
    }));
    return { shown: { ...data, keys, series }, left: data.keys.length - keys.length };
  }
  if (mark !== 'heatmap') return { shown: data, left: 0 };
  const most = Math.max(1, Math.floor((height - HEAT_FOOT) / BAND));
  const series = data.series.slice(0, most);
  return { shown: { ...data, series }, left: data.series.length - series.length };
}

/** Draws what colors and patterns stand for. Returns how high that is. */
function drawLegend(canvas: Canvas, entries: readonly LegendEntry[], width: number): number {
  let [x, line] = [0, 0];
  for (const { color, kind, cue, isLine, text } of entries) {
    const name = fitted(text, width - 22, LEGEND_SIZE);
    const dashes = isLine ? CUE_DASHES[cue] : undefined;
    const swatch = dashes !== undefined ? 24 : kind === 'dashed' ? 16 : 10;
    const wide = swatch + 6 + widthOf(name, LEGEND_SIZE);
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const y = line * LEGEND_LINE;
    if (kind === 'dashed') canvas.path(`M${x + 1} ${y + 9}h${swatch - 2}`, { stroke: color, ...DASHED });
    else if (kind === 'soft') canvas.path(`M${x} ${y + 4}h10v10h-10z`, { fill: color, ...SOFT });
    else if (dashes !== undefined) canvas.path(`M${x + 1} ${y + 9}h22`, { stroke: color, width: 2, dashes });
    else {
      canvas.box(x, y + 4, 10, 10, { fill: color, radius: 2 });
      if (cue > 0) canvas.path(stripes(x, y + 4, 10, 10, cue), { fill: 'surface' });
    }
    canvas.text(x + swatch + 6, y + 13, name, { size: LEGEND_SIZE, color: 'text-2' });
    x += wide + 16;
  }
  return entries.length === 0 ? 0 : (line + 1) * LEGEND_LINE + 8;
}
