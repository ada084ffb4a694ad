import { runTests } from '../support/run-tests.ts';

/** Enough for ten years in each of fifty zones, and for each change of their clocks dozens of times. */
const RUNS = 150_000;

/**
 * Compares the times of schedules with a second implementation, which walks from minute to minute: the quick test with
 * more schedules, and different ones each time.
 */
export async function bench(): Promise<void> {
  if (!(await runTests('api/src/wings/syncs/schedules/ticks.test.ts', { SCHEDULE_RUNS: String(RUNS) })))
    throw new Error('The two implementations disagree about when a schedule runs.');
}
