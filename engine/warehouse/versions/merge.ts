import type { Changes } from './merge-changes.ts';
import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { roomOnDisk } from '@headwater/base/disk/disk-room';
import { FailureError } from '@headwater/base/failures/failure';
import { rejectionReason } from '@headwater/protocol/rejection';
import { blockSize } from './block-size.ts';
import { countRows } from './count-rows.ts';
import { appendChanges } from './merge-append.ts';
import { finishFile, sha256Of } from './file-hash.ts';
import { keyedChanges } from './merge-keyed.ts';
import { MergePlan } from './merge-plan.ts';
import type { Merged, MergeRequest } from './merge-request.ts';
import { mergeRanges } from './merge-ranges.ts';
import { maskKeyStatements } from '../sql/mask.ts';
import { identifier, literal } from '../sql/sql.ts';

/** How many rejected rows are kept. All of them are counted. */
const REJECTIONS_KEPT = 10_000;
/** How much of a rejected row is kept, in characters. */
const RAW_SHOWN = 500;

/** More row IDs than this without a row, as a part of all, and the file is written anew. */
const MOST_GAPS = 0.25;
/** Full row groups are fastest. Small loads add small ones, so the file is written anew when there are too many. */
const FULL_GROUP = 122_880;
const MOST_SMALL_GROUPS = 100;
/** What is found about so many incoming rows is kept in memory. A file costs as much as the merge of a small table. */
const FEW_ROWS = 20_000;

/**
 * Makes incoming rows part of a table: writes the version that follows the base, which stays as it is. What to change
 * is found first, so that nothing is copied if nothing changes. If it fails, a part of the file may be left.
 */
export async function mergeIncoming(connection: DuckDBConnection, request: MergeRequest): Promise<Merged> {
  try {
    return await new Merge(connection, request).run();
  } catch (error) {
    if (!(error instanceof FailureError)) await requireIntactBase(request);
    throw error;
  }
}

/** Throws unless the base is as it was written. */
async function requireIntactBase({ base, tableName: table }: MergeRequest): Promise<void> {
  if (!base?.sha256) return;
  const found = await sha256Of(base.path).catch(() => null); // Whoever reads it next says why it can't be read.
  if (found !== null && found !== base.sha256) throw new FailureError('base_damaged', { table });
}

interface BaseFacts {
  rows: number;
  /** How many row IDs it has used, also for rows that are gone. */
  ids: number;
  /** How many row groups it has. */
  groups: number;
}

class Merge {
  readonly #connection: DuckDBConnection;
  readonly #request: MergeRequest;
  readonly #plan: MergePlan;

  constructor(connection: DuckDBConnection, request: MergeRequest) {
    this.#connection = connection;
    this.#request = request;
    this.#plan = new MergePlan(request);
  }

  async run(): Promise<Merged> {
    const { base, incoming, masks, maskKey } = this.#request;
    await this.#run(`attach ${literal(incoming.path)} as incoming`);
    if (base) await this.#run(`attach ${literal(base.path)} as base (read_only)`);
    if (Object.values(masks).includes('hash'))
      for (const statement of maskKeyStatements(maskKey)) await this.#run(statement);
    await this.#run(this.#plan.preparedView(await this.#lastWanted()));
    const [arrived, wanted, rejected] = await this.#countIncoming();
    const rejections = rejected === 0 ? [] : await this.#withoutKey();
    const scratch = arrived <= FEW_ROWS ? 'memory.main' : 'incoming.main';
    const changes = this.#plan.isKeyed
      ? await keyedChanges(this.#connection, this.#request, this.#plan, scratch)
      : await appendChanges(this.#connection, this.#request, this.#plan, scratch);
    const loaded = await this.#count(`select count(*) from (${changes.inserted})`);
    const respelledRows = this.#plan.respelledRows();
    const respelled = respelledRows === null ? 0 : await this.#count(`select count(*) ${respelledRows}`);
    const file =
      respelled === 0 && this.#changesNothing(loaded, changes) ? null : await this.#write(changes, loaded);
    await this.#detachAll();
    const counts = { loaded, rejected, filtered: arrived - wanted, respelled };
    return { ...counts, deduplicated: wanted - rejected - loaded, rejections, file };
  }

  #changesNothing(loaded: number, { deleted, updated }: Changes): boolean {
    if (!this.#request.base || this.#plan.changesColumns) return false;
    return loaded === 0 && !deleted?.count && !updated?.count;
  }

  /** Returns the ID of the last incoming row within the cap, if there are more. */
  async #lastWanted(): Promise<number | null> {
    const { rowCap } = this.#request;
    if (rowCap === null) return null;
    const [row] = await this.#rows(this.#plan.rowsWithin(rowCap));
    return row === undefined ? null : Number(row[0]);
  }

  /** Counts the rows that have arrived, those that are wanted, and those that lack a key: nothing would ever replace them. */
  async #countIncoming(): Promise<[arrived: number, wanted: number, withoutKey: number]> {
    const withoutKey = this.#plan.isKeyed
      ? `(select count(*) from prepared where not ${this.#plan.hasKey})`
      : '0';
    const [counts] = await this.#rows(
      `select (select count(*) from incoming.main.data), (select count(*) from prepared), ${withoutKey}`,
    );
    return counts!.map(Number) as [number, number, number];
  }

  async #withoutKey(): Promise<Merged['rejections']> {
    const found = await this.#rows(`
      select left(to_json(row_of)::varchar, ${RAW_SHOWN}) from (
        select ${this.#plan.asStruct} as row_of from prepared where not ${this.#plan.hasKey}
        order by arrival limit ${REJECTIONS_KEPT}
      )`);
    const reason = rejectionReason('key_empty', { columns: this.#request.key.join(', ') });
    return found.map(([raw]) => ({ line: null, column: null, raw: String(raw), ...reason }));
  }

  async #write(
    { inserted, deleted, updated }: Changes,
    loaded: number,
  ): Promise<NonNullable<Merged['file']>> {
    const { target, base } = this.#request;
    // The engine checks only the blocks that it reads, and most are copied unread.
    const intact = requireIntactBase(this.#request);
    intact.catch(() => undefined); // Awaited below, unless something else fails before.
    const found = base && (await this.#baseFacts());
    const before = found ? found.rows - (deleted?.count ?? 0) : 0;
    // A table that begins empty has nothing to copy.
    if (!found || (await this.#isBetterRewritten(found, before))) await this.#rewrite(deleted?.rows ?? null);
    else await this.#copyBase(deleted?.rows ?? null);
    if (updated) await this.#run(updated.statement);
    await this.#insert(this.#plan.insertedColumns, inserted, 'incoming');
    await this.#run('checkpoint stage');
    const { columns } = this.#plan;
    const counts = await countRows(this.#connection, columns, before + loaded);
    if (counts.rows !== before + loaded) {
      const { tableName: table } = this.#request;
      const facts = { read: before + loaded, loaded: counts.rows, rejected: 0 };
      throw new FailureError('counts_disagree', { table, ...facts });
    }
    await this.#run('detach stage');
    await intact;
    return { ...counts, ...(await finishFile(target)), columns };
  }

  async #baseFacts(): Promise<BaseFacts> {
    const [row] = await this.#rows(`
      select count(*), coalesce(max(rowid) + 1, 0),
        (select count(distinct row_group_id) from pragma_storage_info('base.main.data'))
      from base.main.data`);
    const [rows, ids, groups] = row!.map(Number) as [number, number, number];
    return { rows, ids, groups };
  }

  /** Whether the base is better copied row by row, without those that are deleted, than as a file. */
  async #isBetterRewritten({ rows, ids, groups }: BaseFacts, rowsLeft: number): Promise<boolean> {
    if (ids - rowsLeft > ids * MOST_GAPS) return true;
    const hasSmallGroups = groups > 2 * Math.ceil(rows / FULL_GROUP) + MOST_SMALL_GROUPS;
    // Rows with large values are in small groups on purpose.
    return (
      hasSmallGroups && (await mergeRanges(this.#connection, 'base', this.#plan.baseColumns)).length === 1
    );
  }

  async #rewrite(deleted: string | null): Promise<void> {
    const { target, incoming, base } = this.#request;
    const expected = (await stat(base?.path ?? incoming.path)).size;
    const size = blockSize(this.#plan.columns.length, expected);
    await rm(target, { force: true });
    await this.#run(`attach ${literal(target)} as stage (block_size ${size}, recovery_mode 'no_wal_writes')`);
    await this.#run(`create table stage.main.data (${this.#plan.definitions})`);
    if (!base) return;
    await this.#insert(this.#plan.keptColumns, this.#plan.keptRows(deleted), 'base');
    await this.#run('detach base');
  }

  async #copyBase(deleted: string | null): Promise<void> {
    const { target, base } = this.#request;
    await this.#run('detach base');
    await copyIfRoom(base!.path, target, this.#request.tableName);
    await this.#run(`attach ${literal(target)} as stage (recovery_mode 'no_wal_writes')`);
    for (const statement of this.#plan.alterations) await this.#run(statement);
    if (deleted) await this.#run(`delete from stage.main.data where rowid in (${deleted})`);
  }

  /** Inserts rows in parts if their values are large, each into a row group of its own: see stage-engine.ts. */
  async #insert(columns: string, rows: string, from: 'incoming' | 'base'): Promise<void> {
    const given = from === 'base' ? this.#plan.baseColumns : this.#request.incoming.columns;
    const ranges = await mergeRanges(this.#connection, from, given);
    for (const range of ranges) {
      const part =
        range === null
          ? rows
          : `select * from (${rows}) where arrival >= ${range.from} and arrival < ${range.to}`;
      await this.#run(`insert into stage.main.data (${columns}) select * exclude (arrival) from (${part})`);
      if (ranges.length > 1) await this.#run('checkpoint stage');
    }
  }

  async #detachAll(): Promise<void> {
    for (const name of ['incoming', 'base', 'stage'])
      await this.#run(`detach database if exists ${identifier(name)}`);
  }

  async #run(statement: string): Promise<void> {
    await this.#connection.run(statement);
  }

  async #rows(query: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows();
  }

  async #count(query: string): Promise<number> {
    return Number((await this.#rows(query))[0]![0]);
  }
}

/** Copies a file without using space for it if the disk can share it, else only if there is room. */
async function copyIfRoom(from: string, to: string, table: string): Promise<void> {
  try {
    await rm(to, { force: true });
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).catch(async () => {
      if ((await roomOnDisk(from)) < (await stat(from)).size) throw new FailureError('disk_full');
      await copyFile(from, to);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new FailureError('base_replaced', { table });
  }
}
