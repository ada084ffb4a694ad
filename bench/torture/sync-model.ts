import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runTests } from '../support/run-tests.ts';

/**
 * Syncs a source that changes at random, in every mode, while processes are killed, connections cut, and runs canceled:
 * the quick test with more seeds, and different ones each time unless `--seed` names the first one. Each core has a part
 * of the seeds. Ten share a connection, which costs less than half of the time.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { seeds: { type: 'string', default: '10000' }, seed: { type: 'string' } },
  });
  const seeds = Number(values.seeds);
  const first = Number(values.seed ?? Math.floor(Date.now() / 1_000));
  console.log(`${seeds} seeds from ${first}`);
  const parts = Math.min(seeds, availableParallelism());
  const start = (part: number) => first + Math.floor((seeds * part) / parts);
  const outcomes = await Promise.all(
    Array.from({ length: parts }, (_, part) => areSound(start(part), start(part + 1) - start(part))),
  );
  if (!outcomes.every(Boolean)) throw new Error('A table is not what its source had.');
}

const areSound = (first: number, seeds: number) =>
  runTests('api/src/wings/syncs/runs/model.test.ts', {
    SYNC_MODEL_SEED: String(first),
    SYNC_MODEL_SEEDS: String(seeds),
    SYNC_MODEL_SEEDS_AT_ONCE: '10',
  });
