import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

/** Enough for ten years in each of fifty zones, and for each change of their clocks dozens of times. */
const RUNS = 150_000;

/**
 * Compares the times of schedules with a second implementation, which walks from minute to minute: the quick test with
 * more schedules, and different ones each time.
 */
export async function bench(): Promise<void> {
  const tests = spawn(process.execPath, ['--test', 'api/src/modules/schedules/ticks.test.ts'], {
    cwd: repository,
    env: { ...process.env, SCHEDULE_RUNS: String(RUNS) },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Error('The two implementations disagree about when a schedule runs.');
}
