import { runNamed } from './support/run-named.ts';

/** Every figure that the project claims has a command here. Each measures its reference in the same run. */
const code = await runNamed(
  'bench',
  {
    api: () => import('./api.ts'),
    'api-meanwhile': () => import('./api-meanwhile.ts'),
    card: () => import('./card.ts'),
    'chart-door': () => import('./chart-door.ts'),
    'column-profile': () => import('./column-profile.ts'),
    deploy: () => import('./deploy.ts'),
    draw: () => import('./draw.ts'),
    export: () => import('./export.ts'),
    grid: () => import('./grid.ts'),
    'grid-readers': () => import('./grid-readers.ts'),
    load: () => import('./load.ts'),
    'page-cold': () => import('./page-cold.ts'),
    'page-open': () => import('./page-open.ts'),
    'page-warm': () => import('./page-warm.ts'),
    press: () => import('./press.ts'),
    report: () => import('./report.ts'),
    scroll: () => import('./scroll.ts'),
    'select-data': () => import('./select-data.ts'),
    sql: () => import('./sql.ts'),
    start: () => import('./start.ts'),
    'sync-file': () => import('./sync-file.ts'),
    'sync-full': () => import('./sync-full.ts'),
    'sync-incremental': () => import('./sync-incremental.ts'),
    'sync-mysql': () => import('./sync-mysql.ts'),
    'sync-rest': () => import('./sync-rest.ts'),
    'sync-small': () => import('./sync-small.ts'),
    'table-diff': () => import('./table-diff.ts'),
  },
  process.argv.slice(2),
);
// A browser that a failed run has left open would keep this process waiting.
process.exit(code);
