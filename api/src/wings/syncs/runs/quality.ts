import { DRIFT, type TableQuality, type TableQualityAttributes, ownValue } from '@headwater/shared/contract';
import { nullDrift, rowDrift } from './drift.ts';
import type { Counts, LoadedTable, RunCounts, TableRun } from './quality.repository.ts';

/** Judges a table by its last runs, newest first, of which there is at least one. */
export function qualityOf(table: LoadedTable, runs: readonly TableRun[]): TableQuality {
  const [latest] = runs;
  const counted = runs.filter(hasNulls);
  return {
    tableName: table.tableName,
    latest: { ...runOf(latest!), ...countsOf(latest!) },
    source: sourceRows(table, latest!),
    volume: volumeOf(runs),
    nulls: {
      earlier: Math.min(Math.max(counted.length - 1, 0), DRIFT.runs),
      drifting: columnsOf(runs).flatMap(({ name: column, share, usual, drifts }) =>
        drifts ? [{ column, share, usual }] : [],
      ),
    },
  };
}

/** Judges a table like `qualityOf`, with the figures behind the judgment. Columns are in the order of `names`. */
export const detailsOf = (
  runs: readonly TableRun[],
  shown: number,
  names: readonly string[],
): TableQualityAttributes => {
  const columns = new Map(columnsOf(runs).map((column) => [column.name, column]));
  return {
    runs: runs.slice(0, shown).map((run) => ({ ...runOf(run), ...countsOf(run), rows: run.rows })),
    volume: volumeOf(runs),
    columns: names.flatMap((name) => columns.get(name) ?? []),
  };
};

function volumeOf([latest, ...earlier]: readonly TableRun[]) {
  const rows = latest?.rows ?? null;
  const before = earlier.flatMap((run) => run.rows ?? []).slice(0, DRIFT.runs);
  return { rows, ...rowDrift(rows, before) };
}

/** The columns of the last version whose NULLs were counted. A column is compared with versions that had it and rows. */
function columnsOf(runs: readonly TableRun[]): TableQualityAttributes['columns'] {
  const [latest, ...earlier] = runs.filter(hasNulls);
  if (!latest) return [];
  return Object.entries(latest.nullCounts).map(([name, nulls]) => {
    const share = nulls / latest.rows;
    const before = earlier
      .flatMap((run) =>
        Object.hasOwn(run.nullCounts, name) ? ownValue(run.nullCounts, name)! / run.rows : [],
      )
      .slice(0, DRIFT.runs);
    return { name, nulls, share, before, ...nullDrift(share, before) };
  });
}

/** Without rows, there is no share of NULLs. */
const hasNulls = (run: TableRun): run is TableRun & { rows: number; nullCounts: Record<string, number> } =>
  run.nullCounts !== null && run.rows !== null && run.rows > 0;

/** A read of the whole stream counts its rows, unless some were left out. */
function sourceRows({ loadedWith, estimatedRows, heldRead }: LoadedTable, { mode, read }: TableRun) {
  const isWhole = loadedWith === null || (loadedWith.rowFilter.length === 0 && loadedWith.startFrom === null);
  if (mode.startsWith('full_refresh') && isWhole && (loadedWith?.rowCap ?? null) === null)
    return { rows: heldRead ?? read, isEstimate: false };
  return estimatedRows === null ? null : { rows: estimatedRows, isEstimate: true };
}

const runOf = ({ runId, runNumber, startedAt }: RunCounts) => ({
  runId,
  runNumber,
  startedAt: startedAt.toISOString(),
});

const countsOf = ({ read, loaded, deduplicated, filtered, rejected }: Counts) => ({
  read,
  loaded,
  deduplicated,
  filtered,
  rejected,
});

/** Presents the sums of a run. */
export const runTotals = ({
  tables,
  unaccounted,
  ...run
}: RunCounts & { tables: number; unaccounted: number }) => ({
  ...runOf(run),
  ...countsOf(run),
  tables,
  unaccounted,
});
