import type { Sandboxes } from '@headwater/warehouse';
import { differenceSql } from '@headwater/warehouse/query/zone-offsets';
import type { Requester } from '@headwater/base/queue/fair-queue';

/** Between this year and some years from now are nearly all moments that people have. */
const FIRST = Date.UTC(1970);
const YEARS_AHEAD = 10;

/**
 * From when on the clocks of a zone differ between charts, which go by the time zone data of Node.js, and people's SQL,
 * which goes by the engine's. Both stay the same as long as the product runs, so each zone is compared once.
 */
export class ZoneDifferences {
  readonly #sandboxes: Sandboxes;
  readonly #found = new Map<string, Promise<string | null>>();

  constructor(sandboxes: Sandboxes) {
    this.#sandboxes = sandboxes;
  }

  /** Returns about the first moment at which they differ, in ISO 8601, or null. */
  async of(zone: string, requester: Requester, signal: AbortSignal): Promise<string | null> {
    if (zone === 'UTC') return null;
    const found = this.#found.get(zone) ?? this.#compare(zone, requester, signal);
    this.#found.set(zone, found);
    // Whoever asks next compares them again.
    return found.catch(() => {
      this.#found.delete(zone);
      return null;
    });
  }

  #compare(zone: string, requester: Requester, signal: AbortSignal): Promise<string | null> {
    const last = new Date();
    last.setUTCFullYear(last.getUTCFullYear() + YEARS_AHEAD);
    return this.#sandboxes.use(requester, signal, async (statement) => {
      await statement.check(differenceSql(zone, FIRST, last.getTime()), 'UTC');
      const { json } = await statement.run({ tables: [], limit: 1, parameters: {} });
      const { rows } = JSON.parse(`{${Buffer.from(json).toString()}}`) as { rows: (string | null)[][] };
      return rows[0]?.[0] ?? null;
    });
  }
}
