import { report } from '../monitoring/report.ts';

/** What the page's first script set on the window (`delivery/src/page/in-browser/start-guard.js`). */
interface StartGuard {
  hasStarted?: boolean;
  startFailed?(): void;
}

const guard = () => (window.__HEADWATER__ ?? {}) as StartGuard;

/** From here on, the shell receives errors itself. */
export function takeOver() {
  guard().hasStarted = true;
}

/**
 * Handles errors before there is anything to show them with, without theme, router, or catalogs. The page's
 * first script reloads the page if that may help, and otherwise shows an error.
 */
export function failStart(error: unknown) {
  try {
    report(error, { phase: 'start' });
  } catch {
    console.error(error); // the page's block may be what is wrong, and reports need it
  }
  guard().startFailed?.();
}
