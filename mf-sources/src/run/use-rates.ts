import { ownValue } from '@headwater/shared/contract';
import { useEffect, useState } from 'react';
import type { SyncRun } from '../sync-run.queries.ts';
import { addSample, rateOf, type Sample } from './progress.ts';

type Samples = Readonly<Record<string, readonly Sample[]>>;

/** Returns the rows per second of a table, or of the whole run for '', measured between updates from the server. */
export function useRates(run: SyncRun, seenAt: number): (tableName: string) => number | null {
  const [samples, setSamples] = useState<Samples>({});
  useEffect(() => {
    setSamples((before) => {
      const counts = [
        ['', run.rowsRead] as const,
        ...run.streams.map((stream) => [stream.tableName, stream.rowsRead] as const),
      ];
      return Object.fromEntries(
        counts.map(([name, rows]) => [name, addSample(ownValue(before, name) ?? [], { at: seenAt, rows })]),
      );
    });
  }, [run, seenAt]);
  return (tableName) => rateOf(ownValue(samples, tableName) ?? []);
}
