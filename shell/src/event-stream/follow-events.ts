import type { ServerEvent } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { keepConnected } from './connection.ts';
import { leadUntil } from './leadership.ts';
import { invalidate, invalidateOlder, poll } from './live-queries.ts';

/** `since`: from when on every event was heard, on the clock that the tabs of a browser share. */
type State = { live: boolean; since: number };
/** Between the tabs of one browser. A tab that joins asks for the state, and for the events since it was begun. */
type Message =
  { kind: 'event'; event: ServerEvent } | { kind: 'state'; state: State } | { kind: 'ask'; begun: number };

const POLL_EVERY_MS = 2_500;
/** A tab that takes longer than this to join may lack some of its first events. */
const REMEMBERED_MS = 60_000;

/** Keeps the cached data of a workspace true while it is open; see the README. Answers how to stop. */
export function followEvents(organizationId: string, client = queryClient): () => void {
  const name = `hw-events:${organizationId}`;
  const channel = new BroadcastChannel(name);
  let led: State | undefined;
  let known: State = { live: false, since: performance.timeOrigin };
  let heard: { time: number; event: ServerEvent }[] = [];
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
    const time = Date.now();
    heard = [...heard.filter((one) => time - one.time < REMEMBERED_MS), { time, event }];
    void invalidate(client, organizationId, event);
    tell({ kind: 'event', event });
  };
  const onOpen = (isComplete: boolean) =>
    announce({ live: true, since: isComplete ? performance.timeOrigin : Date.now() });
  const onLost = () => announce({ live: false, since: known.since });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') void invalidate(client, organizationId, data.event);
    if (data.kind === 'state') learn(data.state);
    if (data.kind === 'ask' && led) answer(led, data.begun);
  };
  const answer = (state: State, begun: number) => {
    tell({ kind: 'state', state });
    for (const { time, event } of heard) if (time >= begun) tell({ kind: 'event', event });
  };
  const start = () => {
    lead = new AbortController();
    const { signal } = lead;
    leadUntil(signal, name, () => keepConnected(organizationId, { onEvent, onOpen, onLost }, signal));
    tell({ kind: 'ask', begun: performance.timeOrigin });
  };
  const pause = () => {
    led = undefined;
    heard = [];
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
