import { newDict, type Dict } from '../template/values.ts';

/** A part of a stream that is requested by itself. */
export interface Slice {
  /** Which of the partitions: of lists, and of records of other streams. */
  partition: Dict;
  /** From where to where, as it is sent. */
  interval: Dict;
  /** What else of a parent's record is of use. */
  extra: Dict;
}

export const WHOLE: Slice = { partition: newDict(), interval: newDict(), extra: newDict() };

/** What templates see of a slice. */
export function sliceScope({ partition, interval, extra }: Slice): [string, Dict][] {
  const all = newDict([
    ...Object.entries(partition),
    ...Object.entries(interval),
    ['partition', partition],
    ['cursor_slice', interval],
    ['extra_fields', extra],
  ]);
  return [
    ['stream_slice', all],
    ['stream_partition', all],
    ['stream_interval', all],
  ];
}
