import type { ServerEvent } from '@headwater/shared/contract';

export const REMEMBERED_MS = 15 * 60_000;
export const MOST_A_WORKSPACE = 500;
/** About 10 MB, whatever the number of workspaces. */
export const MOST_IN_ALL = 50_000;

interface Told {
  readonly time: number;
  readonly event: ServerEvent;
}

interface Workspace {
  /** By the event's text, the latest last: telling the same twice is telling it once. */
  readonly events: Map<string, Told>;
  /** When it was told of something last. */
  toldAt: number;
  /** Up to this moment events were forgotten for want of room. */
  completeSince: number;
}

/**
 * The events of the last quarter of an hour, by workspace. A tab that wasn't listening (it was starting, or nobody
 * looked at it) is told what has changed meanwhile, instead of fetching everything again.
 */
export class RecentEvents {
  readonly #now: () => number;
  /** The workspace that was told of something last is the last one. */
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
      toldAt: time,
      completeSince: -Infinity,
    };
    this.#workspaces.delete(organizationId);
    this.#workspaces.set(organizationId, workspace);
    this.#count -= workspace.events.size;
    remember(workspace, { time, event });
    this.#count += workspace.events.size;
    this.#forget(time - REMEMBERED_MS);
  }

  /** All events of a workspace in the last `ms`, the oldest first; undefined where some may be missing. */
  within(organizationId: string, ms: number): ServerEvent[] | undefined {
    const from = this.#now() - ms;
    const workspace = this.#workspaces.get(organizationId);
    const completeSince = Math.max(this.#completeSince, workspace?.completeSince ?? -Infinity);
    if (ms > REMEMBERED_MS || from <= completeSince) return undefined;
    return [...(workspace?.events.values() ?? [])]
      .filter(({ time }) => time >= from)
      .map(({ event }) => event);
  }

  /** Some were not heard: nothing from before now is complete. */
  breakOff(): void {
    this.#workspaces.clear();
    this.#count = 0;
    this.#completeSince = this.#now();
  }

  /** Workspaces that were told of nothing since `before`, and, where the room ends, those that were quiet the longest. */
  #forget(before: number): void {
    for (const [id, { events, toldAt }] of this.#workspaces) {
      if (toldAt >= before && this.#count <= MOST_IN_ALL) return;
      if (toldAt >= before) this.#completeSince = Math.max(this.#completeSince, toldAt);
      this.#workspaces.delete(id);
      this.#count -= events.size;
    }
  }
}

function remember(workspace: Workspace, told: Told): void {
  const key = JSON.stringify(told.event);
  workspace.toldAt = told.time;
  workspace.events.delete(key);
  workspace.events.set(key, told);
  const [oldest] = workspace.events;
  if (!oldest || workspace.events.size <= MOST_A_WORKSPACE) return;
  workspace.events.delete(oldest[0]);
  workspace.completeSince = oldest[1].time;
}
