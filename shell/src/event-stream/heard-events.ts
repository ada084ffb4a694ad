import type { ServerEvent } from '@headwater/shared/contract';

const MOST = 500;

/** What the leading tab hears, for tabs that join. */
export class HeardEvents {
  readonly #events: { time: number; event: ServerEvent }[] = [];
  #since = Infinity;
  #droppedAt = -Infinity;

  /** From when on these are all; Infinity until the connection is open. */
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
