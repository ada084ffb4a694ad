import type { ServerResponse } from 'node:http';
import type { CurrentToken } from '../../../http/access-sources.ts';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { addUsage, type HourOfUsage } from './usage.repository.ts';

/** So much is lost at most if the process is killed. */
const STORED_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Counts what service accounts request, in memory, and stores it now and then: a request waits for nothing. */
export class UsageMeter {
  readonly #services: Pick<Services, 'database' | 'log'>;
  #counted = new Map<string, Map<string, HourOfUsage>>();
  readonly #timer: NodeJS.Timeout;

  constructor(services: Pick<Services, 'database' | 'log'>) {
    this.#services = services;
    this.#timer = setInterval(() => void this.store(), STORED_EVERY_MS);
    this.#timer.unref();
  }

  /** Counts a request once its response is closed, with the bytes that were sent. */
  count({ workspaceId, principal }: CurrentToken, response: ServerResponse): void {
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.once('close', () => {
      const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
      const key = `${principal.id} ${hour}`;
      const ofWorkspace = this.#counted.get(workspaceId) ?? new Map<string, HourOfUsage>();
      const usage = ofWorkspace.get(key) ?? {
        accountId: principal.id,
        hour,
        requests: 0,
        refused: 0,
        bytes: 0,
      };
      usage.requests += 1;
      if (REFUSED.has(response.statusCode)) usage.refused += 1;
      usage.bytes += (socket?.bytesWritten ?? 0) - before;
      this.#counted.set(workspaceId, ofWorkspace.set(key, usage));
    });
  }

  /** Adds what was counted to what is stored. What can’t be stored is lost, and logged. */
  async store(): Promise<void> {
    const counted = this.#counted;
    this.#counted = new Map();
    for (const [workspaceId, usage] of counted)
      await workspaceTransaction(this.#services.database, workspaceId, (db) =>
        addUsage(db, [...usage.values()]),
      ).catch((error: unknown) =>
        this.#services.log.error(
          { err: error, workspaceId },
          'the usage of service accounts could not be stored',
        ),
      );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.store();
  }
}
