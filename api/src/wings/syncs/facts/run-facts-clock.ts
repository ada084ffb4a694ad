import type { Services } from '../../../http/services.ts';
import { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import { makeRunFacts, noteFailure } from './make-run-facts.ts';
import { takeDue } from './run-facts.repository.ts';

const SCAN_MS = 3_000;

/** Makes the tables of runs again once runs have ended, one at a time. */
export class RunFactsClock {
  readonly #clock: ScanClock;
  readonly #stop = new AbortController();

  constructor(services: Services) {
    this.#clock = new ScanClock({
      ...{ milliseconds: SCAN_MS, log: services.log, what: 'ended runs' },
      work: (isClosing) => this.#makeAll(services, isClosing),
    });
  }

  start(): void {
    this.#clock.start();
  }

  /** Looks for what is due at once. */
  wake(): void {
    this.#clock.wake();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#clock.close();
  }

  async #makeAll(services: Services, isClosing: () => boolean): Promise<void> {
    while (!isClosing()) {
      const workspaceId = await takeDue(services.database);
      if (workspaceId === undefined) return;
      // One that fails is tried again once it isn't taken anymore.
      await makeRunFacts(services, workspaceId, this.#stop.signal).catch(async (error: unknown) => {
        if (isClosing()) return;
        services.log.error({ err: error, workspaceId }, 'making the table of runs failed');
        await noteFailure(services, workspaceId);
      });
    }
  }
}
