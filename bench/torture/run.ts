import { runNamed } from '../support/run-named.ts';

/** Long attacks on the running product, which print what they found; the short ones are tests. */
process.exitCode = await runNamed(
  'torture',
  { enumeration: () => import('./enumeration.ts') },
  process.argv.slice(2),
);
