import { Readable } from 'node:stream';
import { chartPhrases, resultTable } from '@headwater/shared/charts';
import { csvRow, type CsvTexts, type Language, type QueryResult } from '@headwater/shared/contract';
import { sayIn } from '@headwater/press/say';

/** Returns what a card shows as a CSV file, with all digits. */
export function cardCsv(result: QueryResult, language: Language, texts: CsvTexts): Readable {
  const phrases = chartPhrases(sayIn(language));
  const { columns, values } = resultTable(result, phrases);
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
          if (rest[at]!.has(row)) return phrases.other;
          const text = values[at]![row] ?? null;
          return text !== null && kind === 'number' ? { number: text } : text;
        }),
        texts,
      );
  }
  return Readable.from(lines(), { objectMode: false });
}
