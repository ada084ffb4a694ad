import { runTests } from '../support/run-tests.ts';

const ROUNDS = 500;

/**
 * Runs the quick test's queries as a service account that sees a part of the rows and columns, with 500 statements and
 * different ones each time. Every answer has to be that of a workspace without what is hidden.
 */
export async function bench(): Promise<void> {
  if (
    !(await runTests('api/src/wings/programs/service-accounts/hidden-rows.test.ts', {
      SCOPE_ROUNDS: String(ROUNDS),
    }))
  )
    throw new Error('An answer differs from that of a workspace without what is hidden.');
}
