import type { Newline, StreamColumn, UploadedFile } from '@headwater/protocol/protocol';
import type { FileFormat } from '../file-format.ts';
import { readBatches, type ReadPlan } from './csv.batches.ts';
import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { readAs } from './csv.findings.ts';
import { inspect } from './csv.inspect.ts';
import { NULL_WORDS } from './csv.types.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  /** How the file was read when it was discovered. */
  dialect: Dialect;
  rewrites?: ReadPlan['rewrites'];
  /** The positions of columns without values. */
  empty?: number[];
  newline: Newline;
  rows: number;
  /** The engine can read the upload by itself. */
  direct: boolean;
}

/** Delimited text. */
export const delimited: FileFormat = {
  name: 'csv',

  async look(file, choices, { signal }) {
    const { dialect, rewrites, newline, regular, findings, columns, facts, ...counts } = await inspect(
      file,
      choices,
      signal,
    );
    const direct = regular && file.packing === 'none';
    const empty = facts.flatMap(({ isEmpty }, at) => (isEmpty ? [at] : []));
    const source: Source = { dialect, rewrites, empty, newline, rows: counts.rows, direct };
    return [{ part: null, source, columns, facts, ...counts, findings: [readAs(dialect), ...findings] }];
  },

  async *read(file, { tableName, columns, source: stored }, choices, { signal }) {
    const source = stored as Source;
    if (source.direct) {
      if (source.rows > 0) yield { type: 'RECORDS', tableName, file: recordsFile(file, source) };
      return source.rows;
    }
    const found = isReadPlan(source) ? source : await inspect(file, choices, signal);
    const plan = { ...found, rewrites: rewritesFor(columns, found, choices) };
    let rowsRead = 0;
    for await (const { batch, rejected } of readBatches(file, plan, signal)) {
      rowsRead += (batch?.rows ?? 0) + rejected.count;
      if (rejected.count > 0)
        yield { type: 'REJECTED', tableName, rows: rejected.first, count: rejected.count };
      if (batch) yield { type: 'RECORDS', tableName, batch };
    }
    return rowsRead;
  },
};

const recordsFile = ({ path }: UploadedFile, { dialect, newline, rows }: Source) =>
  ({ path, delimiter: dialect.delimiter, newline, skip: 1, rows, temporary: false }) as const;

/**
 * Returns how values must be rewritten for columns that may be those of several files: what is text in another file
 * stays as it is written, and words in a column without values are no values if the other files have some.
 */
const rewritesFor = (
  columns: readonly StreamColumn[],
  { rewrites, empty = [] }: Pick<Source, 'empty'> & Pick<ReadPlan, 'rewrites'>,
  { nullWords: chosen = [] }: DialectChoices,
): ReadPlan['rewrites'] =>
  rewrites.map((rewrite, at) => {
    if (columns[at]?.kind !== 'text')
      return empty.includes(at) ? { nullWords: [...NULL_WORDS, ...chosen] } : rewrite;
    const nullWords = rewrite?.nullWords.filter((word) => chosen.includes(word)) ?? [];
    return nullWords.length > 0 ? { nullWords } : null;
  });

/** What earlier versions of the product discovered doesn't say how values must be rewritten. */
const isReadPlan = (source: Source): source is Source & ReadPlan => source.rewrites !== undefined;
