import { runNamed } from '../support/run-named.ts';

/** Long attacks on the running product, which print what they found; the short ones are tests. */
const code = await runNamed(
  'torture',
  {
    catalog: () => import('./catalog.ts'),
    enumeration: () => import('./enumeration.ts'),
    fuzz: () => import('./fuzz.ts'),
    loop: () => import('./loop.ts'),
    streams: () => import('./streams.ts'),
  },
  process.argv.slice(2),
);
// A browser that a failed one has left open would keep us waiting.
process.exit(code);
