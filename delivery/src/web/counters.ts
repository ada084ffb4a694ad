import { ownValue } from '@headwater/shared/contract';
import { expose, labels as labelsOf } from './exposition.ts';

/** Counters of this process since it started. */
export interface Counters {
  add(name: string, labels: Record<string, string>): void;
  /** Returns the metrics in Prometheus' text format. */
  text(): string;
}

export function createCounters(help: Readonly<Record<string, string>>): Counters {
  const counts = new Map<string, Map<string, number>>(Object.keys(help).map((name) => [name, new Map()]));
  return {
    add(name, labels) {
      const series = counts.get(name);
      if (!series) throw new Error(`No counter "${name}" is declared`);
      const key = labelsOf(labels);
      series.set(key, (series.get(key) ?? 0) + 1);
    },
    text: () =>
      [...counts]
        .map(([name, series]) => expose({ name, type: 'counter', help: ownValue(help, name) ?? '', series }))
        .join(''),
  };
}
