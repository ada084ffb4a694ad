import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

const RUNS = 5_000;

/**
 * Compares the results of random queries on random tables with a second implementation, row by row: the quick test with
 * 5,000 queries, and different ones each time.
 */
export async function bench(): Promise<void> {
  const tests = spawn(process.execPath, ['--test', 'api/src/engine/query-process/result-of.test.ts'], {
    cwd: repository,
    env: { ...process.env, QUERY_RUNS: String(RUNS) },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Error('A result differs from that of the second implementation.');
}
