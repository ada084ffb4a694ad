import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

/**
 * Kills, suspends, and cuts off the processes of a sync, fills its disk, and breaks its files, hundreds of times, and
 * compares every row of every version with what the source had. Flags: `--seed`, `--only` (part of a fault's name), and
 * `--share` (of the cases, such as 0.1).
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const run = spawn(process.execPath, ['api/test-support/faults/long-run.ts', ...flags], {
    cwd: repository,
    stdio: 'inherit',
  });
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error('A fault has done damage.');
}
