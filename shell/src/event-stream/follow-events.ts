import type { ServerEvent } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { BurstRefresh } from './burst-refresh.ts';
import { keepConnected } from './connection.ts';
import { HeardEvents } from './heard-events.ts';
import { leadUntil } from './leadership.ts';
import { invalidateOlder, poll, refreshSession } from './live-queries.ts';

/** `since`: the time since when every event was received, on the clock that all tabs of a browser share. */
type State = { live: boolean; since: number };
/**
 * Messages between the tabs of one browser. A tab that joins requests the state and the events that it has
 * missed.
 */
type Message =
  | { kind: 'event'; event: ServerEvent }
  | { kind: 'state'; state: State }
  | { kind: 'ask'; heardUntil: number };

const POLL_EVERY_MS = 2_500;

/**
 * Keeps the cached data of a workspace up to date while it is open, as described in the README. Returns a
 * function that stops it.
 */
export function followEvents(organizationId: string, client = queryClient): () => void {
  const name = `hw-events:${organizationId}`;
  const channel = new BroadcastChannel(name);
  const refresh = new BurstRefresh(client, organizationId);
  let live = false;
  /**
   * The time up to which this tab knows of every change. Data that the page read while starting may be as old
   * as the page.
   */
  let heardUntil = performance.timeOrigin;
  /** Set while this tab leads. */
  let heard = new HeardEvents();
  let lead = new AbortController();
  let polling: ReturnType<typeof setInterval> | undefined;

  const send = (message: Message) => channel.postMessage(message);
  const applyState = (state: State) => {
    clearInterval(polling);
    if (state.since > heardUntil) void invalidateOlder(client, organizationId, state.since);
    live = state.live;
    heardUntil = live ? Date.now() : Math.max(heardUntil, state.since);
    if (!live && isVisible()) polling = setInterval(() => void poll(client, organizationId), POLL_EVERY_MS);
  };
  const applyEvent = (event: ServerEvent) => {
    if (live) heardUntil = Date.now();
    refresh.apply(event);
  };
  const announce = (state: State) => {
    applyState(state);
    send({ kind: 'state', state });
  };
  const onEvent = (event: ServerEvent) => {
    heard.add(event);
    applyEvent(event);
    send({ kind: 'event', event });
  };
  const onOpen = (since: number) => {
    heard.open(since);
    announce({ live: true, since: heard.since });
  };
  const onBeat = () => announce({ live: true, since: heard.since });
  const onLost = () => {
    // Perhaps the user doesn't belong to the workspace anymore.
    if (live) void refreshSession(client);
    heard = new HeardEvents();
    announce({ live: false, since: heardUntil });
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') applyEvent(data.event);
    if (data.kind === 'state') applyState(data.state);
    if (data.kind === 'ask' && heard.since < Infinity) sendMissed(data.heardUntil);
  };
  const sendMissed = (since: number) => {
    for (const event of heard.after(since)) send({ kind: 'event', event });
    send({ kind: 'state', state: { live: true, since: heard.since } });
  };
  const start = () => {
    lead = new AbortController();
    const { signal } = lead;
    const handlers = { heardUntil: () => heardUntil, onEvent, onOpen, onBeat, onLost };
    leadUntil(signal, name, () => keepConnected(organizationId, handlers, signal));
    send({ kind: 'ask', heardUntil });
  };
  const pause = () => {
    heard = new HeardEvents();
    live = false;
    lead.abort();
    clearInterval(polling);
  };
  const onVisibility = () => {
    pause();
    if (isVisible()) start();
  };

  document.addEventListener('visibilitychange', onVisibility);
  if (isVisible()) start();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    pause();
    refresh.stop();
    channel.close();
  };
}

const isVisible = () => document.visibilityState === 'visible';
