import type { ChartData } from './chart-data.ts';
import type { ChartWords } from './chart-words.ts';
import { showsEarlier, type Mark } from './marks.ts';

/** A color or a pattern of a chart, and what it stands for. */
export interface LegendEntry {
  /** A CSS variable. */
  color: string;
  kind: 'fill' | 'soft' | 'dashed';
  text: string;
}

/** Returns what a chart's colors and patterns stand for. A series alone needs none. */
export function legendOf(mark: Mark, data: ChartData, words: ChartWords): LegendEntry[] {
  if (mark === 'pie' || mark === 'heatmap') return [];
  const groups = data.series.flatMap(({ key, color }): LegendEntry[] =>
    key && data.group ? [{ color: `var(--c${color})`, kind: 'fill', text: words.group(key) }] : [],
  );
  if (words.periods === null || !showsEarlier(mark)) return groups;
  const { current, earlier } = words.periods;
  const kind = mark === 'columns' ? 'soft' : 'dashed';
  const isAlone = groups.length === 0;
  const color = isAlone ? 'var(--c1)' : 'var(--text-3)';
  return [
    ...(isAlone ? [{ color, kind: 'fill' as const, text: current }] : groups),
    { color, kind, text: earlier },
  ];
}
