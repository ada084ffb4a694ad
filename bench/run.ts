import { runNamed } from './support/run-named.ts';

/** Every figure that the project claims has its command here; each measures its reference in the same run. */
const code = await runNamed(
  'bench',
  {
    deploy: () => import('./deploy.ts'),
    'grid-readers': () => import('./grid-readers.ts'),
    'page-cold': () => import('./page-cold.ts'),
    'page-open': () => import('./page-open.ts'),
    'page-warm': () => import('./page-warm.ts'),
    start: () => import('./start.ts'),
    'sync-full': () => import('./sync-full.ts'),
  },
  process.argv.slice(2),
);
// A browser that a failed one has left open would keep us waiting.
process.exit(code);
