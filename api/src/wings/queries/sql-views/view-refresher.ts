import type { Services } from '../../../http/services.ts';
import { errorObjectOf } from '../../../http/error-document.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '../../../platform/refusals/refusal.ts';
import {
  BEAT_MS,
  confirmFreshness,
  endFailed,
  handBack,
  keepAlive,
  takeDueRefresh,
  type OpenRefresh,
} from './due-refreshes.ts';
import { refreshView, RefreshTaken } from './refresh-view.ts';

/** How often the worker looks for views whose tables have changed. */
const SCAN_MS = 3_000;

/** Reasons that pass without anyone's doing. */
const PASSING = new Set(['installation_busy', 'version_gone', 'disk_full', 'internal_error']);
/** Reasons that pass as soon as a table has the name that it's about. */
const WAITING = new Set(['sql_table_unknown', 'sql_table_not_synced']);

/** Refreshes views whose tables have changed, and those that people ask for, one at a time. */
export class ViewRefresher {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #current: { refresh: OpenRefresh; abort: AbortController } | undefined;
  #served = '';
  #isClosing = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), SCAN_MS);
    this.wake();
  }

  /** Looks for views that are due, unless it is working on them already. */
  wake(): void {
    if (this.#isClosing) return;
    this.#working ??= this.#workUntilNothingIsDue()
      .catch((error) => this.#services.log.error({ err: error }, 'refreshing views failed'))
      .finally(() => (this.#working = undefined));
  }

  /** Ends the work on a view of something that was deleted. */
  stopWhere(isGone: (refresh: OpenRefresh) => boolean): void {
    if (this.#current && isGone(this.#current.refresh)) this.#current.abort.abort(new RefreshTaken());
  }

  /** Stops. What has begun is begun anew after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#current?.abort.abort();
    await this.#working;
  }

  async #workUntilNothingIsDue(): Promise<void> {
    while (!this.#isClosing) {
      const refresh = await takeDueRefresh(this.#services.database, this.#served);
      if (!refresh) return confirmFreshness(this.#services.database);
      this.#served = refresh.workspaceId;
      await this.#work(refresh);
    }
  }

  async #work(refresh: OpenRefresh): Promise<void> {
    const abort = new AbortController();
    this.#current = { refresh, abort };
    const beat = setInterval(() => void this.#beat(refresh, abort), BEAT_MS);
    try {
      await this.#announce(refresh);
      await refreshView(this.#services, refresh, abort.signal);
    } catch (error) {
      await this.#end(refresh, error);
    } finally {
      clearInterval(beat);
      this.#current = undefined;
    }
  }

  async #end(refresh: OpenRefresh, error: unknown): Promise<void> {
    if (this.#isClosing) return this.#inWorkspace(refresh, (db) => handBack(db, refresh));
    if (error instanceof RefreshTaken) return;
    const isRefusal = error instanceof Refusal;
    if (!isRefusal)
      this.#services.log.error({ err: error, viewId: refresh.viewId }, 'refreshing a view failed');
    const refusal = isRefusal ? error : new Refusal('internal_error', { cause: error });
    const { code, values } = refusal.faults[0]!;
    await this.#inWorkspace(refresh, async (db) => {
      await endFailed(db, refresh, {
        failure: errorObjectOf(refusal),
        waitsFor: WAITING.has(code) ? namesIn(String(values?.name ?? '')) : [],
        passes: PASSING.has(code),
      });
    });
    await this.#announce(refresh);
  }

  async #beat(refresh: OpenRefresh, abort: AbortController): Promise<void> {
    const isAlive = await this.#inWorkspace(refresh, (db) => keepAlive(db, refresh)).catch(
      (error: unknown) => {
        this.#services.log.warn({ err: error }, 'a heartbeat of a refresh failed');
        return true;
      },
    );
    if (!isAlive) abort.abort(new RefreshTaken());
  }

  /** Tells whoever looks at the view that its state has changed. */
  async #announce({ workspaceId, viewId: id, sourceConnectionId }: OpenRefresh): Promise<void> {
    this.#services.events.publish(workspaceId, { type: 'tables', id, sourceConnectionId });
  }

  #inWorkspace<T>({ workspaceId }: OpenRefresh, work: Parameters<typeof workspaceTransaction<T>>[2]) {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }
}

/** Returns what a table may be called that SQL names like this: `a.b.c` is a table `c`, `b.c`, or `a.b.c`. */
const namesIn = (shown: string): string[] => {
  const parts = shown.toLowerCase().split('.');
  return parts.map((_, at) => parts.slice(at).join('.'));
};
