import type { ChartData, Cue } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';
import { showsEarlier, type Mark } from './marks.ts';

/** A color or a pattern of a chart, and what it stands for. */
export interface LegendEntry {
  /** A CSS variable. */
  color: string;
  kind: 'fill' | 'soft' | 'dashed';
  /** The pattern: stripes, or the dashes of a line. */
  cue: Cue;
  isLine: boolean;
  text: string;
}

/** Returns what a chart's colors and patterns stand for. A series alone needs none. */
export function legendOf(mark: Mark, data: ChartData, words: ChartWords): LegendEntry[] {
  if (mark === 'pie' || mark === 'heatmap') return [];
  const isLine = mark === 'line' || mark === 'area';
  const groups = data.series.flatMap(({ key, color, cue }): LegendEntry[] =>
    key && data.group
      ? [{ color: `var(--c${color})`, kind: 'fill', cue, isLine, text: words.group(key) }]
      : [],
  );
  if (words.periods === null || !showsEarlier(mark)) return groups;
  const { current, earlier } = words.periods;
  const kind = mark === 'columns' ? 'soft' : 'dashed';
  const isAlone = groups.length === 0;
  const plain = { cue: 0 as const, isLine };
  const color = isAlone ? 'var(--c1)' : 'var(--text-3)';
  return [
    ...(isAlone ? [{ color, kind: 'fill' as const, ...plain, text: current }] : groups),
    { color, kind, ...plain, text: earlier },
  ];
}
