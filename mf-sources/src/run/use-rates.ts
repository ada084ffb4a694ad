import { useEffect, useState } from 'react';
import type { SyncRun } from '../sync-run.queries.ts';
import { addSample, rateOf, type Sample } from './progress.ts';

type Samples = Readonly<Record<string, readonly Sample[]>>;

/** Rows a second of each table and of the whole run (under ''), measured here from what the server last said. */
export function useRates(run: SyncRun, seenAt: number): (tableName: string) => number | null {
  const [samples, setSamples] = useState<Samples>({});
  useEffect(() => {
    setSamples((before) => {
      const counts = [
        ['', run.rowsRead] as const,
        ...run.streams.map((stream) => [stream.tableName, stream.rowsRead] as const),
      ];
      return Object.fromEntries(
        counts.map(([name, rows]) => [name, addSample(before[name] ?? [], { at: seenAt, rows })]),
      );
    });
  }, [run, seenAt]);
  return (tableName) => rateOf(samples[tableName] ?? []);
}
