import type { Composition } from '../page/composition.ts';
import { expose, labels } from './exposition.ts';

const HOUR = 3_600_000;
const HOURS = 24;

/**
 * Counts how many pages of the last 24 hours contain which version. Shows whether a rollback has reached
 * everyone and which versions may still be open.
 */
export interface Census {
  count(composition: Composition): void;
  /** Returns the metrics in Prometheus' text format. */
  text(): string;
}

export function createCensus(now: () => number = Date.now): Census {
  /** The counts by version, for each hour. */
  const hours = new Map<number, Map<string, number>>();
  const thisHour = () => {
    const hour = Math.floor(now() / HOUR);
    for (const counted of hours.keys()) if (counted <= hour - HOURS) hours.delete(counted);
    return hour;
  };
  return {
    count({ shell, remotes }) {
      const hour = thisHour();
      const counts = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, counts);
      for (const { record } of [shell, ...remotes])
        add(counts, labels({ name: record.name, version: record.version }), 1);
    },
    text() {
      thisHour();
      const series = new Map<string, number>();
      for (const counts of hours.values()) for (const [of, count] of counts) add(series, of, count);
      return expose({
        name: 'headwater_pages_24h',
        type: 'gauge',
        help: 'Pages of the last 24 hours that contain a version, whether or not it was loaded.',
        series,
      });
    },
  };
}

const add = (counts: Map<string, number>, of: string, count: number) =>
  counts.set(of, (counts.get(of) ?? 0) + count);
