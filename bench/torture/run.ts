import { runNamed } from '../support/run-named.ts';

/** Long attacks on the running product, which print what they found. The short ones are tests. */
const code = await runNamed(
  'torture',
  {
    catalog: () => import('./catalog.ts'),
    enumeration: () => import('./enumeration.ts'),
    faults: () => import('./faults.ts'),
    fuzz: () => import('./fuzz.ts'),
    'large-values': () => import('./large-values.ts'),
    loop: () => import('./loop.ts'),
    queries: () => import('./queries.ts'),
    schedules: () => import('./schedules.ts'),
    scope: () => import('./scope.ts'),
    streams: () => import('./streams.ts'),
    sql: () => import('./sql.ts'),
    'sync-model': () => import('./sync-model.ts'),
  },
  process.argv.slice(2),
);
// A browser that a failed run has left open would keep this process waiting.
process.exit(code);
