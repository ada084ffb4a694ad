import * as Sentry from '@sentry/browser';
import type { PageBlock } from '@headwater/shared/contract';
import { redact } from './redact.ts';
import { maskedReplay } from './masked-replay.ts';

export interface ErrorService {
  capture(error: unknown, details: Record<string, unknown>): void;
}

/** By default Sentry collects all of it. */
const NOTHING_PERSONAL: Sentry.BrowserOptions['dataCollection'] = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
};

/** The sample rates are the specification's; what people typed or see never leaves the browser. */
export function start(dsn: string, { composition, shell }: PageBlock): ErrorService {
  Sentry.init({
    dsn,
    release: `shell@${shell.version}`,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    integrations: (defaults) => [
      // uncaught errors come through `report`, which knows their owner
      ...defaults.filter(({ name }) => name !== 'GlobalHandlers'),
      Sentry.browserTracingIntegration(),
      maskedReplay(),
    ],
    dataCollection: NOTHING_PERSONAL,
    beforeBreadcrumb: redact,
    beforeSendSpan: redact,
    initialScope: { tags: { composition } },
  });
  Sentry.addEventProcessor(withoutQueries);
  return {
    capture: (error, details) =>
      Sentry.captureException(error, { tags: tagsOf(details), extra: redact(details) }),
  };
}

/** A replay lists the addresses that it went by, to which `urlQueryParams` doesn't extend. */
function withoutQueries(event: Sentry.Event): Sentry.Event {
  if (!('urls' in event)) return event;
  return { ...event, urls: redact(event.urls) } as Sentry.Event;
}

/** Few and with few values each, as they are searched by. */
function tagsOf({ kind, phase, remote, version, owner, reportId }: Record<string, unknown>) {
  return { kind, phase, remote, version, owner, reportId } as Record<string, string>;
}
