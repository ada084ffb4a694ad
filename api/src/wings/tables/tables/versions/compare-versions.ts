import type { DiffColumn, VersionDiff } from '@headwater/shared/contract';
import { ADDED, QueryTimeout, QueryTooLarge, type DiffRequest, type DiffResult } from '@headwater/warehouse';
import type { Services } from '../../../../http/services.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { readVersions } from './read-versions.ts';
import type { ReadableVersion } from './versions.repository.ts';

const MINUTES = 5;

/**
 * The process that compares versions. It isn't one of those that read pages, which never wait for a comparison, and
 * ends soon, because it keeps hundreds of megabytes: with its limit, 512 MB at most.
 */
export const DIFF_POOL = {
  size: 1,
  // Blocks of the files fill whatever the limit leaves, so a higher one only makes the process larger.
  memoryLimit: '208MB',
  freeMemory: '4MB',
  threads: 1,
  timeout: MINUTES * 60_000,
  idle: 30_000,
};

const MOST_EXAMPLES = 50;
const MOST_EXAMPLE_CELLS = 10_000;
const MOST_CHANGES_COUNTED = 2_000_000;
/** They take about 150 MB if all of them differ and there is no key. */
const ROWS_AT_ONCE = 400_000;

/** Returns how much one request compares and returns, so that it keeps to the memory, however many columns there are. */
export const limitsOf = (columns: number) => {
  const examples = Math.max(
    1,
    Math.min(MOST_EXAMPLES, Math.floor(MOST_EXAMPLE_CELLS / Math.max(1, columns))),
  );
  const changesCounted = Math.max(examples, Math.floor(MOST_CHANGES_COUNTED / Math.max(1, columns)));
  return { examples, changesCounted, rowsAtOnce: ROWS_AT_ONCE };
};

interface Versions {
  before: ReadableVersion;
  after: ReadableVersion;
}

/** Compares two versions of a table. Rows are recognized by the later one's key, if both have its columns. */
export async function compareVersions(
  services: Services,
  requester: Requester,
  versions: Versions,
  signal: AbortSignal,
): Promise<VersionDiff> {
  const { before, after } = versions;
  const request = requestFor(versions);
  const found = await readVersions(services, requester.workspaceId, [before, after], ([first, second]) =>
    services.comparing
      .run({ ...request, before: first!, after: second! }, requester, signal)
      .catch((cause: unknown) => {
        if (cause instanceof QueryTimeout)
          throw new Refusal('diff_timed_out', { cause, values: { minutes: MINUTES } });
        if (cause instanceof QueryTooLarge) throw new Refusal('diff_too_large', { cause });
        throw cause;
      }),
  );
  return present(versions, request, found);
}

function requestFor({ before, after }: Versions): Omit<DiffRequest, 'before' | 'after'> {
  const types = new Map(before.columns.map(({ name, type }) => [name, type]));
  const columns = after.columns.flatMap(({ name, type }) => {
    const typeBefore = types.get(name);
    return typeBefore === undefined ? [] : { name, before: typeBefore, after: type };
  });
  return {
    kind: 'diff',
    columns,
    shown: { before: before.columns.map(presentColumn), after: after.columns.map(presentColumn) },
    key: keyOf(
      after,
      columns.map(({ name }) => name),
    ),
    ...limitsOf(before.columns.length + after.columns.length),
  };
}

/** A table that keeps snapshots or history has a row of the source several times. */
function keyOf({ primaryKey, columns }: ReadableVersion, compared: readonly string[]): string[] {
  if (primaryKey.length === 0) return [];
  const names = columns.map(({ name }) => name);
  const key = [...primaryKey, ...[ADDED.syncedAt, ADDED.validFrom].filter((name) => names.includes(name))];
  return key.every((name) => compared.includes(name)) ? key : [];
}

function present(
  { before, after }: Versions,
  { columns: compared }: Pick<DiffRequest, 'columns'>,
  { key, changes, examples, added, removed, changed, counted }: DiffResult,
): VersionDiff {
  const types = new Map(before.columns.map(({ name, type }) => [name, type]));
  const names = new Set(after.columns.map(({ name }) => name));
  const changedRows = new Map(compared.map(({ name }, at) => [name, changes[at]!]));
  const columns: DiffColumn[] = [
    ...after.columns.map((column) => {
      const typeBefore = types.get(column.name);
      const isRetyped = typeBefore !== undefined && typeBefore !== column.type;
      return {
        ...presentColumn(column),
        change: typeBefore === undefined ? ('added' as const) : isRetyped ? ('retyped' as const) : null,
        typeBefore: isRetyped ? typeBefore : null,
        changedRows: changedRows.get(column.name) ?? 0,
      };
    }),
    ...before.columns
      .filter(({ name }) => !names.has(name))
      .map((column) => ({
        ...presentColumn(column),
        change: 'removed' as const,
        typeBefore: null,
        changedRows: 0,
      })),
  ];
  const at = new Map(columns.map(({ name }, position) => [name, position]));
  const inOrder = (version: ReadableVersion) => {
    const from = new Map(version.columns.map(({ name }, position) => [name, position]));
    return (row: readonly (string | null)[]) => columns.map(({ name }) => row[from.get(name) ?? -1] ?? null);
  };
  const [earlier, later] = [inOrder(before), inOrder(after)];
  return {
    rowsBefore: before.rows,
    rowsAfter: after.rows,
    ...{ added, removed, changed, counted },
    key,
    columns,
    examples: {
      added: examples.added.map(later),
      removed: examples.removed.map(earlier),
      changed: examples.changed.map((row) => ({
        before: earlier(row.before),
        after: later(row.after),
        columns: row.changed.map((position) => at.get(compared[position]!.name)!),
      })),
    },
  };
}
