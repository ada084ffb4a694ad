import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

const RUNS = 500;

/**
 * Runs the quick test's requests, generated from the API's documentation, with 500 of each operation and
 * different ones each time.
 */
export async function bench(): Promise<void> {
  const setup = '--test-global-setup=api/test-support/global-setup.ts';
  const tests = spawn(process.execPath, ['--test', setup, 'api/src/http/fuzz.test.ts'], {
    cwd: repository,
    env: { ...process.env, FUZZ_RUNS: String(RUNS) },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Error('A request failed, or its response does not match the documentation.');
}
