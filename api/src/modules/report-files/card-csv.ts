import { Readable } from 'node:stream';
import type { QueryResult } from '@headwater/shared/contract';
import { csvRow } from '../../platform/csv/csv-row.ts';

/** Returns what a card shows as a CSV file, with all digits. */
export function cardCsv({ columns, values, rows }: QueryResult, other: string): Readable {
  function* lines() {
    yield csvRow(columns.map(({ as }) => as));
    const rest = columns.map(({ others }) => new Set(others));
    for (let row = 0; row < rows; row += 1)
      yield csvRow(
        columns.map(({ kind }, at) => {
          if (rest[at]!.has(row)) return other;
          const text = values[at]![row] ?? null;
          return text !== null && kind === 'number' ? { number: text } : text;
        }),
      );
  }
  return Readable.from(lines(), { objectMode: false });
}
