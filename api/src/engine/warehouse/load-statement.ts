import { RECORD_LIMIT } from '../protocol/record-limit.ts';
import type { RecordsFile, StreamColumn } from '../protocol/protocol.ts';
import { columnLoad } from './column-load.ts';
import { literal } from './sql.ts';

/** The engine would hold 16 of the longest lines at once; two are enough. */
const BUFFER_BYTES = 2 * RECORD_LIMIT;

/** Appends a records file to the stage table. */
export function loadStatement(file: RecordsFile, columns: readonly StreamColumn[]): string {
  const loads = columns.map(columnLoad);
  const values = loads.map(({ convert }, at) => convert(`c${at}`));
  const types = loads.map(({ readAs }) => readAs);
  return `insert into stage.main.data select ${values.join(', ')} from ${records(file, types, true)}`;
}

/** Counts, for each column, the values of a records file that do not have its type. */
export function misfitStatement(file: RecordsFile, columns: readonly StreamColumn[]): string {
  const counts = columns.map((column, at) => {
    const { misfit } = columnLoad(column);
    return misfit === null ? '0' : `count(*) filter (c${at} is not null and ${misfit(`c${at}`)})`;
  });
  return `select ${counts.join(', ')} from ${records(
    file,
    columns.map(() => 'VARCHAR'),
    false,
  )}`;
}

/**
 * A records file as a relation: every type explicit, nothing sniffed (a sniffed decimal passes through a double), an
 * unquoted nothing NULL and a quoted one an empty text. Not in parallel: a thread that begins within a quoted text takes
 * its newlines for the ends of rows (seen with DuckDB 1.5.6: 4,193 rows became 13 million), and one thread needs no
 * more CPU.
 */
function records(file: RecordsFile, types: readonly string[], keepRejects: boolean): string {
  const columns = types.map((type, at) => `'c${at}': ${literal(type)}`);
  return `read_csv(${literal(file.path)},
    auto_detect = false, header = false, skip = ${file.skip},
    delim = ${literal(file.delimiter)}, quote = '"', escape = '"', new_line = ${literal(NEWLINES[file.newline])},
    nullstr = '', allow_quoted_nulls = false, null_padding = false,
    columns = {${columns.join(', ')}},
    parallel = false,
    store_rejects = ${keepRejects}, rejects_limit = 0,
    max_line_size = ${RECORD_LIMIT}, buffer_size = ${BUFFER_BYTES})`;
}

// Without it the engine gives up on CRLF ("the state machine reached an invalid state").
const NEWLINES = { '\n': '\\n', '\r\n': '\\r\\n', '\r': '\\r' };
