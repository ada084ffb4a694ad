import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { repository } from '../../e2e/support/repository.ts';

/**
 * Syncs a source that changes at random, in every mode, while processes are killed, connections cut, and runs canceled:
 * the quick test with more seeds, and different ones each time unless `--seed` names the first one. Each core has a part
 * of the seeds.
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
  const codes = await Promise.all(
    Array.from({ length: parts }, (_, part) => exitCodeOf(start(part), start(part + 1) - start(part))),
  );
  if (codes.some((code) => code !== 0)) throw new Error('A table is not what its source had.');
}

async function exitCodeOf(first: number, seeds: number): Promise<unknown> {
  const setup = '--test-global-setup=api/test-support/global-setup.ts';
  const tests = spawn(process.execPath, ['--test', setup, 'api/src/modules/sync/model.test.ts'], {
    cwd: repository,
    env: { ...process.env, SYNC_MODEL_SEED: String(first), SYNC_MODEL_SEEDS: String(seeds) },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  return code;
}
