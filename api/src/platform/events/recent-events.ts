import type { ServerEvent } from '@headwater/shared/contract';

export const REMEMBERED_MS = 15 * 60_000;
export const MOST_A_WORKSPACE = 500;
/** About 10 MB, whatever the number of workspaces. */
export const MOST_IN_ALL = 50_000;

interface RecentEvent {
  readonly time: number;
  readonly event: ServerEvent;
}

interface Workspace {
  /** Keyed by the event's text, newest last: repeating an event only moves it. */
  readonly events: Map<string, RecentEvent>;
  /** The time of the latest event. */
  latestAt: number;
  /** Events up to this time may have been dropped to save space. */
  completeSince: number;
}

/**
 * The events of the last 15 minutes, by workspace. A tab that wasn't listening (it was starting, or no one
 * looked at it) receives what has changed in the meantime, instead of fetching everything again.
 */
export class RecentEvents {
  readonly #now: () => number;
  /** Ordered by their latest event, newest last. */
  readonly #workspaces = new Map<string, Workspace>();
  #count = 0;
  #completeSince: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#completeSince = now();
  }

  add(organizationId: string, event: ServerEvent): void {
    const time = this.#now();
    const workspace = this.#workspaces.get(organizationId) ?? {
      events: new Map(),
      latestAt: time,
      completeSince: -Infinity,
    };
    this.#workspaces.delete(organizationId);
    this.#workspaces.set(organizationId, workspace);
    this.#count -= workspace.events.size;
    remember(workspace, { time, event });
    this.#count += workspace.events.size;
    this.#forget(time - REMEMBERED_MS);
  }

  /**
   * Returns all events of a workspace in the last `ms`, oldest first, or undefined if some may be missing.
   */
  within(organizationId: string, ms: number): ServerEvent[] | undefined {
    const from = this.#now() - ms;
    const workspace = this.#workspaces.get(organizationId);
    const completeSince = Math.max(this.#completeSince, workspace?.completeSince ?? -Infinity);
    if (ms > REMEMBERED_MS || from <= completeSince) return undefined;
    return [...(workspace?.events.values() ?? [])]
      .filter(({ time }) => time >= from)
      .map(({ event }) => event);
  }

  /** Records that events were missed: nothing before now is complete. */
  noteGap(): void {
    this.#workspaces.clear();
    this.#count = 0;
    this.#completeSince = this.#now();
  }

  /**
   * Drops workspaces without an event since `before` and, if there are too many events in
   * total, the quietest ones.
   */
  #forget(before: number): void {
    for (const [id, { events, latestAt }] of this.#workspaces) {
      if (latestAt >= before && this.#count <= MOST_IN_ALL) return;
      if (latestAt >= before) this.#completeSince = Math.max(this.#completeSince, latestAt);
      this.#workspaces.delete(id);
      this.#count -= events.size;
    }
  }
}

function remember(workspace: Workspace, recent: RecentEvent): void {
  const key = JSON.stringify(recent.event);
  workspace.latestAt = recent.time;
  workspace.events.delete(key);
  workspace.events.set(key, recent);
  const [oldest] = workspace.events;
  if (!oldest || workspace.events.size <= MOST_A_WORKSPACE) return;
  workspace.events.delete(oldest[0]);
  workspace.completeSince = oldest[1].time;
}
