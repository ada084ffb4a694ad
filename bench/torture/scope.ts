import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

const ROUNDS = 500;

/**
 * Runs the quick test's queries as a service account that sees a part of the rows and columns, with 500 statements and
 * different ones each time. Every answer has to be that of a workspace without what is hidden.
 */
export async function bench(): Promise<void> {
  const setup = '--test-global-setup=api/test-support/global-setup.ts';
  const file = 'api/src/modules/service-accounts/hidden-rows.test.ts';
  const tests = spawn(process.execPath, ['--test', setup, file], {
    cwd: repository,
    env: { ...process.env, SCOPE_ROUNDS: String(ROUNDS) },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) throw new Error('An answer differs from that of a workspace without what is hidden.');
}
