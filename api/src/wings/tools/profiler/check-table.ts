import { Temporal } from 'temporal-polyfill';
import {
  CONDITION_VALUES_MAX,
  isAboutRows,
  rowsFailing,
  writeFilter,
  type Check,
  type CheckResult,
} from '@headwater/shared/contract';
import { QueryTimeout, QueryTooLarge } from '@headwater/warehouse';
import { presentColumn } from '../../connections/source-connections/index.ts';
import { requireQueryFits } from '../../tables/tables/index.ts';
import type { OpenTable, ToolContext } from '../tool-runs/index.ts';

/** How many values that occur twice are shown. */
const EXAMPLES = 20;

type Found = Omit<CheckResult, 'check'>;

const NOTHING = { failing: null, filter: null, found: null, fault: null };

/** A version to check, and what is needed for it. */
interface CheckedTable {
  readonly table: OpenTable;
  readonly rowsBefore: number | null;
  /** Checks only so many rows, and nothing that they don't tell. Undefined for all of them. */
  readonly sample: number | undefined;
}

/** Checks a version. What can't be found out is unknown, and never passed. */
export async function checkTable(
  check: Check,
  checked: CheckedTable,
  context: ToolContext,
): Promise<CheckResult> {
  if (checked.sample !== undefined && !isAboutRows(check)) return { check, ...NOTHING, state: 'not_tried' };
  const found = await findOut(check, checked, context).catch((error: unknown): Found => {
    const fault =
      error instanceof QueryTimeout
        ? 'query_timed_out'
        : error instanceof QueryTooLarge
          ? 'query_too_large'
          : null;
    if (!fault) throw error;
    return { ...NOTHING, state: 'unknown', fault };
  });
  return { check, ...found };
}

async function findOut(
  check: Check,
  { table, rowsBefore, sample }: CheckedTable,
  context: ToolContext,
): Promise<Found> {
  switch (check.kind) {
    case 'unique':
      return checkUnique(check.column, table, context);
    case 'fresh':
      return checkFresh(check, table, context);
    case 'row_count': {
      const { least, greatest } = check;
      const holds = table.rows >= (least ?? 0) && table.rows <= (greatest ?? Infinity);
      return { ...NOTHING, state: holds ? 'passed' : 'failed', found: String(table.rows) };
    }
    case 'row_change': {
      if (rowsBefore === null) return { ...NOTHING, state: 'unknown' };
      const holds = Math.abs(table.rows - rowsBefore) * 100 <= check.percent * rowsBefore;
      return { ...NOTHING, state: holds ? 'passed' : 'failed', found: String(rowsBefore) };
    }
    default:
      return countFailing(check, table, sample, context);
  }
}

async function countFailing(
  check: Check,
  table: OpenTable,
  sample: number | undefined,
  { query }: ToolContext,
): Promise<Found> {
  const filter = rowsFailing(check)!;
  const columns = table.columns.map(presentColumn);
  const { filter: counted } = requireQueryFits({ filter, sort: [] }, table);
  const failing = await query({ kind: 'count', file: table.file, columns, filter: counted, sample });
  if (failing === 0) return { ...NOTHING, state: 'passed', failing };
  return { ...NOTHING, state: 'failed', failing, filter: writeFilter(filter) };
}

/** Counts the rows whose value another row has, too. */
async function checkUnique(column: string, table: OpenTable, { query }: ToolContext): Promise<Found> {
  const [name, rows] = ['value', 'rows'];
  const { values, cut } = await query({
    kind: 'result',
    file: table.file,
    columns: table.columns.map(presentColumn),
    shownAs: '',
    isAlphabetical: true,
    query: {
      filter: [[{ column, operator: 'is_not_null', values: [] }]],
      breakouts: [{ as: name, column }],
      measures: [{ as: rows, agg: 'count' }],
      having: [{ measure: rows, operator: 'greater', value: 1 }],
      sort: [{ by: rows, descending: true }],
      limit: EXAMPLES,
    },
  });
  const twice = (values[0] ?? []).filter((value) => value !== null);
  if (twice.length === 0) return { ...NOTHING, state: 'passed', failing: 0 };
  const shown = twice.slice(0, CONDITION_VALUES_MAX);
  const counted = (values[1] ?? []).reduce((sum, text) => sum + Number(text), 0);
  const filter = writeFilter([[{ column, operator: 'one_of', values: shown }]]);
  return {
    ...NOTHING,
    state: 'failed',
    failing: cut ? null : counted,
    filter,
    found: String(cut?.of ?? twice.length),
  };
}

/** Compares the newest value with the time at which the version was last known to be the source's. */
async function checkFresh(
  { column, hours }: { column: string; hours: number },
  table: OpenTable,
  { query }: ToolContext,
): Promise<Found> {
  const columns = table.columns.map(presentColumn);
  const oldest = new Date(new Date(table.freshAsOf).getTime() - hours * 3_600_000);
  const { type } = columns.find(({ name }) => name === column)!;
  const since = momentText(oldest, type, table.timeZone ?? 'UTC');
  const filter = [[{ column, operator: 'greater_or_equal' as const, values: [since] }]];
  const fresh = await query({ kind: 'count', file: table.file, columns, filter });
  const { values } = await query({
    ...{ kind: 'result', file: table.file, columns, shownAs: '', isAlphabetical: true },
    query: { breakouts: [], measures: [{ as: 'newest', agg: 'max', column }] },
  });
  return { ...NOTHING, state: fresh > 0 ? 'passed' : 'failed', found: values[0]?.[0] ?? null };
}

/**
 * Writes a moment as values of a column are written. Those without a zone are what the clocks of the workspace show. Dates
 * have no time, and count to the end of their day.
 */
function momentText(moment: Date, type: string, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  if (type === 'TIMESTAMP WITH TIME ZONE') return instant.toString();
  const local = instant.toZonedDateTimeISO(zone);
  return String(type === 'DATE' ? local.toPlainDate() : local.toPlainDateTime());
}
