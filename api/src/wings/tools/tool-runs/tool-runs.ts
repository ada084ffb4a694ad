import { sql } from 'kysely';
import type { ErrorObject } from '@headwater/shared/contract';
import { errorObjectOf } from '../../../http/error-document.ts';
import type { Actor } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import { readVersions } from '../../tables/tables/index.ts';
import { listDueSetups, type DueSetup } from './due-setups.ts';
import { findVersionsToRead } from './tables-to-read.ts';
import {
  beginRun,
  countOpenRuns,
  insertRun,
  storeRunTables,
  updateRun,
  type ToolRunRow,
} from './tool-runs.repository.ts';
import { belowConfig, type ToolConfig, type ToolFindings } from './tools.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'run-tool': ToolRunKey;
  }
}

export interface ToolRunKey {
  workspaceId: string;
  id: string;
}

/** A run whose process was lost this often takes the next one down, too. */
const MOST_ATTEMPTS = 3;

/** How many runs of a workspace may wait. */
const OPEN_RUNS_MAX = 20;

const RESULT_BYTES_MAX = 256 * 1024;

/** How often setups are looked for whose tables have new versions. */
const SCAN_MS = 3_000;

/** How often a run stores how far it is. */
const PROGRESS_MS = 500;

/** Somebody has canceled the run, or has deleted what it belongs to, or another process has begun it anew. */
class Canceled extends Error {
  override readonly name = 'Canceled';
}

/**
 * Runs tools in the background. The row says what has become of a run, so that whoever runs it notices with the next
 * progress that it was canceled. A process that is gone is replaced by the job's next try.
 */
export class ToolRuns extends ScanClock {
  readonly #services: Services;
  /** What this process runs, by ID. */
  readonly #running = new Map<string, { workspaceId: string; abort: AbortController }>();
  #isClosed = false;

  constructor(services: Services) {
    super({
      ...{ milliseconds: SCAN_MS, log: services.log, what: 'tools to run after syncs' },
      work: (isClosing) => this.#startDue(isClosing),
    });
    this.#services = services;
  }

  /** Throws unless a config fits its tool and the tables as they are now. */
  async requireRunnable(db: WorkspaceDb, slug: string, config: ToolConfig): Promise<void> {
    const { tools } = this.#services;
    const tool = tools.get(slug);
    tools.requireValid(slug, config);
    const tables = await findVersionsToRead(db, tool.tablesOf(config));
    const faults = tool.faultsOf?.(config, tables) ?? [];
    if (faults.length > 0) throw belowConfig(faults);
  }

  /** Starts a run in the caller's transaction, and returns its ID. */
  async begin(
    db: WorkspaceDb,
    run: {
      tool: string;
      setupId: string | null;
      config: ToolConfig;
      isSample: boolean;
      startedBy: Actor | null;
    },
  ): Promise<string> {
    if ((await countOpenRuns(db)) >= OPEN_RUNS_MAX)
      throw new Refusal('tool_runs_reached', { values: { most: OPEN_RUNS_MAX } });
    const id = newId('trn');
    await insertRun(db, id, run);
    await this.#services.jobs.enqueue(db, 'run-tool', { workspaceId: db.workspaceId, id });
    await this.publish(db, id);
    return id;
  }

  async publish(db: WorkspaceDb, id: string): Promise<void> {
    await this.#services.events.publishIn(db, { type: 'tool_runs', id, sourceConnectionId: null });
  }

  /** Runs a tool. Throws only if another try can help. */
  async run({ workspaceId, id }: ToolRunKey, signal: AbortSignal): Promise<void> {
    const row = await this.#in(workspaceId, (db) => beginRun(db, id));
    if (!row) return;
    const abort = new AbortController();
    this.#running.set(id, { workspaceId, abort });
    try {
      if (row.attempts > MOST_ATTEMPTS) throw new Refusal('internal_error');
      const findings = await this.#find(row, AbortSignal.any([signal, abort.signal]));
      await this.#end(row, { event: 'done', findings });
    } catch (error) {
      if (abort.signal.aborted && !this.#isClosed) return;
      if (this.#isClosed || signal.aborted) {
        await this.#in(workspaceId, (db) => updateRun(db, row, { event: 'returned' }));
        throw error;
      }
      if (!(error instanceof Canceled))
        await this.#end(row, { event: 'failed', error: this.#reasonOf(row, error) });
    } finally {
      this.#running.delete(id);
    }
  }

  /** Stops a run that nobody wants anymore. */
  cancel(id: string): void {
    this.#running.get(id)?.abort.abort();
  }

  cancelAllOf(workspaceId: string): void {
    for (const running of this.#running.values())
      if (running.workspaceId === workspaceId) running.abort.abort();
  }

  /** Stops all work, which other processes, or this one after its next start, begin again. */
  override async close(): Promise<void> {
    this.#isClosed = true;
    for (const { abort } of this.#running.values()) abort.abort();
    await super.close();
  }

  async #find(row: ToolRunRow, signal: AbortSignal): Promise<ToolFindings> {
    const { workspace_id: workspaceId, id, config } = row;
    const { tools, tooling } = this.#services;
    const tool = tools.get(row.tool);
    const requester = { workspaceId, userId: row.started_by_id };
    const progress = this.#progressOf(row);
    const attempt = async () => {
      const versions = await this.#in(workspaceId, async (db) => {
        // A tool may have changed since this was saved.
        await this.requireRunnable(db, row.tool, config);
        const found = await findVersionsToRead(db, tool.tablesOf(config));
        if (!(await updateRun(db, row, { event: 'progressed', share: 0 }))) throw new Canceled();
        await storeRunTables(db, id, found);
        return found;
      });
      return readVersions(this.#services, workspaceId, versions, (files) =>
        tool.run(config, {
          ...{ services: this.#services, requester, signal, progress },
          isSample: row.is_sample,
          tables: versions.map((version, at) => ({ ...version, file: files[at]! })),
          query: (request) => tooling.run(request, requester, signal),
        }),
      );
    };
    const findings = await attempt().catch((error: unknown) => {
      // The current version has just been replaced, and isn't kept.
      if (error instanceof Refusal && error.faults[0]?.code === 'version_gone') return attempt();
      throw error;
    });
    if (Buffer.byteLength(JSON.stringify(findings.result)) > RESULT_BYTES_MAX)
      throw new Refusal('tool_result_too_large');
    return findings;
  }

  #progressOf(row: ToolRunRow): (share: number) => Promise<void> {
    const { workspace_id: workspaceId, id } = row;
    let next = 0;
    return async (share) => {
      if (Date.now() < next) return;
      next = Date.now() + PROGRESS_MS;
      const isWanted = await this.#in(workspaceId, async (db) => {
        await this.publish(db, id);
        return updateRun(db, row, { event: 'progressed', share });
      });
      if (!isWanted) throw new Canceled();
    };
  }

  async #end(row: ToolRunRow, change: Parameters<typeof updateRun>[2]) {
    await this.#in(row.workspace_id, async (db) => {
      await updateRun(db, row, change);
      await this.publish(db, row.id);
    });
  }

  #reasonOf({ workspace_id: workspaceId, id, tool }: ToolRunRow, error: unknown): ErrorObject {
    if (error instanceof Refusal) return errorObjectOf(error);
    this.#services.log.error({ err: error, workspaceId, id, tool }, 'a tool failed');
    return errorObjectOf(new Refusal('internal_error'));
  }

  /** Starts the setups whose tables have new versions. */
  async #startDue(isClosing: () => boolean): Promise<void> {
    for (const due of await listDueSetups(this.#services.database)) {
      if (isClosing()) return;
      await this.#in(due.workspaceId, (db) => this.#startOne(db, due));
    }
  }

  /** Another process may have started it just now, which the lock shows. */
  async #startOne(db: WorkspaceDb, { id }: DueSetup): Promise<void> {
    const key = sql`workspace_id = ${db.workspaceId} and id = ${id}`;
    const { rows } = await sql<{ tool: string; config: ToolConfig }>`
      select tool, config from tool_setups where ${key} and after_sync for update skip locked`.execute(db);
    const [setup] = rows;
    if (!setup) return;
    if ((await countOpenRuns(db)) >= OPEN_RUNS_MAX) return;
    const { numAffectedRows: seen = 0n } = await sql`
      update tool_setup_tables link set seen_version = tables.current_version
      from tables
      where link.workspace_id = ${db.workspaceId} and link.setup_id = ${id}
        and tables.workspace_id = link.workspace_id and tables.id = link.table_id
        and tables.current_version is distinct from link.seen_version`.execute(db);
    // One that waits already reads the versions that are current when it begins.
    const { rows: waiting } = await sql`
      select 1 from tool_runs where workspace_id = ${db.workspaceId} and setup_id = ${id}
        and state = 'queued' and not is_sample limit 1`.execute(db);
    if (seen === 0n || waiting.length > 0) return;
    await this.begin(db, { ...setup, setupId: id, isSample: false, startedBy: null });
  }

  #in<T>(workspaceId: string, work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }
}
