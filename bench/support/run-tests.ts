import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../e2e/support/repository.ts';

const SETUP = '--test-global-setup=api/test-support/global-setup.ts';

/** Runs one of the API's test files, made longer by its environment, and returns whether all of it passed. */
export async function runTests(file: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const tests = spawn(process.execPath, ['--test', SETUP, file], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  return code === 0;
}
