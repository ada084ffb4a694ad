import { RECORD_LIMIT } from '../protocol/record-limit.ts';
import type { RecordsFile, StreamColumn } from '../protocol/protocol.ts';
import { columnLoad } from './column-load.ts';
import { literal } from './sql.ts';

/** The engine would hold 16 of the longest lines at once; two are enough. */
const BUFFER_BYTES = 2 * RECORD_LIMIT;

/** Appends a records file to the stage table; fails at a value that a column cannot have exactly. */
export function loadStatement(file: RecordsFile, columns: readonly StreamColumn[]): string {
  const { values, misfits, relation } = conversion(file, columns, true);
  // One question for all columns: one for each would cost the engine more memory.
  const [first, ...others] = values;
  const checked = `case when ${misfits.join(' or ')} then error('misfit') else ${first} end`;
  return `insert into stage.main.data select ${[checked, ...others].join(', ')} from ${relation}`;
}

/** Counts, for each column, the values of a records file that it cannot have exactly. */
export function misfitStatement(file: RecordsFile, columns: readonly StreamColumn[]): string {
  const { texts, values, misfits, relation } = conversion(file, columns, false);
  const counts = texts.map(
    (text, at) => `count(*) filter (${text} is not null and (${values[at]} is null or ${misfits[at]}))`,
  );
  return `select ${counts.join(', ')} from ${relation}`;
}

/** Beyond this, vectors for the texts of all columns beside those for their values would fill the memory. */
const WIDE = 200;

/** For each column its field and what comes of it. Unless `throws`, that is NULL for what can't be converted. */
function conversion(file: RecordsFile, columns: readonly StreamColumn[], throws: boolean) {
  const loads = columns.map(columnLoad);
  let texts = loads.map(({ field }, at) => field(`c${at}`));
  let values = loads.map(({ convert }, at) => (throws ? convert(texts[at]!) : `try(${convert(texts[at]!)})`));
  let relation = records(file, columns.length, throws);
  const isWide = columns.length > WIDE;
  if (!isWide) {
    const both = texts.map((text, at) => `${text} as f${at}, ${values[at]} as v${at}`);
    relation = `(select ${both.join(', ')} from ${relation})`;
    texts = loads.map((_, at) => `f${at}`);
    values = loads.map((_, at) => `v${at}`);
  }
  const misfits = loads.map(({ misfit }, at) => misfit?.(texts[at]!, values[at]!, isWide) ?? 'false');
  return { texts, values, misfits, relation };
}

/**
 * A records file as a relation of texts, c0, c1 and so on: an unquoted nothing is NULL, a quoted one an empty text. Not
 * in parallel: a thread that begins within a quoted text takes its newlines for the ends of rows (4,193 rows became 13
 * million), and one thread needs no more CPU.
 */
function records(file: RecordsFile, count: number, keepRejects: boolean): string {
  const columns = Array.from({ length: count }, (_, at) => `'c${at}': 'VARCHAR'`);
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
