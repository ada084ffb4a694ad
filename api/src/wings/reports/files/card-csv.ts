import { Readable } from 'node:stream';
import { resultTable } from '@headwater/shared/charts';
import { csvRow, type CsvTexts, type QueryResult } from '@headwater/shared/contract';
import type { Words } from '../../../engine/press-process/words.ts';

/** Returns what a card shows as a CSV file, with all digits. */
export function cardCsv(
  result: QueryResult,
  words: Pick<Words, 'other' | 'comparison' | 'aggregate'>,
  texts: CsvTexts,
): Readable {
  const { columns, values } = resultTable(result, words);
  const { rows } = result;
  function* lines() {
    yield csvRow(
      columns.map(({ as }) => as),
      texts,
    );
    const rest = columns.map(({ others }) => new Set(others));
    for (let row = 0; row < rows; row += 1)
      yield csvRow(
        columns.map(({ kind }, at) => {
          if (rest[at]!.has(row)) return words.other;
          const text = values[at]![row] ?? null;
          return text !== null && kind === 'number' ? { number: text } : text;
        }),
        texts,
      );
  }
  return Readable.from(lines(), { objectMode: false });
}
