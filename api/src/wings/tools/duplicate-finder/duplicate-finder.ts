import {
  DRY_RUN_ROWS,
  duplicatesConfig,
  type DuplicatesConfig,
  type DuplicatesFound,
} from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { Fault } from '@headwater/base/refusals/refusal';
import type { ReadableVersion } from '../../tables/tables/index.ts';
import { withinBytes, type OpenTable, type Tool } from '../tool-runs/index.ts';

/** So many pairs of texts are compared at most. */
const MOST_PAIRS = 20_000_000;

const ROWS_AT_ONCE = 2_000_000;
const COLUMNS_SHOWN = 12;
const GROUPS_SHOWN = 50;
const ROWS_SHOWN = 10;
const EXAMPLES_BYTES = 200 * 1024;

/** Finds rows that are alike in some columns, and deletes nothing. */
export const duplicateFinder: Tool<DuplicatesConfig> = {
  slug: 'duplicate-finder',
  config: duplicatesConfig,
  showsValues: true,
  tablesOf: ({ tableId, columns, similar }) => [
    { tableId, columns: [...columns, ...(similar?.within ? [similar.within] : [])] },
  ],
  faultsOf: (config, [table]) => faultsOf(config, table!),
  run: async (config, { tables, isSample, query }) => {
    const [table] = tables as readonly [OpenTable];
    const named = (column: string) => table.columns.find(({ name }) => name === column)!;
    const { similar, ignoreSpaces, ignoreCase, ignoreAccents } = config;
    const columns = config.columns.map(named);
    const shown = shownOf(table, columns);
    const oneOf = isSample ? Math.max(1, Math.ceil(table.rows / DRY_RUN_ROWS)) : 1;
    const { pairs: _, ...found } = await query({
      kind: 'duplicates',
      file: table.file,
      columns,
      rules: { ignoreSpaces, ignoreCase, ignoreAccents },
      similar: similar && {
        least: similar.least,
        within: similar.within === null ? null : named(similar.within),
        mostPairs: MOST_PAIRS,
      },
      ...{ shown, groups: GROUPS_SHOWN, rowsOfGroup: ROWS_SHOWN, rowsAtOnce: ROWS_AT_ONCE, oneOf },
    });
    const result: DuplicatesFound = {
      ...found,
      columns: shown.map(({ name, type }) => ({ name, type })),
      examples: withinBytes(found.examples, EXAMPLES_BYTES),
      oneOf,
    };
    return {
      outcome: found.groups === 0 ? 'clean' : 'found',
      figures: { groups: found.groups, rows: found.rowsInGroups },
      result,
    };
  },
};

function faultsOf({ columns, similar }: DuplicatesConfig, table: ReadableVersion): Fault[] {
  const asked = columns.map((column, at) => ({ column, pointer: `/columns/${at}` }));
  if (similar?.within) asked.push({ column: similar.within, pointer: '/similar/within' });
  return asked
    .filter(({ column }) => table.columns.every(({ name }) => name !== column))
    .map(({ column, pointer }) => ({ code: 'query_column_unknown', pointer, values: { column } }));
}

/** What rows are alike in comes first, then what tells them apart. */
function shownOf({ columns, primaryKey }: ReadableVersion, alike: readonly StreamColumn[]): StreamColumn[] {
  const key = columns.filter(({ name }) => primaryKey.includes(name));
  return [...new Set([...alike, ...key, ...columns])].slice(0, COLUMNS_SHOWN);
}
