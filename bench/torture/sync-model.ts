import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { repository } from '../../e2e/support/repository.ts';

/**
 * Syncs a source that changes at random, in every mode, while processes are killed, connections cut, and runs canceled:
 * the quick test with more seeds, and different ones each time unless `--seed` names the first one.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { seeds: { type: 'string', default: '10000' }, seed: { type: 'string' } },
  });
  const first = values.seed ?? String(Math.floor(Date.now() / 1_000));
  console.log(`${values.seeds} seeds from ${first}`);
  const setup = '--test-global-setup=api/test-support/global-setup.ts';
  const tests = spawn(process.execPath, ['--test', setup, 'api/src/modules/sync/model.test.ts'], {
    cwd: repository,
    env: { ...process.env, SYNC_MODEL_SEED: first, SYNC_MODEL_SEEDS: values.seeds },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Error('A table is not what its source had.');
}
