import type { ServerEvent } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { keepConnected } from './connection.ts';
import { leadUntil } from './leadership.ts';
import { invalidate, invalidateOlder, poll } from './live-queries.ts';

/** `since`: when the connection that is live now was opened. */
type State = { live: boolean; since: number };
/** Between the tabs of one browser. A tab that joins asks for the state. */
type Message = { kind: 'event'; event: ServerEvent } | { kind: 'state'; state: State } | { kind: 'ask' };

const POLL_EVERY_MS = 2_500;

/** Keeps the cached data of a workspace true while it is open; see the README. Answers how to stop. */
export function followEvents(organizationId: string, client = queryClient): () => void {
  const name = `hw-events:${organizationId}`;
  const channel = new BroadcastChannel(name);
  let led: State | undefined;
  let known: State = { live: false, since: 0 };
  let lead = new AbortController();
  let polling: ReturnType<typeof setInterval> | undefined;

  const tell = (message: Message) => channel.postMessage(message);
  const learn = (state: State) => {
    clearInterval(polling);
    if (state.since > known.since) void invalidateOlder(client, organizationId, state.since);
    if (!state.live && isVisible())
      polling = setInterval(() => void poll(client, organizationId), POLL_EVERY_MS);
    known = state;
  };
  const announce = (state: State) => {
    led = state;
    learn(state);
    tell({ kind: 'state', state });
  };
  const onEvent = (event: ServerEvent) => {
    void invalidate(client, organizationId, event);
    tell({ kind: 'event', event });
  };
  const onOpen = () => announce({ live: true, since: Date.now() });
  const onLost = () => announce({ live: false, since: known.since });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') void invalidate(client, organizationId, data.event);
    if (data.kind === 'state') learn(data.state);
    if (data.kind === 'ask' && led) tell({ kind: 'state', state: led });
  };
  const start = () => {
    lead = new AbortController();
    const { signal } = lead;
    leadUntil(signal, name, () => keepConnected(organizationId, { onEvent, onOpen, onLost }, signal));
    tell({ kind: 'ask' });
  };
  const pause = () => {
    led = undefined;
    lead.abort();
    clearInterval(polling);
  };
  const onVisibility = () => {
    pause();
    if (!isVisible()) return;
    void invalidateOlder(client, organizationId, Date.now());
    start();
  };

  document.addEventListener('visibilitychange', onVisibility);
  if (isVisible()) start();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    pause();
    channel.close();
  };
}

const isVisible = () => document.visibilityState === 'visible';
