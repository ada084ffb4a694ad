import { report } from '../monitoring/report.ts';

/** What the page's first script has put on the window (`delivery/src/page/in-browser/start-guard.js`). */
interface StartGuard {
  hasStarted?: boolean;
  startFailed?(): void;
}

const guard = () => (window.__HEADWATER__ ?? {}) as StartGuard;

/** From here on the shell hears of errors itself. */
export function takeOver() {
  guard().hasStarted = true;
}

/**
 * The last resort, without theme, router or catalogues: what failed before there was anything to show it with. The
 * page's first script loads the page again where that may help, and says so where it can't.
 */
export function failStart(error: unknown) {
  try {
    report(error, { phase: 'start' });
  } catch {
    console.error(error); // the page's block is what is wrong, and reports name what it says
  }
  guard().startFailed?.();
}
