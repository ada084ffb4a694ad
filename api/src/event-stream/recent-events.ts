import type { ServerEvent } from '@headwater/shared/contract';

export const REMEMBERED_MS = 60_000;
const MOST_A_WORKSPACE = 200;

interface Told {
  readonly time: number;
  readonly event: ServerEvent;
}

interface Workspace {
  /** By the event's text, the latest last: telling the same twice is telling it once. */
  readonly events: Map<string, Told>;
  /** Up to this moment events were let go for want of room. */
  completeSince: number;
}

/**
 * The events of the last minute, by workspace. A browser reads its page's data before its stream is open; what changed
 * in between it hears when it is, instead of asking for everything again.
 */
export class RecentEvents {
  readonly #now: () => number;
  /** The workspace that was told of something last is the last one. */
  readonly #workspaces = new Map<string, Workspace>();
  #completeSince: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#completeSince = now();
  }

  add(organizationId: string, event: ServerEvent): void {
    const time = this.#now();
    const workspace = this.#workspaces.get(organizationId) ?? newWorkspace();
    this.#workspaces.delete(organizationId);
    this.#workspaces.set(organizationId, workspace);
    remember(workspace, { time, event });
    this.#forgetOld(time - REMEMBERED_MS);
  }

  /** All events of a workspace in the last `ms`, the oldest first; undefined where some may be missing. */
  within(organizationId: string, ms: number): ServerEvent[] | undefined {
    const from = this.#now() - ms;
    const { events, completeSince } = this.#workspaces.get(organizationId) ?? newWorkspace();
    if (ms > REMEMBERED_MS || from <= Math.max(this.#completeSince, completeSince)) return undefined;
    return [...events.values()].filter(({ time }) => time >= from).map(({ event }) => event);
  }

  /** Some were not heard: nothing from before now is complete. */
  breakOff(): void {
    this.#workspaces.clear();
    this.#completeSince = this.#now();
  }

  #forgetOld(before: number): void {
    for (const [id, { events }] of this.#workspaces) {
      const last = [...events.values()].at(-1);
      if (last && last.time >= before) return;
      this.#workspaces.delete(id);
    }
  }
}

const newWorkspace = (): Workspace => ({ events: new Map(), completeSince: -Infinity });

function remember(workspace: Workspace, told: Told): void {
  const key = JSON.stringify(told.event);
  workspace.events.delete(key);
  workspace.events.set(key, told);
  const [oldest] = workspace.events;
  if (!oldest || workspace.events.size <= MOST_A_WORKSPACE) return;
  workspace.events.delete(oldest[0]);
  workspace.completeSince = oldest[1].time;
}
