import { readPage } from '../page.ts';
import { buildOf, loadFailureOf } from '../remotes/load-failure.ts';
import type { ErrorService } from './error-service.ts';

/** What failed: a file, a page while it rendered or loaded its data, a call, or something nobody caught. */
export type ReportKind = 'load' | 'route' | 'api' | 'uncaught' | 'start';
export interface ReportContext {
  kind: ReportKind;
  [detail: string]: unknown;
}

const ids = new WeakMap<object, string>();
let service: Promise<ErrorService> | undefined;

/**
 * Reports an error with the owner of the code it came from, and answers the report's id, which the error page shows.
 * The same error is reported once. Goes to the console only, where no error-reporting service is configured.
 */
export function report(error: unknown, context: ReportContext): string {
  const known = typeof error === 'object' && error !== null ? ids.get(error) : undefined;
  if (known) return known;
  const id = newReportId();
  if (typeof error === 'object' && error !== null) ids.set(error, id);
  const details = { ...context, ...originOf(error), reportId: id };
  console.error(error, details);
  void service?.then(({ capture }) => capture(error, details)).catch(() => {}); // the service is out of reach
  return id;
}

/**
 * Begins to report what nobody catches, and to send reports where the page names a service. Its code comes after
 * `firstScreen`, when nothing else is waiting, and gets what was reported until then.
 */
export function setUpReporting(firstScreen: Promise<unknown>) {
  const { sentryDsn } = readPage();
  if (sentryDsn) {
    service = firstScreen.then(whenIdle).then(async () => {
      const { start } = await import(/* webpackChunkName: "error-service" */ './error-service.ts');
      return start(sentryDsn, readPage());
    });
    service.catch((error) => console.error(error));
  }
  window.addEventListener('error', ({ error }) => error && report(error, { kind: 'uncaught' }));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, { kind: 'uncaught' }));
}

/** Which build an error is of: the file that could not be loaded, else the first built file in its stack. */
function originOf(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const { remote, version } = loadFailureOf(error) ?? buildOf(stack) ?? {};
  const { composition, rev, remotes } = readPage();
  return { remote, version, owner: remote && remotes[remote]?.owner.team, composition, rev };
}

function newReportId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function whenIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 5_000 })
      : setTimeout(resolve, 1_000),
  );
}
