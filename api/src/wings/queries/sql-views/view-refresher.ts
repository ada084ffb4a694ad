import type { Services } from '../../../http/services.ts';
import { errorObjectOf } from '../../../http/error-document.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { LeasedWork } from '../../../platform/jobs/leased-work.ts';
import {
  confirmFreshness,
  endFailed,
  handBack,
  keepAlive,
  takeDueRefresh,
  type OpenRefresh,
} from './due-refreshes.ts';
import { refreshView } from './refresh-view.ts';

/** How often the worker looks for views whose tables have changed. */
const SCAN_MS = 3_000;

/** Reasons that pass without anyone's doing. */
const PASSING = new Set(['installation_busy', 'version_gone', 'disk_full', 'internal_error']);
/** Reasons that pass as soon as a table has the name that it's about. */
const WAITING = new Set(['sql_table_unknown', 'sql_table_not_synced']);

/** Refreshes views whose tables have changed, and those that people ask for, one at a time. */
export class ViewRefresher extends LeasedWork<OpenRefresh> {
  readonly #services: Services;

  constructor(services: Services) {
    super({
      ...{ log: services.log, what: 'views to refresh', milliseconds: SCAN_MS },
      take: async ({ served }) => {
        const refresh = await takeDueRefresh(services.database, served);
        if (!refresh) await confirmFreshness(services.database);
        return refresh;
      },
      work: async (refresh, signal) => {
        this.#announce(refresh);
        await refreshView(services, refresh, signal);
      },
      renew: (refresh) => this.#inWorkspace(refresh, (db) => keepAlive(db, refresh)),
      // It is begun anew.
      handBack: (refresh) => this.#inWorkspace(refresh, (db) => handBack(db, refresh)),
      failed: (refresh, error) => this.#fail(refresh, error),
    });
    this.#services = services;
  }

  async #fail(refresh: OpenRefresh, error: unknown): Promise<void> {
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
    this.#announce(refresh);
  }

  /** Tells whoever looks at the view that its state has changed. */
  #announce({ workspaceId, viewId: id, sourceConnectionId }: OpenRefresh): void {
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
