import type { ProfileFault } from '@headwater/shared/contract';
import { QueryProcessLost, QueryTimeout, QueryTooLarge } from '../../../engine/warehouse/index.ts';
import type { Services } from '../../../http/services.ts';
import {
  workspaceSelect,
  workspaceTransaction,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { Refusal } from '../../../platform/refusals/refusal.ts';
import { presentColumn } from '../../connections/source-connections/index.ts';
import { readVersions, selectReadableVersion, type ReadableVersion } from '../tables/index.ts';
import {
  BEAT_MS,
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

/** Nobody needs the profile anymore. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Profiles the current version of each table, and what people ask for, one at a time. */
export class Profiler {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #current: { profile: OpenProfile; abort: AbortController } | undefined;
  #served = '';
  #awaited = '';
  #isClosing = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), SCAN_MS);
    this.wake();
  }

  /** Looks for profiles that are due, unless it is working on them already. */
  wake(): void {
    if (this.#isClosing) return;
    this.#working ??= this.#workUntilNothingIsDue()
      .catch((error) => this.#services.log.error({ err: error }, 'profiling tables failed'))
      .finally(() => (this.#working = undefined));
  }

  /** Says that somebody waits for the profile of a table. */
  expect(tableId: string): void {
    this.#awaited = tableId;
    this.wake();
  }

  /** Ends the work on a table of something that was deleted. */
  stopWhere(isGone: (profile: OpenProfile) => boolean): void {
    if (this.#current && isGone(this.#current.profile)) this.#current.abort.abort(new Superseded());
  }

  /** Stops. What is done is kept, and the rest continues after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#current?.abort.abort();
    await this.#working;
  }

  async #workUntilNothingIsDue(): Promise<void> {
    while (!this.#isClosing) {
      const profile = await takeDueProfile(this.#services.database, {
        served: this.#served,
        awaited: this.#awaited,
      });
      if (!profile) return;
      this.#served = profile.workspaceId;
      await this.#work(profile);
    }
  }

  async #work(profile: OpenProfile): Promise<void> {
    const abort = new AbortController();
    this.#current = { profile, abort };
    const beat = setInterval(() => void this.#beat(profile, abort), BEAT_MS);
    try {
      await this.#profile(profile, abort.signal);
      await this.#end(profile, null);
    } catch (error) {
      if (this.#isClosing) await this.#inWorkspace(profile, (db) => handBack(db, profile));
      else if (!(error instanceof Superseded) && !(await this.#isSuperseded(profile))) {
        const isDamaged = error instanceof Refusal && error.faults[0]?.code === 'version_damaged';
        if (!isDamaged)
          this.#services.log.error({ err: error, tableId: profile.tableId }, 'profiling a table failed');
        await this.#end(profile, isDamaged ? 'version_damaged' : 'failed');
      }
    } finally {
      clearInterval(beat);
      this.#current = undefined;
    }
  }

  async #profile(profile: OpenProfile, signal: AbortSignal): Promise<void> {
    const { workspaceId, sourceConnectionId, tableName, version } = profile;
    const [found] = await workspaceSelect<ReadableVersion & { token: number | null }>(
      this.#services.database,
      workspaceId,
      selectReadableVersion(workspaceId, sourceConnectionId, tableName, version),
    );
    if (!found || found.token === null) throw new Superseded();
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
          if (!(await keepAlive(db, profile))) throw new Superseded();
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

  async #isSuperseded(profile: OpenProfile): Promise<boolean> {
    return !(await this.#inWorkspace(profile, (db) => keepAlive(db, profile)));
  }

  async #beat(profile: OpenProfile, abort: AbortController): Promise<void> {
    const isSuperseded = await this.#isSuperseded(profile).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'a heartbeat of a profile failed');
      return false;
    });
    if (isSuperseded) abort.abort(new Superseded());
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
