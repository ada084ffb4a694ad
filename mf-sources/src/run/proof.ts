import { isActive, type SyncRun } from '../sync-run.queries.ts';

/** What can be said of a run's rows, from the tables that it has committed: of others nothing is known to be kept. */
export interface RunProof {
  /** Over the committed tables. */
  read: number;
  written: number;
  rejected: number;
  committed: number;
  tables: number;
  /** Rows of committed tables that are neither written nor rejected, or too many. */
  missing: number;
  /** Rows read from tables that didn't make it to a new version. */
  notKept: number;
  verdict: 'missing' | 'counting' | 'interrupted' | 'cancelled' | 'none' | 'empty' | 'some' | 'all';
}

/** The equation holds for each table by itself, so that what one lacks is never made up for by another. */
export function proofOf(run: Pick<SyncRun, 'state' | 'streams'>): RunProof {
  const done = run.streams.filter(({ state }) => state === 'complete');
  const sum = (count: (stream: (typeof done)[number]) => number) =>
    done.reduce((total, stream) => total + count(stream), 0);
  const proof = {
    read: sum(({ rowsRead }) => rowsRead),
    written: sum(({ rowsLoaded }) => rowsLoaded),
    rejected: sum(({ rowsRejected }) => rowsRejected),
    committed: done.length,
    tables: run.streams.length,
    missing: sum(({ rowsRead, rowsLoaded, rowsRejected }) => Math.abs(rowsRead - rowsLoaded - rowsRejected)),
    notKept: run.streams.reduce(
      (rows, { state, rowsRead }) => (state === 'complete' ? rows : rows + rowsRead),
      0,
    ),
  };
  return { ...proof, verdict: verdictOf(run.state, proof) };
}

function verdictOf(
  state: SyncRun['state'],
  { missing, committed, tables, read }: Omit<RunProof, 'verdict'>,
): RunProof['verdict'] {
  if (missing > 0) return 'missing';
  if (isActive({ state })) return 'counting';
  if (state === 'incomplete') return 'interrupted';
  if (state === 'cancelled') return 'cancelled';
  if (committed === 0) return 'none';
  if (committed < tables) return 'some';
  return read === 0 ? 'empty' : 'all';
}
