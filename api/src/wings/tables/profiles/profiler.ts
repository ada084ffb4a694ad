import type { ProfileFault } from '@headwater/shared/contract';
import { QueryProcessLost, QueryTimeout, QueryTooLarge } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import {
  workspaceSelect,
  workspaceTransaction,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { LeaseLost, LeasedWork } from '../../../platform/jobs/leased-work.ts';
import { presentColumn } from '../../connections/source-connections/index.ts';
import { readVersions, selectReadableVersion, type ReadableVersion } from '../tables/index.ts';
import {
  endProfile,
  handBack,
  keepAlive,
  listDone,
  storeColumn,
  storeSampledRows,
  takeDueProfile,
  type OpenProfile,
} from './open-profiles.ts';

/** How often the worker looks for versions without a profile. */
const SCAN_MS = 3_000;

/** Of a larger table, about as many cells are read. */
const MOST_CELLS = 500_000_000;
const CELLS_SAMPLED = 100_000_000;

/** Profiles the current version of each table, and what people ask for, one at a time. */
export class Profiler extends LeasedWork<OpenProfile> {
  readonly #services: Services;
  #awaited = '';

  constructor(services: Services) {
    super({
      ...{ log: services.log, what: 'tables to profile', milliseconds: SCAN_MS },
      take: ({ served }) => takeDueProfile(services.database, { served, awaited: this.#awaited }),
      work: async (profile, signal) => {
        await this.#profile(profile, signal);
        await this.#end(profile, null);
      },
      renew: (profile) => this.#inWorkspace(profile, (db) => keepAlive(db, profile)),
      // What is done is kept, and the rest continues.
      handBack: (profile) => this.#inWorkspace(profile, (db) => handBack(db, profile)),
      failed: (profile, error) => this.#fail(profile, error),
    });
    this.#services = services;
  }

  /** Says that somebody waits for the profile of a table. */
  expect(tableId: string): void {
    this.#awaited = tableId;
    this.wake();
  }

  async #profile(profile: OpenProfile, signal: AbortSignal): Promise<void> {
    const { workspaceId, sourceConnectionId, tableName, version } = profile;
    const [found] = await workspaceSelect<ReadableVersion & { token: number | null }>(
      this.#services.database,
      workspaceId,
      selectReadableVersion(workspaceId, sourceConnectionId, tableName, version),
    );
    if (!found || found.token === null) throw new LeaseLost();
    const sample = sampleOf(found);
    const done = await this.#inWorkspace(profile, (db) => listDone(db, profile));
    // The file stays until the end, even if a newer version is committed meanwhile.
    await readVersions(this.#services, workspaceId, [found], async ([file]) => {
      for (const column of found.columns.map(presentColumn)) {
        if (done.has(column.name)) continue;
        const request = { kind: 'profile' as const, file: file!, column, sample };
        const result = await this.#services.profiling
          .run(request, { workspaceId, userId: null }, signal)
          .then(
            ({ rows, ...facts }) => ({ rows, facts, fault: null }),
            (error: unknown) => ({ rows: null, facts: null, fault: faultOf(error) }),
          );
        await this.#inWorkspace(profile, async (db) => {
          if (!(await keepAlive(db, profile))) throw new LeaseLost();
          await storeColumn(db, profile, column.name, result);
          if (sample !== null && result.rows !== null) await storeSampledRows(db, profile, result.rows);
        });
      }
    });
  }

  async #end(profile: OpenProfile, fault: ProfileFault | null): Promise<void> {
    const { tableId: id, sourceConnectionId } = profile;
    await this.#inWorkspace(profile, async (db) => {
      await endProfile(db, profile, fault);
      await this.#services.events.publishIn(db, { type: 'tables', id, sourceConnectionId });
    });
  }

  async #fail(profile: OpenProfile, error: unknown): Promise<void> {
    // What is gone is no failure.
    if (!(await this.#inWorkspace(profile, (db) => keepAlive(db, profile)))) return;
    const isDamaged = error instanceof Refusal && error.faults[0]?.code === 'version_damaged';
    if (!isDamaged)
      this.#services.log.error({ err: error, tableId: profile.tableId }, 'profiling a table failed');
    await this.#end(profile, isDamaged ? 'version_damaged' : 'failed');
  }

  #inWorkspace<T>({ workspaceId }: OpenProfile, work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }
}

/** Returns how many percent of a table are read. Null for all of it. */
export function sampleOf({ rows, columns }: Pick<ReadableVersion, 'rows' | 'columns'>): number | null {
  const cells = rows * columns.length;
  return cells <= MOST_CELLS ? null : Math.max(1, Math.round((CELLS_SAMPLED / cells) * 100));
}

/** Returns why a column can't be profiled. Throws errors that are about the whole table. */
function faultOf(error: unknown): ProfileFault {
  if (error instanceof QueryTimeout) return 'timed_out';
  if (error instanceof QueryTooLarge) return 'too_large';
  if (error instanceof QueryProcessLost) return 'failed';
  throw error;
}
