import type { Newline, UploadedFile } from '../../protocol/protocol.ts';
import type { FileFormat } from '../files/file-format.ts';
import { readBatches, type ReadPlan } from './csv.batches.ts';
import type { Dialect } from './csv.dialect.ts';
import { readAs } from './csv.findings.ts';
import { inspect } from './csv.inspect.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  /** How the file was read when it was discovered. */
  dialect: Dialect;
  rewrites?: ReadPlan['rewrites'];
  newline: Newline;
  rows: number;
  /** The engine can read the upload by itself. */
  direct: boolean;
}

/** Delimited text. */
export const delimited: FileFormat = {
  name: 'csv',

  async look(file, choices, { signal }) {
    const { dialect, rewrites, newline, regular, findings, columns, ...counts } = await inspect(
      file,
      choices,
      signal,
    );
    const direct = regular && file.packing === 'none';
    const source: Source = { dialect, rewrites, newline, rows: counts.rows, direct };
    return [{ part: null, source, columns, ...counts, findings: [readAs(dialect), ...findings] }];
  },

  async *read(file, { tableName, source: stored }, choices, { signal }) {
    const source = stored as Source;
    if (source.direct) {
      if (source.rows > 0) yield { type: 'RECORDS', tableName, file: recordsFile(file, source) };
      return source.rows;
    }
    const plan = isReadPlan(source) ? source : await inspect(file, choices, signal);
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

/** What earlier versions of the product discovered doesn't say how values must be rewritten. */
const isReadPlan = (source: Source): source is Source & ReadPlan => source.rewrites !== undefined;
