import type { ServerEvent } from '@headwater/shared/contract';

export interface ConnectionHandlers {
  /** The time up to which everything was heard: what changed since then is asked for. */
  heardUntil(): number;
  onEvent(event: ServerEvent): void;
  /** Everything since `time` was told, and what happens from now on will be. */
  onOpen(time: number): void;
  /** Still there: nothing was missed until now. */
  onBeat(): void;
  onLost(): void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Keeps one connection to a workspace's stream open until `signal` aborts; comes back after ever longer waits. */
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
