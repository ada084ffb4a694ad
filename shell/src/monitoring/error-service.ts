import * as Sentry from '@sentry/browser';
import type { Page } from '../page.ts';

export interface ErrorService {
  capture(error: unknown, details: Record<string, unknown>): void;
}

/** The sample rates are the specification's; what people typed or see never leaves the browser. */
export function start(dsn: string, { composition, shell }: Page): ErrorService {
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
      Sentry.replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
    ],
    initialScope: { tags: { composition } },
  });
  return {
    capture: (error, details) => Sentry.captureException(error, { tags: tagsOf(details), extra: details }),
  };
}

/** Few and with few values each, as they are searched by. */
function tagsOf({ kind, remote, version, owner, reportId }: Record<string, unknown>) {
  return { kind, remote, version, owner, reportId } as Record<string, string>;
}
