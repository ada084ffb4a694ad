import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SQL_VIEW_ROWS_MAX } from '@headwater/shared/contract';
import { LRUCache } from 'lru-cache';
import type { ReadKey } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import { duringRoom } from '@headwater/base/disk/during-room';
import { workspaceSelect, workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { TableReader } from '../sql/index.ts';
import type { ViewRows, ViewRowsAsked, ViewRowSource } from '../../tables/tables/index.ts';
import { withCheckedStatement } from './checked-statement.ts';
import { columnsOfFile } from './columns-of-file.ts';
import { findViewMaking, type ViewMaking } from './sql-views.repository.ts';

/** How long rows are kept, for all cards of a report and for whoever opens it next. */
const KEPT_MS = 10 * 60_000;
const FILES_MAX = 40;
const ALL_BYTES = 2 * 1024 ** 3;
const FILE_BYTES = 512 * 1024 ** 2;

type Kept = ViewRows & { readonly file: ReadKey };

interface Making {
  readonly rows: Promise<Kept>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Makes the rows of views for values that somebody chooses, in files of this process that are removed soon. Whoever asks for
 * the same rows waits for the same file, and its making ends when all of them have left.
 */
export class ViewRowFiles implements ViewRowSource {
  readonly #services: Services;
  readonly #makings = new Map<string, Making>();
  readonly #readers = new Map<string, number>();
  readonly #files: LRUCache<string, Kept>;

  constructor(services: Services) {
    this.#services = services;
    this.#files = new LRUCache({
      max: FILES_MAX,
      maxSize: ALL_BYTES,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      ttl: KEPT_MS,
      ttlAutopurge: true,
      disposeAfter: (rows) => this.#removeIfUnused(rows),
    });
  }

  async reading<T>(
    asked: ViewRowsAsked,
    signal: AbortSignal,
    work: (rows: ViewRows | null) => Promise<T>,
  ): Promise<T> {
    const { workspaceId, viewId } = asked;
    const view = await workspaceTransaction(this.#services.database, workspaceId, (db) =>
      findViewMaking(db, viewId),
    );
    const parameters = { ...view?.parameters, ...asked.parameters };
    if (!view || isDeepStrictEqual(parameters, { ...view.parameters })) return work(null);
    const key = keyOf(viewId, view, parameters);
    const rows = await this.#rows(key, { ...asked, parameters }, view, signal);
    this.#readers.set(rows.path, (this.#readers.get(rows.path) ?? 0) + 1);
    try {
      return await work(rows);
    } finally {
      const others = this.#readers.get(rows.path)! - 1;
      if (others > 0) this.#readers.set(rows.path, others);
      else this.#readers.delete(rows.path);
      this.#removeIfUnused(rows);
    }
  }

  /** Removes all files. */
  async close(): Promise<void> {
    for (const { abort } of this.#makings.values()) abort.abort();
    await Promise.allSettled([...this.#makings.values()].map(({ rows }) => rows));
    this.#files.clear();
  }

  async #rows(key: string, asked: ViewRowsAsked, view: ViewMaking, left: AbortSignal): Promise<Kept> {
    left.throwIfAborted();
    const known = this.#files.get(key);
    if (known) return known;
    const making = this.#makings.get(key) ?? this.#start(key, asked, view);
    making.waiting += 1;
    const leaving = Promise.withResolvers<never>();
    const leave = () => leaving.reject(left.reason as Error);
    left.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([making.rows, leaving.promise]);
    } finally {
      left.removeEventListener('abort', leave);
      making.waiting -= 1;
      if (making.waiting === 0) this.#end(key, making);
    }
  }

  #start(key: string, asked: ViewRowsAsked, view: ViewMaking): Making {
    const abort = new AbortController();
    const rows = this.#make(key, asked, view, abort.signal);
    const making: Making = { rows, abort, waiting: 0 };
    this.#makings.set(key, making);
    rows
      .then(
        (made) => this.#files.set(key, made),
        () => undefined, // Those who wait for it handle its error.
      )
      .finally(() => this.#end(key, making));
    return making;
  }

  #end(key: string, making: Making): void {
    making.abort.abort();
    if (this.#makings.get(key) === making) this.#makings.delete(key);
  }

  async #make(
    key: string,
    { workspaceId, viewId, parameters, requester }: ViewRowsAsked,
    { sql, sourceConnectionId, zone, bound }: ViewMaking,
    signal: AbortSignal,
  ): Promise<Kept> {
    const { database, versions } = this.#services;
    const file = {
      workspaceId,
      connectionId: sourceConnectionId,
      tableId: viewId,
      reading: key,
      token: tokenOf(),
    };
    const path = await versions.readPath(file);
    // Whoever sees the view sees its rows, so the workspace itself reads what they're made of.
    const reader: TableReader = {
      id: workspaceId,
      principal: null,
      transaction: (work) => workspaceTransaction(database, workspaceId, work),
      select: (query) => workspaceSelect(database, workspaceId, query),
    };
    try {
      return await duringRoom(dirname(path), signal, (whileRoom) =>
        withCheckedStatement(
          this.#services,
          { reader, sql, zone, parameters, bound, requester, signal: whileRoom },
          async (statement, tables, found) => {
            const limits = { rowsMax: SQL_VIEW_ROWS_MAX, bytesMax: FILE_BYTES };
            const written = await statement.write({ tables, parameters, path, ...limits });
            const ages = found.map(({ version }) => version.freshAsOf).toSorted();
            const freshAsOf = new Date(ages[0] ?? Date.now()).toISOString();
            return { key, file, path, bytes: written.bytes, columns: columnsOfFile(written), freshAsOf };
          },
        ),
      );
    } catch (error) {
      await versions.removeRead(file);
      throw error;
    }
  }

  #removeIfUnused({ key, path, file }: Kept): void {
    if (this.#readers.has(path) || this.#files.peek(key)?.path === path) return;
    this.#services.queries.release(path);
    this.#services.versions.removeRead(file).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'the rows of a view were not removed');
    });
  }
}

/** Numbers files of the same rows, of which an earlier one may still be read. */
const tokenOf = () => Math.floor(Math.random() * 2 ** 47);

const keyOf = (
  viewId: string,
  { sql, signature, zone }: ViewMaking,
  parameters: ViewRowsAsked['parameters'],
): string =>
  createHash('sha256')
    .update(JSON.stringify([viewId, sql, signature, zone, Object.entries(parameters).sort()]))
    .digest('hex');
