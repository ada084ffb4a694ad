import type { RunStream } from '@headwater/shared/contract';
import { isActive, type SyncRun } from '../sync-run.queries.ts';

/** What a run did with its rows. Its sums only cover tables that the run has committed: others kept nothing new. */
export interface RunProof {
  /** The sum over the committed tables. */
  read: number;
  written: number;
  /** Rows that the tables had already, and earlier versions of rows. */
  unchanged: number;
  filtered: number;
  rejected: number;
  committed: number;
  tables: number;
  /** Rows of committed tables that are not accounted for, plus rows that were written in excess. */
  missing: number;
  /** Rows of versions that wait for a decision. */
  held: number;
  /** Rows read from other tables that didn't get a new version. */
  unswapped: number;
  verdict: 'missing' | 'counting' | 'interrupted' | 'canceled' | 'none' | 'empty' | 'some' | 'all';
}

/** Checks the equation for each table separately, so that an excess in one doesn't hide missing rows in another. */
export function proofOf(run: Pick<SyncRun, 'state' | 'streams'>): RunProof {
  const done = run.streams.filter(({ state }) => state === 'complete');
  const open = run.streams.filter(({ state }) => state !== 'complete');
  const sum = (count: (stream: (typeof done)[number]) => number) =>
    done.reduce((total, stream) => total + count(stream), 0);
  const proof = {
    read: sum(({ rowsRead }) => rowsRead),
    written: sum(({ rowsLoaded }) => rowsLoaded),
    unchanged: sum(({ rowsDeduplicated }) => rowsDeduplicated),
    filtered: sum(({ rowsFiltered }) => rowsFiltered),
    rejected: sum(({ rowsRejected }) => rowsRejected),
    committed: done.length,
    tables: run.streams.length,
    missing: sum((stream) => Math.abs(stream.rowsRead - accountedFor(stream))),
    held: rowsReadOf(open.filter(isHeld)),
    unswapped: rowsReadOf(open.filter((stream) => !isHeld(stream))),
  };
  return { ...proof, verdict: verdictOf(run.state, proof) };
}

const isHeld = ({ failure }: RunStream) => failure?.code === 'rows_dropped';
const rowsReadOf = (streams: readonly RunStream[]) =>
  streams.reduce((rows, { rowsRead }) => rows + rowsRead, 0);

const accountedFor = ({ rowsLoaded, rowsDeduplicated, rowsFiltered, rowsRejected }: RunStream) =>
  rowsLoaded + rowsDeduplicated + rowsFiltered + rowsRejected;

function verdictOf(
  state: SyncRun['state'],
  { missing, committed, tables, read }: Omit<RunProof, 'verdict'>,
): RunProof['verdict'] {
  if (missing > 0) return 'missing';
  if (isActive({ state })) return 'counting';
  if (state === 'incomplete') return 'interrupted';
  if (state === 'canceled') return 'canceled';
  if (committed === 0) return 'none';
  if (committed < tables) return 'some';
  return read === 0 ? 'empty' : 'all';
}
