import type { ServerEvent } from '@headwater/shared/contract';

export interface ConnectionHandlers {
  /** Returns the time up to which everything was received. Changes since then are requested on connecting. */
  heardUntil(): number;
  onEvent(event: ServerEvent): void;
  /** Called when all changes since `time` have been received and new ones will be. */
  onOpen(time: number): void;
  /** Called while the connection works: nothing has been missed so far. */
  onBeat(): void;
  onLost(): void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Keeps one connection to a workspace's stream open until `signal` aborts. Reconnects after increasing
 * delays.
 */
export function keepConnected(organizationId: string, handlers: ConnectionHandlers, signal: AbortSignal) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;

  const connect = () => {
    const since = handlers.heardUntil();
    const missed = Math.max(0, Math.ceil(Date.now() - since));
    source = new EventSource(`/api/organizations/${organizationId}/event-stream?within=${missed}`);
    source.addEventListener('ready', ({ data }: MessageEvent<string>) => {
      failures = 0;
      const { isComplete } = JSON.parse(data) as { isComplete: boolean };
      handlers.onOpen(isComplete ? since : Date.now());
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => handlers.onEvent(JSON.parse(data)));
    source.addEventListener('beat', () => handlers.onBeat());
    source.addEventListener('error', () => {
      // the browser's own reconnecting has no backoff and stops at any status other than 200
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

/**
 * Doubles the delay up to half a minute, with a random part in the upper half so that browsers don't all
 * reconnect at once.
 */
export function waitAfter(failures: number, random = Math.random()) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random;
}
