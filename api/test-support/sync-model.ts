import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Dice } from '@headwater/base/testing/dice';
import type { SourceServer } from '@headwater/connectors/server/postgres/testing/source-server';

/** One table for each way of keeping rows. */
export const MODEL_TABLES = {
  replaced: { sync_mode: 'full_refresh', destination_sync_mode: 'overwrite', cursor_column: null },
  mirrored: { sync_mode: 'incremental', destination_sync_mode: 'append_dedup', cursor_column: 'at' },
  logged: { sync_mode: 'incremental', destination_sync_mode: 'append', cursor_column: 'at' },
  tracked: { sync_mode: 'full_refresh', destination_sync_mode: 'history', cursor_column: null },
} as const;
export type ModelTable = keyof typeof MODEL_TABLES;
export const TABLE_NAMES = Object.keys(MODEL_TABLES) as ModelTable[];

/** The rows of a table or of a version of it, as text: id, at, note, and what a sync adds. */
export type Rows = (string | null)[][];

/** The columns that come and go, by name, with each row's value. */
export type Extras = ReadonlyMap<ExtraColumn, readonly (string | null)[]>;

/** Few names, so that columns return, also with another type. */
export const EXTRA_COLUMNS = ['extra_a', 'extra_b'] as const;
type ExtraColumn = (typeof EXTRA_COLUMNS)[number];

interface Row {
  id: number;
  /** Minutes since the source began. */
  at: number;
  note: string | null;
  /** By column; the value is the same as text, whatever the column's type is. */
  extras: Map<ExtraColumn, string | null>;
}

/** Each holds the values of the one before. */
const TYPES = ['smallint', 'int', 'bigint', 'text'];

/** A table of the source, apart from its rows. */
interface Shape {
  columns: Map<ExtraColumn, { type: string; fill: string | null }>;
  /** All that columns were ever named. */
  known: Set<ExtraColumn>;
  /** Dropped until `bringBack`. */
  isGone: boolean;
}

/** Rows come late by less than the overlap, which is ten minutes. */
const LATEST = 8;
const START = Date.UTC(2020, 0, 1);
const moment = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const written = ({ id, at, note }: Row) => JSON.stringify([String(id), moment(at).replace('.000', ''), note]);
const literal = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);
/** Stands for the rows of a table, in any order. */
const stateOf = (rows: readonly string[]) =>
  createHash('sha256').update(rows.toSorted().join('\n')).digest('base64');

/**
 * A source whose rows are inserted, changed, and deleted at random; and what its tables had at each moment, with which
 * every version that was ever synced is compared.
 */
export class SyncModel {
  readonly #roll: Dice;
  readonly #server: Pick<SourceServer, 'run'>;
  /** Where its tables are. */
  readonly schema: string;
  readonly #rows: Record<ModelTable, Row[]> = { replaced: [], mirrored: [], logged: [], tracked: [] };
  /** What each table had after each change. */
  readonly #states = new Map(TABLE_NAMES.map((name) => [name, new Set([stateOf([])])]));
  /** Every row that a table ever had. */
  readonly #everHad = new Map(TABLE_NAMES.map((name) => [name, new Set<string>()]));
  readonly #shapes = new Map(
    TABLE_NAMES.map((name) => [name, { columns: new Map(), known: new Set(), isGone: false } as Shape]),
  );
  /** Every value that a column that comes and goes ever had in a row. */
  readonly #everHeld = new Set<string>();
  #minutes = 0;
  #ids = 0;

  constructor(roll: Dice, server: Pick<SourceServer, 'run'>, schema = 'public') {
    this.#roll = roll;
    this.schema = schema;
    this.#server = { run: (statements) => server.run(`set search_path to ${schema}; ${statements}`) };
  }

  /** Creates the tables. `rows` of them each are there from the beginning, and take 200 bytes. */
  async create(rows = 0): Promise<void> {
    const note = 'x'.repeat(200);
    for (const name of TABLE_NAMES) {
      const key = name === 'logged' ? '' : ' primary key';
      await this.#server.run(`create table ${name} (id int${key}, at timestamptz not null, note text)`);
      const first = this.#ids + 1;
      for (let left = rows; left > 0; left -= 1)
        this.#rows[name].push({ id: (this.#ids += 1), at: this.#minutes, note, extras: new Map() });
      await this.#server.run(`
        insert into ${name} select id, '${moment(this.#minutes)}', '${note}' from generate_series(${first}, ${this.#ids}) id`);
      this.#remember(name);
    }
  }

  /** Changes the source a few times, each change in a transaction of its own. */
  async change(): Promise<void> {
    for (let left = 1 + this.#roll(6); left > 0; left -= 1) await this.#changeOnce();
  }

  /** Changes a table so that its next version differs. */
  async add(name: ModelTable): Promise<void> {
    const row = { id: (this.#ids += 1), at: this.#minutes, note: 'added', extras: this.#filled(name) };
    this.#rows[name].push(row);
    await this.#server.run(
      `insert into ${name} (id, at, note) values (${row.id}, '${moment(row.at)}', 'added')`,
    );
    this.#remember(name);
  }

  /** Drops a table and creates it again with the same rows. */
  async createAgain(name: ModelTable): Promise<void> {
    await this.#server.run(`
      alter table ${name} rename to dropped;
      create table ${name} (like dropped including all);
      insert into ${name} select * from dropped;
      drop table dropped`);
  }

  /** Alters tables a few times or never, and changes rows after each time. */
  async alterSome(): Promise<void> {
    for (let left = this.#roll(3); left > 0; left -= 1) {
      await this.alter();
      await this.change();
    }
  }

  /** Adds, drops, renames, or retypes a column of a table, or drops the table. */
  async alter(): Promise<void> {
    const name = TABLE_NAMES[this.#roll(TABLE_NAMES.length)]!;
    const shape = this.#shapes.get(name)!;
    if (shape.isGone) return;
    const kind = this.#roll(8);
    if (kind === 0) return this.createAgain(name);
    if (kind === 1) return this.#drop(name);
    const column = EXTRA_COLUMNS[this.#roll(EXTRA_COLUMNS.length)]!;
    const other = EXTRA_COLUMNS.find((one) => one !== column)!;
    const present = shape.columns.get(column);
    // Known rows of this table are recognized by their values. A name that returns with others makes them new rows.
    const isFree = (free: ExtraColumn) => name !== 'logged' || !shape.known.has(free);
    if (!present) {
      if (isFree(column)) await this.#addColumn(name, column);
    } else if (kind < 4) await this.#dropColumn(name, column);
    else if (kind < 6 && !shape.columns.has(other) && isFree(other))
      await this.#renameColumn(name, column, other);
    else await this.#retypeColumn(name, column);
    for (const known of shape.columns.keys()) shape.known.add(known);
    this.#remember(name);
  }

  /** Creates the dropped tables again, as they were. */
  async bringBack(): Promise<void> {
    for (const [name, shape] of this.#shapes) {
      if (!shape.isGone) continue;
      const key = name === 'logged' ? '' : ' primary key';
      const names = ['id', 'at', 'note', ...shape.columns.keys()];
      const extra = [...shape.columns].map(
        ([column, { type, fill }]) => `, ${column} ${type} default ${literal(fill)}`,
      );
      const rows = this.#rows[name].map(({ id, at, note, extras }) => {
        const values = [...shape.columns.keys()].map((column) => literal(extras.get(column) ?? null));
        return `(${[id, `'${moment(at)}'`, literal(note), ...values].join()})`;
      });
      await this.#server.run(`
        begin;
        create table ${name} (id int${key}, at timestamptz not null, note text${extra.join('')});
        ${rows.length > 0 ? `insert into ${name} (${names.join()}) values ${rows.join()};` : ''}
        commit`);
      shape.isGone = false;
    }
  }

  async #drop(name: ModelTable): Promise<void> {
    await this.#server.run(`drop table ${name}`);
    this.#shapes.get(name)!.isGone = true;
  }

  async #addColumn(name: ModelTable, column: ExtraColumn): Promise<void> {
    const type = TYPES[this.#roll(TYPES.length)]!;
    const fill = this.#roll(3) === 0 ? null : String(this.#roll(1_000));
    await this.#server.run(`alter table ${name} add ${column} ${type} default ${literal(fill)}`);
    this.#shapes.get(name)!.columns.set(column, { type, fill });
    for (const { extras } of this.#rows[name]) extras.set(column, fill);
  }

  async #dropColumn(name: ModelTable, column: ExtraColumn): Promise<void> {
    await this.#server.run(`alter table ${name} drop ${column}`);
    this.#shapes.get(name)!.columns.delete(column);
    for (const { extras } of this.#rows[name]) extras.delete(column);
  }

  async #renameColumn(name: ModelTable, from: ExtraColumn, to: ExtraColumn): Promise<void> {
    await this.#server.run(`alter table ${name} rename ${from} to ${to}`);
    const { columns } = this.#shapes.get(name)!;
    columns.set(to, columns.get(from)!);
    columns.delete(from);
    for (const { extras } of this.#rows[name]) {
      extras.set(to, extras.get(from) ?? null);
      extras.delete(from);
    }
  }

  async #retypeColumn(name: ModelTable, column: ExtraColumn): Promise<void> {
    const { columns } = this.#shapes.get(name)!;
    const { type: before, fill } = columns.get(column)!;
    const type = TYPES[this.#roll(TYPES.length)]!;
    if (type === before) return;
    await this.#server.run(`
      alter table ${name} alter ${column} drop default, alter ${column} type ${type} using ${column}::${type},
        alter ${column} set default ${literal(fill)}`);
    columns.set(column, { type, fill });
  }

  /** The values that a new row gets. */
  #filled(name: ModelTable): Row['extras'] {
    return new Map([...this.#shapes.get(name)!.columns].map(([column, { fill }]) => [column, fill]));
  }

  async #changeOnce(): Promise<void> {
    const name = TABLE_NAMES[this.#roll(TABLE_NAMES.length)]!;
    const rows = this.#rows[name];
    if (this.#shapes.get(name)!.isGone) return;
    this.#minutes += this.#roll(4);
    const at = Math.max(0, this.#minutes - this.#roll(LATEST));
    const note = [null, '', 'a', `it's`, 'é\n"x"'][this.#roll(5)]!;
    const one = rows[this.#roll(Math.max(1, rows.length))];
    const kind = this.#roll(10);
    if (kind < 5 || !one) {
      const count = 1 + this.#roll(3);
      const added: Row[] = Array.from({ length: count }, () => ({
        id: (this.#ids += 1),
        at,
        note,
        extras: this.#filled(name),
      }));
      // Once more, exactly the same.
      if (name === 'logged' && one && kind < 2 && one.at > this.#minutes - LATEST)
        added.push({ ...one, extras: this.#filled(name) });
      rows.push(...added);
      const values = added.map((row) => `(${row.id}, '${moment(row.at)}', ${literal(row.note)})`);
      await this.#server.run(`insert into ${name} (id, at, note) values ${values.join(', ')}`);
    } else if (name === 'logged') {
      return; // Only grows.
    } else if (kind < 8) {
      Object.assign(one, { at: this.#minutes, note });
      await this.#server.run(
        `update ${name} set at = '${moment(this.#minutes)}', note = ${literal(note)} where id = ${one.id}`,
      );
    } else if (name !== 'mirrored' || one.at < this.#minutes - 1) {
      // Of a table read by its cursor, the latest row isn't deleted, which would look like a restored source.
      if (name === 'mirrored' && rows.every((row) => row === one || row.at < one.at)) return;
      rows.splice(rows.indexOf(one), 1);
      await this.#server.run(`delete from ${name} where id = ${one.id}`);
    }
    this.#remember(name);
  }

  #remember(name: ModelTable): void {
    const rows = this.#rows[name].map(written);
    this.#states.get(name)!.add(stateOf(rows));
    for (const row of rows) this.#everHad.get(name)!.add(row);
    for (const { id, extras } of this.#rows[name])
      for (const [column, value] of extras) this.#everHeld.add(held(name, column, id, value));
  }

  /** Checks that each value of the columns that come and go was in its row at some moment, or is NULL. */
  checkExtras(name: ModelTable, rows: Rows, extras: Extras): void {
    for (const [column, values] of extras)
      for (const [at, value] of values.entries()) {
        const what = held(name, column, Number(rows[at]![0]), value);
        assert.ok(value === null || this.#everHeld.has(what), `${what} was never there`);
      }
  }

  /** Checks that these columns are as the source, where each sync reads all rows. */
  checkCurrentExtras(name: ModelTable, rows: Rows, extras: Extras): void {
    this.checkExtras(name, rows, extras);
    if (MODEL_TABLES[name].sync_mode !== 'full_refresh') return;
    const now = new Map(this.#rows[name].map(({ id, extras: values }) => [String(id), values]));
    for (const column of this.#shapes.get(name)!.columns.keys()) {
      // A history gets a new column with its first value.
      const values = extras.get(column) ?? [];
      for (const [at, row] of rows.entries())
        if (name !== 'tracked' || isCurrent(row))
          assert.equal(
            values[at] ?? null,
            now.get(row[0]!)?.get(column) ?? null,
            `${column} of ${name} ${row[0]}`,
          );
    }
  }

  /** Checks that a version is what the source had at some moment, or, of a table that only takes changes, what it can have. */
  checkVersion(name: ModelTable, rows: Rows): void {
    for (const row of rows)
      assert.ok(this.#everHad.get(name)!.has(writtenIn(row)), `${name} never had ${String(row)}`);
    const isState = (some: Rows) => this.#states.get(name)!.has(stateOf(some.map(writtenIn)));
    switch (name) {
      case 'replaced':
        return assert.ok(isState(rows), 'is a state that the source had');
      case 'mirrored':
        return assert.equal(new Set(rows.map(([id]) => id)).size, rows.length, 'each key has one row');
      case 'logged':
        return assert.ok(rows.length <= this.#rows.logged.length, 'no row is doubled');
      case 'tracked':
        assert.ok(isState(rows.filter(isCurrent)), 'is a state that the source had');
        for (const each of Map.groupBy(rows, ([id]) => id).values())
          for (const [at, row] of each.entries())
            assert.ok(
              isCurrent(row) ? at === each.length - 1 : row[4]! <= (each[at + 1]?.[3] ?? '9'),
              'in order',
            );
    }
  }

  /** Checks that a table is as the source, which hasn't changed since the table was synced. */
  checkCurrent(name: ModelTable, rows: Rows): void {
    this.checkVersion(name, rows);
    // Rows that are deleted at the source stay in a table that is read incrementally.
    const present = new Set(this.#rows[name].map(({ id }) => String(id)));
    const current =
      name === 'mirrored'
        ? rows.filter(([id]) => present.has(id!))
        : name === 'tracked'
          ? rows.filter(isCurrent)
          : rows;
    assert.equal(
      stateOf(current.map(writtenIn)),
      stateOf(this.#rows[name].map(written)),
      `${name} is as the source`,
    );
  }
}

const held = (name: ModelTable, column: string, id: number, value: string | null) =>
  JSON.stringify([name, column, id, value]);
const isCurrent = (row: (string | null)[]) => row.at(-1) === 'true';
const writtenIn = ([id, at, note]: (string | null)[]) => JSON.stringify([id, at, note]);
