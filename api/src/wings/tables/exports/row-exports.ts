import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ErrorObject } from '@headwater/shared/contract';
import { errorObjectOf } from '../../../http/error-document.ts';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { QueryProcessLost } from '@headwater/warehouse';
import { requireStorage, storageRoom } from '../../ground/quotas/index.ts';
import {
  readVersions,
  rowFileRequest,
  type ReadableVersion,
  selectReadableVersion,
} from '../tables/index.ts';
import { beginExport, listKnown, updateExport, type RowExportRow } from './row-exports.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'write-row-export': RowExportKey;
  }
}

export interface RowExportKey {
  workspaceId: string;
  id: string;
}

/** An export whose process was lost this often takes the next one down, too. */
const MOST_ATTEMPTS = 3;

/**
 * Writes exports to files. The row says what has become of one: it's deleted when someone cancels it, which whoever
 * writes it notices with the next progress. A process that is gone is replaced by the job's next try.
 */
export class RowExports {
  readonly #services: Services;
  /** What this process writes, by ID. */
  readonly #running = new Map<string, { workspaceId: string; abort: AbortController }>();
  #isClosed = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Writes one export. Throws only if another try can help. */
  async write({ workspaceId, id }: RowExportKey, signal: AbortSignal): Promise<void> {
    const begun = await this.#in(workspaceId, (db) => beginExport(db, id));
    if (!begun) return;
    const abort = new AbortController();
    this.#running.set(id, { workspaceId, abort });
    const either = AbortSignal.any([signal, abort.signal]);
    try {
      if (begun.attempts > MOST_ATTEMPTS) throw new Refusal('internal_error');
      await this.#store(begun, await this.#content(begun, either, abort));
    } catch (error) {
      await this.#services.rowExportFiles.remove(workspaceId, id);
      if (abort.signal.aborted && !this.#isClosed) return;
      if (this.#isClosed || signal.aborted)
        await this.#in(workspaceId, (db) => updateExport(db, id, { state: 'queued' }));
      if (this.#isClosed || signal.aborted || isLost(error)) throw error;
      await this.#fail(begun, error);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Stops writing an export that nobody wants anymore. */
  cancel(id: string): void {
    this.#running.get(id)?.abort.abort();
  }

  cancelAllOf(workspaceId: string): void {
    for (const running of this.#running.values())
      if (running.workspaceId === workspaceId) running.abort.abort();
  }

  /** Stops all work, which other processes, or this one after its next start, continue. */
  close(): void {
    this.#isClosed = true;
    for (const { abort } of this.#running.values()) abort.abort();
  }

  /** Deletes the files of exports that are gone with their tables. */
  async tidy(workspaceId: string): Promise<void> {
    const { rowExportFiles: files } = this.#services;
    const ids = [...new Set((await files.list(workspaceId)).map((name) => name.replace(/\.partial$/, '')))];
    const known = await this.#in(workspaceId, (db) => listKnown(db, ids));
    for (const id of ids.filter((one) => !known.has(one))) {
      this.cancel(id);
      await files.remove(workspaceId, id);
    }
  }

  async #content(row: RowExportRow, signal: AbortSignal, abort: AbortController) {
    const { workspace_id: workspaceId, user_id: userId, format, table_name: tableName, rows, asked } = row;
    const version = await this.#in(workspaceId, async (db) => {
      const { source_connection_id: sourceConnectionId } = row;
      const selected = selectReadableVersion(workspaceId, sourceConnectionId, tableName, row.version);
      return (await sql<ReadableVersion & { token: number | null }>`${selected}`.execute(db)).rows[0];
    });
    if (!version || version.token === null) throw new Refusal('version_gone');
    const named = { format, texts: 'exact' as const, tableName, rows, isAlphabetical: true };
    const request = rowFileRequest(version, asked, named);
    const onProgress = (share: number) => {
      this.#in(workspaceId, (db) => updateExport(db, row.id, { share })).then(
        (isWanted) => isWanted || abort.abort(),
        () => undefined, // The next progress will do.
      );
    };
    return readVersions(this.#services, workspaceId, [version], ([file]) =>
      this.#services.preparing.run({ ...request, file: file! }, { workspaceId, userId }, signal, onProgress),
    );
  }

  async #store({ workspace_id: workspaceId, id }: RowExportRow, content: Readable): Promise<void> {
    const { config, rowExportFiles: files } = this.#services;
    const room = await this.#in(workspaceId, (db) => storageRoom(db, config.quotas));
    const bounds = { maxBytes: room.bytes, refusal: room.refusal };
    const { bytes } = await files.store(workspaceId, id, content, bounds);
    const isWanted = await this.#in(workspaceId, async (db) => {
      await requireStorage(db, config.quotas, bytes);
      return updateExport(db, id, { state: 'ready', bytes });
    });
    if (!isWanted) await files.remove(workspaceId, id);
  }

  async #fail({ workspace_id: workspaceId, id }: RowExportRow, error: unknown): Promise<void> {
    if (!(error instanceof Refusal))
      this.#services.log.error({ err: error, workspaceId, id }, 'an export failed');
    const reason: ErrorObject = errorObjectOf(
      error instanceof Refusal ? error : new Refusal('internal_error'),
    );
    await this.#in(workspaceId, (db) => updateExport(db, id, { state: 'failed', error: reason }));
  }

  #in<T>(workspaceId: string, work: Parameters<typeof workspaceTransaction<T>>[2]): Promise<T> {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }
}

/** Whether the process that made the rows is gone, and another one may get further. */
const isLost = (error: unknown) =>
  error instanceof QueryProcessLost ||
  (error instanceof Refusal && error.faults[0]!.code === 'installation_busy');
