import { ApiError, NetworkError } from '@headwater/shared/api';
import { readPage } from '../page.ts';
import { whenIdle } from '../when-idle.ts';
import type { ErrorService } from './error-service.ts';
import { failureReport, type FailureReport, type ReportPhase } from './failure-report.ts';
import { sendReport } from './send-report.ts';

export interface ReportContext {
  phase: ReportPhase;
  /** The path of the API, if a call to it failed. */
  path?: string;
  [detail: string]: unknown;
}

const ids = new WeakMap<object, string>();
const idsOfFailures = new Map<string, string>();
let service: Promise<ErrorService> | undefined;
let hasStarted = false;

/**
 * Reports an error with the owner of its code and returns the report's ID, which the error page shows. The
 * same error is reported only once. A similar one gets the same ID and isn't sent to delivery again. Also
 * sends it to the error-reporting service, if one is configured. A refused request, or one without a response, is
 * only printed. Ignores the errors of a window that is closing, whose requests the browser cancels.
 */
export function report(error: unknown, { phase, ...details }: ReportContext): string {
  const known = isObject(error) && ids.get(error);
  if (known) return known;
  const failure = failureReport(error, phase === 'navigation' && !hasStarted ? 'start' : phase, details.path);
  const isNew = !idsOfFailures.has(fingerprintOf(failure));
  const id = idOf(failure);
  if (isObject(error)) ids.set(error, id);
  if (window.closed) return id;
  const all = { ...details, ...failure, reportId: id };
  console.error(error, all);
  if (!isOurs(error)) return id;
  if (isNew) sendReport({ id, ...failure });
  void service?.then(({ capture }) => capture(error, all)).catch(() => {}); // the service can't be reached
  return id;
}

/**
 * Starts to report uncaught errors and, if the page names a service, to send reports to it. Its code is
 * loaded after `firstScreen` once nothing else is waiting, and then receives earlier reports.
 */
export function setUpReporting(firstScreen: Promise<unknown>) {
  void firstScreen.then(() => (hasStarted = true));
  const { sentryDsn } = readPage();
  if (sentryDsn) {
    service = firstScreen.then(whenIdle).then(async () => {
      const { start } = await import(/* webpackChunkName: "error-service" */ './error-service.ts');
      return start(sentryDsn, readPage());
    });
    service.catch((error) => console.error(error));
  }
  window.addEventListener('error', ({ error }) => error && report(error, { phase: 'uncaught' }));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, { phase: 'uncaught' }));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns false if the API refused a request or is away, whatever version sent the request. What a refusal says may
 * quote what the user wrote or reads, which never leaves the browser. Delivery rolls a version back whose pages
 * fail, and a restart of the API isn't a failure of any.
 */
function isOurs(error: unknown) {
  if (error instanceof NetworkError) return false;
  return !(error instanceof ApiError) || (error.status >= 500 && !error.isAway);
}

type Failure = Omit<FailureReport, 'id'>;

const fingerprintOf = ({ kind, phase, remote, version, url, message }: Failure) =>
  [kind, phase, remote, version, url, message].join(' ');

function idOf(failure: Failure): string {
  const fingerprint = fingerprintOf(failure);
  const id = idsOfFailures.get(fingerprint) ?? newReportId();
  idsOfFailures.set(fingerprint, id);
  return id;
}

function newReportId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
