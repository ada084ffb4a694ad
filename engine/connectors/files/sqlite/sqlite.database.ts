import { constants, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FailureError } from '@headwater/base/failures/failure';
import type { KnownFile } from '../file-format.ts';

export type Value = string | number | bigint | Uint8Array | null;

/** Opens an uploaded database for reading only. Nothing in it can load code, write, or open another file. */
export function openDatabase({ path }: Pick<KnownFile, 'path'>): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, {
    readOnly: true,
    allowExtension: false,
    readBigInts: true,
    returnArrays: true,
  } as ConstructorParameters<typeof DatabaseSync>[1]);
  // What doesn't fit the memory would be written to the disk, where nothing limits it.
  database.exec(
    'pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on; pragma temp_store = memory',
  );
  return database;
}

/** What a view may do at most. SQLite itself allows a thousand million bytes for each value. */
const LIMITS = {
  length: 64 * 1024 ** 2,
  sqlLength: 1024 ** 2,
  exprDepth: 500,
  compoundSelect: 100,
  vdbeOp: 1_000_000,
  likePatternLength: 1_000,
  attach: 0,
};
const ALLOWED: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** Lets statements from now on only compute and read, within limits. */
export function lockDown(database: DatabaseSync): void {
  Object.assign((database as DatabaseSync & { limits: Record<string, number> }).limits, LIMITS);
  database.setAuthorizer((action, name) => {
    // Full-text tables ask for it, which tells whether their file has changed.
    const isAllowed = ALLOWED.has(action) || (action === constants.SQLITE_PRAGMA && name === 'data_version');
    return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
}

/** Turns SQLite's errors into failures of the file, or of one of its tables. They depend on nothing but the file. */
export function explaining<T>(fileName: string, table: string | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const { message, code } = error as Error & { code?: string };
    if (code !== 'ERR_SQLITE_ERROR') throw error;
    const isDamaged = /malformed|not a database|disk I\/O|corrupt/i.test(message);
    if (isDamaged || table === null)
      throw new FailureError('file_damaged', { file: fileName }, { internalMessage: message });
    throw new FailureError('file_table_unreadable', { file: fileName, table, reason: message.slice(0, 300) });
  }
}
