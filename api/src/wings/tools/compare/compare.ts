import {
  compareConfig,
  DRY_RUN_ROWS,
  type CompareConfig,
  type ComparedPair,
  type ComparisonResult,
} from '@headwater/shared/contract';
import type { ComparedColumn, DiffResult } from '@headwater/warehouse';
import type { Fault } from '@headwater/base/refusals/refusal';
import { presentColumn } from '../../connections/source-connections/index.ts';
import { limitsOf, type ReadableVersion } from '../../tables/tables/index.ts';
import { withinBytes, type OpenTable, type Tool } from '../tool-runs/index.ts';

/** What the rows of each kind may take in a result. */
const EXAMPLES_BYTES = 60 * 1024;

/** Compares two tables, or two versions of one: the rows that only one of them has, and those that differ. */
export const compare: Tool<CompareConfig> = {
  slug: 'compare',
  config: compareConfig,
  showsValues: true,
  tablesOf: ({ left, right, key, columns }) =>
    [left, right].map(({ tableId, version }, side) => ({
      tableId,
      ...(version !== null && { version }),
      columns: [...key, ...columns].map((pair) => (side === 0 ? pair.left : pair.right)),
    })),
  faultsOf: (config, [left, right]) => faultsOf(config, left!, right!),
  run: async (config, { tables, isSample, query }) => {
    const [left, right] = tables as readonly [OpenTable, OpenTable];
    const pairs = inBoth(config, left, right);
    const columns = [...pairs.key, ...pairs.columns].map((pair) => comparedColumn(pair, left, right));
    const rows = Math.max(left.rows, right.rows);
    const oneOf = isSample ? Math.max(1, Math.ceil(rows / DRY_RUN_ROWS)) : 1;
    const found = await query({
      kind: 'diff',
      before: left.file,
      after: right.file,
      columns,
      shown: {
        before: columns.map(({ name, before }) => ({ name, type: before })),
        after: columns.map(({ name, nameAfter = name, after }) => ({ name: nameAfter, type: after })),
      },
      key: pairs.key.map((pair) => pair.left),
      ...limitsOf(columns.length * 2),
      oneOf,
    });
    const same = found.rows.before - found.removed - found.changed;
    return {
      outcome: found.added + found.removed + found.changed === 0 ? 'clean' : 'found',
      figures: { onlyLeft: found.removed, onlyRight: found.added, changed: found.changed, same },
      result: { ...present(pairs, left, columns, found, oneOf), ...columnsOfOne(left, right) },
    };
  },
};

type Pairs = Pick<CompareConfig, 'key' | 'columns'>;

/**
 * Returns what of the pairs both versions of a table have, as one may be from before a column came, or after it went.
 * Without a column of the key, rows are only counted. Of two tables, every pair was chosen for both.
 */
function inBoth({ key, columns }: Pairs, left: ReadableVersion, right: ReadableVersion): Pairs {
  if (left.tableId !== right.tableId) return { key, columns };
  const has = ({ columns: known }: ReadableVersion, named: string) =>
    known.some(({ name }) => name === named);
  const isInBoth = (pair: ComparedPair) => has(left, pair.left) && has(right, pair.right);
  return key.every(isInBoth)
    ? { key, columns: columns.filter(isInBoth) }
    : { key: [], columns: [...key, ...columns].filter(isInBoth) };
}

/** Names the columns that only one of two versions of a table has. */
function columnsOfOne(left: ReadableVersion, right: ReadableVersion) {
  if (left.tableId !== right.tableId) return {};
  const without = (of: ReadableVersion, other: ReadableVersion) => {
    const names = new Set(other.columns.map(({ name }) => name));
    return of.columns.flatMap(({ name }) => (names.has(name) ? [] : [name]));
  };
  const [onlyLeft, onlyRight] = [without(left, right), without(right, left)];
  return { ...(onlyLeft.length > 0 && { onlyLeft }), ...(onlyRight.length > 0 && { onlyRight }) };
}

function faultsOf(
  { left, right, ...chosen }: CompareConfig,
  leftTable: ReadableVersion,
  rightTable: ReadableVersion,
): Fault[] {
  if (leftTable.tableId === rightTable.tableId && leftTable.version === rightTable.version)
    return [
      { code: 'compare_same_version', pointer: right.version === left.version ? '/right' : '/right/version' },
    ];
  const { key, columns } = inBoth(chosen, leftTable, rightTable);
  const pairs = [
    ...key.map((pair, at) => ({ pair, pointer: `/key/${at}` })),
    ...columns.map((pair, at) => ({ pair, pointer: `/columns/${at}` })),
  ];
  if (pairs.length === 0) return [{ code: 'field_required', pointer: '/columns' }];
  return pairs.flatMap(({ pair, pointer }, at) =>
    (['left', 'right'] as const).flatMap((side): Fault[] => {
      const column = pair[side];
      const isKnown = (side === 'left' ? leftTable : rightTable).columns.some(({ name }) => name === column);
      const isTwice = pairs.slice(0, at).some((other) => other.pair[side] === column);
      const where = { pointer: `${pointer}/${side}`, values: { column } };
      if (!isKnown) return [{ code: 'query_column_unknown', ...where }];
      return isTwice ? [{ code: 'compare_column_twice', ...where }] : [];
    }),
  );
}

function comparedColumn(pair: ComparedPair, left: ReadableVersion, right: ReadableVersion): ComparedColumn {
  const typeOf = ({ columns }: ReadableVersion, named: string) =>
    columns.find(({ name }) => name === named)!.type;
  const types = { before: typeOf(left, pair.left), after: typeOf(right, pair.right) };
  return { name: pair.left, ...(pair.right === pair.left ? {} : { nameAfter: pair.right }), ...types };
}

function present(
  { key }: Pairs,
  left: ReadableVersion,
  columns: readonly ComparedColumn[],
  found: DiffResult,
  oneOf: number,
): ComparisonResult {
  const { rows, added, removed, changed, counted, examples } = found;
  const byName = new Map(left.columns.map((column) => [column.name, column]));
  return {
    diff: {
      ...{ rowsBefore: rows.before, rowsAfter: rows.after, added, removed, changed, counted },
      key: found.key,
      columns: columns.map(({ name, before, after }, at) => ({
        ...presentColumn(byName.get(name)!),
        change: before === after ? null : ('retyped' as const),
        ...{ type: after, typeBefore: before === after ? null : before, changedRows: found.changes[at]! },
      })),
      examples: {
        added: withinBytes(examples.added, EXAMPLES_BYTES),
        removed: withinBytes(examples.removed, EXAMPLES_BYTES),
        changed: withinBytes(
          examples.changed.map(({ before, after, changed: differing }) => ({
            before,
            after,
            columns: differing,
          })),
          EXAMPLES_BYTES,
        ),
      },
    },
    renamed: Object.fromEntries(
      columns.flatMap(({ name, nameAfter }) => (nameAfter === undefined ? [] : [[name, nameAfter]])),
    ),
    isKeyUseless: key.length > 0 && found.key.length === 0,
    oneOf,
  };
}
