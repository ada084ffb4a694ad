import { runTests } from '../support/run-tests.ts';

const RUNS = 500;

/**
 * Runs the quick test's requests, generated from the API's documentation, with 500 of each operation and
 * different ones each time.
 */
export async function bench(): Promise<void> {
  if (!(await runTests('api/src/http/fuzz.test.ts', { FUZZ_RUNS: String(RUNS) })))
    throw new Error('A request failed, or its response does not match the documentation.');
}
