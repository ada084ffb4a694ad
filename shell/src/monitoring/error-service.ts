import * as Sentry from '@sentry/browser';
import type { PageBlock } from '@headwater/shared/contract';
import { redact } from './redact.ts';
import { maskedReplay } from './masked-replay.ts';

export interface ErrorService {
  capture(error: unknown, details: Record<string, unknown>): void;
}

/** By default, Sentry collects all of this. */
const NOTHING_PERSONAL: Sentry.BrowserOptions['dataCollection'] = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
};

/**
 * Starts the service. The sample rates are those of the specification, and what people type or see never
 * leaves the browser.
 */
export function start(dsn: string, { composition, shell }: PageBlock): ErrorService {
  Sentry.init({
    dsn,
    release: `shell@${shell.version}`,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    integrations: (defaults) => [
      // uncaught errors are reported by `report`, which knows their owner
      ...defaults.filter(({ name }) => name !== 'GlobalHandlers'),
      Sentry.browserTracingIntegration(),
      maskedReplay(),
    ],
    dataCollection: NOTHING_PERSONAL,
    // what is printed may quote data, in the API's own words
    beforeBreadcrumb: (breadcrumb) => (breadcrumb.category === 'console' ? null : redact(breadcrumb)),
    beforeSendSpan: redact,
    initialScope: { tags: { composition } },
  });
  Sentry.addEventProcessor(withoutQueries);
  return {
    capture: (error, details) =>
      Sentry.captureException(error, { tags: tagsOf(details), extra: redact(details) }),
  };
}

/** Removes queries from the URLs that a replay lists, which `urlQueryParams` doesn't cover. */
function withoutQueries(event: Sentry.Event): Sentry.Event {
  if (!('urls' in event)) return event;
  return { ...event, urls: redact(event.urls) } as Sentry.Event;
}

/** Returns the tags, which are few and have few values each, because they are used for searching. */
function tagsOf({ kind, phase, remote, version, owner, reportId }: Record<string, unknown>) {
  return { kind, phase, remote, version, owner, reportId } as Record<string, string>;
}
