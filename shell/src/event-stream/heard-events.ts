import type { ServerEvent } from '@headwater/shared/contract';

const MOST = 500;

/** The events that the leading tab has received, for tabs that join. */
export class HeardEvents {
  readonly #events: { time: number; event: ServerEvent }[] = [];
  #since = Infinity;
  #droppedAt = -Infinity;

  /** The time since when these are all events, or Infinity until the connection is open. */
  get since(): number {
    return Math.max(this.#since, this.#droppedAt);
  }

  open(since: number) {
    this.#since = since;
  }

  add(event: ServerEvent) {
    this.#events.push({ time: Date.now(), event });
    if (this.#events.length > MOST) this.#droppedAt = this.#events.shift()!.time;
  }

  after(time: number): ServerEvent[] {
    return this.#events.filter((one) => one.time >= time).map(({ event }) => event);
  }
}
