import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { requireUsableFilter } from '@headwater/protocol/row-filter';
import { ADDED, ADDED_COLUMNS } from './added-columns.ts';
import { alignColumns, valueAs, type TargetColumn } from './align-columns.ts';
import { filterCondition } from '../sql/filter-condition.ts';
import { keyValue } from './key-value.ts';
import { maskedColumn, maskedValue } from '../sql/mask.ts';
import type { MergeRequest } from './merge-request.ts';
import { isRespelled, respelled } from '../sql/spelling.ts';
import { identifier } from '../sql/sql.ts';
import { withoutNames } from './without-rowid.ts';

/**
 * The columns of a merge, as SQL. The view `prepared` has the incoming rows that are wanted, with their masks and in
 * the types of the target: as columns `c0`, `c1`, and so on, and `arrival`, which numbers the rows.
 */
export class MergePlan {
  readonly #request: MergeRequest;
  readonly #targets: readonly TargetColumn[];
  /** By name in the incoming file. */
  readonly #arriving: ReadonlyMap<string, { column: StreamColumn; value: string }>;
  readonly isKeyed: boolean;

  constructor(request: MergeRequest) {
    this.#request = request;
    const { incoming, masks, base, mode } = request;
    const reserved = withoutNames(incoming.columns, ADDED_COLUMNS);
    this.#arriving = new Map(
      incoming.columns.flatMap((column, at) => {
        const mask = ownValue(masks, column.name);
        if (mask === 'drop') return [];
        const named = { ...column, name: reserved[at]!.name };
        const value = identifier(column.name);
        return [
          [
            column.name,
            mask
              ? { column: maskedColumn(mask, named), value: maskedValue(mask, column, value) }
              : { column: named, value },
          ] as const,
        ];
      }),
    );
    const before = (base?.columns ?? []).filter(({ name }) => !ADDED_COLUMNS.includes(name));
    this.#targets = alignColumns(
      before,
      [...this.#arriving.values()].map(({ column }) => column),
    );
    this.isKeyed = mode === 'append_dedup' || mode === 'history';
  }

  /** The columns of the new version. */
  get columns(): StreamColumn[] {
    return [...this.#targets.map(({ column }) => column), ...this.#added];
  }

  get baseColumns(): readonly StreamColumn[] {
    return this.#request.base?.columns ?? [];
  }

  get definitions(): string {
    return this.columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
  }

  /** Whether the columns differ from those of the base, or a column is lost or has returned. */
  get changesColumns(): boolean {
    return this.#targets.some(
      ({ column, before }) =>
        !before || before.type !== column.type || (before.isLost ?? false) !== (column.isLost ?? false),
    );
  }

  /** Statements that give the base's copy the columns of the new version. */
  get alterations(): string[] {
    return this.#targets.flatMap(({ column, before }) => {
      const name = identifier(column.name);
      if (!before) return [`alter table stage.main.data add column ${name} ${column.type}`];
      if (before.type === column.type && !isRespelled(column, before)) return [];
      return [
        `alter table stage.main.data alter ${name} type ${column.type} using ${valueAs(column, before, name)}`,
      ];
    });
  }

  /**
   * SQL for the base's rows with texts that the source spells in another way now, in these columns or in any. Null if
   * there can't be any.
   */
  respelledRows(among?: readonly string[]): string | null {
    const changed = this.#targets.flatMap(({ before, column, arriving }) => {
      if (!before || !isRespelled(column, before)) return [];
      if (among?.every((name) => this.#arriving.get(name)?.column !== arriving)) return [];
      const value = identifier(before.name);
      return [`${value} is distinct from ${respelled(before, value)}`];
    });
    return changed.length === 0 ? null : `from base.main.data where ${changed.join(' or ')}`;
  }

  /** Selects the base's rows, except for the deleted ones, in the types of the new version. */
  keptRows(deleted: string | null): string {
    const kept = this.#targets.filter(({ before }) => before);
    const values = [
      ...kept.map(({ column, before }) => valueAs(column, before!, identifier(before!.name))),
      ...this.#added.map(({ name }) => identifier(name)),
    ].map((value, at) => `${value} as c${at}`);
    return `select ${['rowid as arrival', ...values].join(', ')} from base.main.data
      ${deleted ? `where rowid not in (${deleted})` : ''}`;
  }

  get keptColumns(): string {
    const kept = this.#targets.filter(({ before }) => before).map(({ column }) => column);
    return [...kept, ...this.#added].map(({ name }) => identifier(name)).join(', ');
  }

  /** The columns of `insertedRows`. */
  get insertedColumns(): string {
    return [...this.#present.map(({ column }) => column), ...this.#added]
      .map(({ name }) => identifier(name))
      .join(', ');
  }

  /** Selects rows of a relation with the columns of `prepared`, as they are inserted. */
  insertedRows(relation: string): string {
    const time = `timestamptz '${this.#request.readAt.toISOString()}'`;
    const { mode } = this.#request;
    const added = mode === 'history' ? [time, 'null', 'true'] : mode === 'snapshot' ? [time] : [];
    const values = [...this.#present.map((_, at) => `c${at}`), ...added];
    return `select ${['arrival', ...values].join(', ')} from ${relation}`;
  }

  preparedView(lastWanted: number | null): string {
    const values = this.#present.map(({ column, arriving }, at) => {
      const { value } = [...this.#arriving.values()].find((each) => each.column === arriving)!;
      return `${valueAs(column, arriving!, value)} as c${at}`;
    });
    const conditions = [...this.#filter, ...(lastWanted === null ? [] : [`rowid <= ${lastWanted}`])];
    return `create or replace temp view prepared as
      select ${['rowid as arrival', ...values].join(', ')} from incoming.main.data
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`;
  }

  /** Selects the ID of the last of so many rows. */
  rowsWithin(cap: number): string {
    const where = this.#filter.length > 0 ? `where ${this.#filter.join(' and ')}` : '';
    return `select rowid from incoming.main.data ${where} order by rowid limit 1 offset ${cap - 1}`;
  }

  /** SQL for a column of `prepared`, by its name in the incoming file, and of the base in the same type. */
  pair(name: string): { prepared: string; base: string } {
    const at = this.#present.findIndex(({ arriving }) => arriving === this.#arriving.get(name)?.column);
    return { prepared: `c${at}`, base: this.#baseValue(this.#present[at]!) };
  }

  /**
   * SQL for what a row is recognized by in a column of the key: of a row of `prepared`, which has a name in the
   * statement, and of the base.
   */
  keyPair(name: string): { prepared: (row?: string) => string; base: string } {
    const { prepared, base } = this.pair(name);
    const { column, before, arriving } = this.#present.find((_, at) => `c${at}` === prepared)!;
    // A number that was text before is compared as the number that it is.
    const isNumber = arriving?.kind === 'number' || before?.kind === 'number';
    const ignored = arriving?.keyIgnores ?? before?.keyIgnores ?? (isNumber ? ['zeros' as const] : undefined);
    const compared = { type: column.type, keyIgnores: ignored };
    return {
      prepared: (row = '') => keyValue(compared, row === '' ? prepared : `${row}.${prepared}`),
      base: keyValue(compared, base),
    };
  }

  /** SQL for all columns that arrive. A column that the base doesn't have is NULL there. */
  get pairs(): { prepared: string; base: string }[] {
    return this.#present.map((target, at) => ({ prepared: `c${at}`, base: this.#baseValue(target) }));
  }

  /** SQL for the columns that this read has in common with the one before, as in `pairs`. */
  get commonPairs(): { prepared: string; base: string }[] {
    return this.pairs.filter((_, at) => !isNew(this.#present[at]!));
  }

  /** The columns that the read before didn't have, by name, with their values in `prepared`. */
  get newColumns(): { name: string; prepared: string }[] {
    return this.#present.flatMap((target, at) =>
      isNew(target) ? [{ name: identifier(target.column.name), prepared: `c${at}` }] : [],
    );
  }

  /** The type of a column in the new version, by its name in the incoming file. */
  typeOf(name: string): string {
    return this.#targets.find(({ arriving }) => arriving === this.#arriving.get(name)?.column)!.column.type;
  }

  /** SQL that tests whether a row of `prepared` has a key. */
  get hasKey(): string {
    return `(${this.#request.key.map((name) => `${this.pair(name).prepared} is not null`).join(' and ')})`;
  }

  /** SQL for a row of `prepared` as a struct with the columns' names. */
  get asStruct(): string {
    const fields = this.#present.map(({ column }, at) => `${identifier(column.name)} := c${at}`);
    return `struct_pack(${fields.join(', ')})`;
  }

  get #filter(): string[] {
    const { filter, incoming, tableName } = this.#request;
    requireUsableFilter(filter, incoming.columns, tableName);
    return filter.map((condition) => filterCondition(condition, incoming.columns));
  }

  get #present(): readonly TargetColumn[] {
    return this.#targets.filter(({ arriving }) => arriving);
  }

  get #added(): StreamColumn[] {
    const { mode } = this.#request;
    if (mode === 'history')
      return [moment(ADDED.validFrom, false), moment(ADDED.validTo, true), flag(ADDED.isCurrent)];
    return mode === 'snapshot' ? [moment(ADDED.syncedAt, false)] : [];
  }

  #baseValue({ column, before }: TargetColumn): string {
    return before ? valueAs(column, before, `b.${identifier(before.name)}`) : `cast(null as ${column.type})`;
  }
}

/** Whether the rows of the base don't have this column's values, although it arrives. */
const isNew = ({ before }: TargetColumn) => !before || before.isLost === true;

/** Throws if the cursor's column became text, because values arrived that its type can't hold. */
export function requireOrder(plan: MergePlan, cursor: string, table: string): void {
  const type = plan.typeOf(cursor);
  if (type === 'VARCHAR') throw new FailureError('cursor_unusable', { table, column: cursor, type });
}

const added = { sourceType: '', encoding: 'value' } as const;

const moment = (name: string, nullable: boolean): StreamColumn => ({
  ...added,
  name,
  kind: 'timestamp',
  type: 'TIMESTAMP WITH TIME ZONE',
  nullable,
});

const flag = (name: string): StreamColumn => ({
  ...added,
  name,
  kind: 'boolean',
  type: 'BOOLEAN',
  nullable: false,
});
