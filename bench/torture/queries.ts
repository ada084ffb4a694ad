import { runTests } from '../support/run-tests.ts';

const RUNS = 5_000;

/**
 * Compares the results of random queries on random tables with a second implementation, row by row: the quick test with
 * 5,000 queries, and different ones each time.
 */
export async function bench(): Promise<void> {
  if (!(await runTests('engine/warehouse/processes/query/result-of.test.ts', { QUERY_RUNS: String(RUNS) })))
    throw new Error('A result differs from that of the second implementation.');
}
