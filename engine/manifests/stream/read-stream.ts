import type { Dict } from '../template/values.ts';
import { intervalsOf } from './datetime-cursor.ts';
import type { Incremental } from './incremental.ts';
import { addPartition, partitionsOf } from './partitions.ts';
import type { RateLimits } from './rate-limits.ts';
import { readSlice } from './retriever.ts';
import type { Run } from './run.ts';
import { whyUnusable } from './unusable.ts';

interface StreamRead {
  stream: Dict;
  incremental: Incremental | null;
  /** Where a whole read begins, if somebody has set that. */
  startFrom: string | null;
  limits: RateLimits | null;
  /** See SliceRead. */
  readsAhead?: boolean;
  table: string;
}

/** Reads a stream: each partition, each interval of time, and each page, as records. */
export async function* readRecords(
  { stream, incremental, startFrom, limits, readsAhead, table }: StreamRead,
  run: Run,
): AsyncGenerator<Dict[]> {
  for await (const partitioned of partitionsOf(stream, { run, limits })) {
    const { partition } = partitioned;
    const beginning =
      incremental?.beginning(partition) ??
      (startFrom === null ? null : { value: null, overlap: null, startFrom });
    for (const { slice, end, addTo } of intervalsOf(stream, partitioned, run, beginning)) {
      const pages = readSlice(
        {
          stream,
          slice,
          limits,
          readsAhead,
          table,
          addSlice: (parts) => {
            addPartition(parts, stream, slice, run);
            addTo(parts);
          },
          isEnough: (records) => {
            const last = records.at(-1);
            return last !== undefined && (incremental?.isPast(last, partition) ?? false);
          },
        },
        run,
      );
      for await (const records of pages)
        yield incremental
          ? records.filter(
              (record) => whyUnusable(record, null) !== null || incremental.take(record, partition, end),
            )
          : records;
    }
  }
}
