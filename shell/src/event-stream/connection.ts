import type { ServerEvent } from '@headwater/shared/contract';

export interface ConnectionHandlers {
  onEvent(event: ServerEvent): void;
  /** `isComplete`: all events since the page was begun have come or will come; else some may have been missed. */
  onOpen(isComplete: boolean): void;
  onLost(): void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Keeps one connection to a workspace's stream open until `signal` aborts; comes back after ever longer waits. */
export function keepConnected(organizationId: string, handlers: ConnectionHandlers, signal: AbortSignal) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
  // what the page has read until now may have changed since; after a break it is asked for anew
  let query = `?within=${Math.ceil(performance.now())}`;

  const connect = () => {
    source = new EventSource(`/api/organizations/${organizationId}/event-stream${query}`);
    query = '';
    source.addEventListener('ready', ({ data }: MessageEvent<string>) => {
      failures = 0;
      handlers.onOpen((JSON.parse(data) as { isComplete: boolean }).isComplete);
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => handlers.onEvent(JSON.parse(data)));
    source.addEventListener('error', () => {
      // the browser's own reconnecting has no back-off and gives up on any status that isn't 200
      source?.close();
      handlers.onLost();
      timer = setTimeout(connect, waitAfter(failures++));
    });
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    source?.close();
  });
  connect();
}

/** Doubles up to half a minute; at random within the upper half, so that browsers don't come back all at once. */
export function waitAfter(failures: number, random = Math.random()) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random;
}
