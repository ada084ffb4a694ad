import assert from 'node:assert/strict';
import type { SourceServer } from '../src/engine/connectors/postgres/testing/source-server.ts';
import type { SourceJourney } from './source-journey.ts';
import { syncProcesses } from './sync-processes.ts';

/** Returns a number from 0 up to, and without, `below`: the same ones for the same seed. */
export type Dice = (below: number) => number;

/** Mulberry32, so that a seed that fails can be run again. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One table for each way of keeping rows. */
export const MODEL_TABLES = {
  replaced: { sync_mode: 'full_refresh', destination_sync_mode: 'overwrite', cursor_column: null },
  mirrored: { sync_mode: 'incremental', destination_sync_mode: 'append_dedup', cursor_column: 'at' },
  logged: { sync_mode: 'incremental', destination_sync_mode: 'append', cursor_column: 'at' },
  tracked: { sync_mode: 'full_refresh', destination_sync_mode: 'history', cursor_column: null },
} as const;
type Name = keyof typeof MODEL_TABLES;
const NAMES = Object.keys(MODEL_TABLES) as Name[];

interface Row {
  id: number;
  /** Minutes since the source began. */
  at: number;
  note: string | null;
}

/** Rows come late by less than the overlap, which is ten minutes. */
const LATEST = 8;
const START = Date.UTC(2020, 0, 1);
const moment = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const written = ({ id, at, note }: Row) => JSON.stringify([String(id), moment(at).replace('.000', ''), note]);
const literal = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);
const stateOf = (rows: readonly Row[]) => rows.map(written).sort().join('\n');

/**
 * A source whose rows are inserted, changed, and deleted at random while its tables are synced, and synced again after
 * whatever goes wrong; and what its tables had at each moment.
 */
export class SyncModel {
  readonly #roll: Dice;
  readonly #server: SourceServer;
  readonly #journey: SourceJourney;
  readonly #source: string;
  readonly #rows: Record<Name, Row[]> = { replaced: [], mirrored: [], logged: [], tracked: [] };
  /** What each table had after each change. */
  readonly #states = new Map<Name, Set<string>>(NAMES.map((name) => [name, new Set([''])]));
  /** Every row that a table ever had. */
  readonly #everHad = new Map<Name, Set<string>>(NAMES.map((name) => [name, new Set()]));
  #minutes = 0;
  #ids = 0;

  constructor(roll: Dice, server: SourceServer, journey: SourceJourney, source: string) {
    this.#roll = roll;
    this.#server = server;
    this.#journey = journey;
    this.#source = source;
  }

  /** Changes the source a few times, each change in a transaction of its own. */
  async change(): Promise<void> {
    for (let left = 1 + this.#roll(6); left > 0; left -= 1) await this.#changeOnce();
  }

  /** Syncs while the source changes and something may go wrong, until a run has succeeded. Then checks all tables. */
  async sync(): Promise<void> {
    let run = await this.#journey.begin(this.#source);
    const [changed] = await Promise.allSettled([this.change(), this.#trouble(run)]);
    assert.equal(changed.status, 'fulfilled');
    for (;;) {
      const { state, failure } = await this.#journey.runIn(
        run,
        'succeeded',
        'incomplete',
        'cancelled',
        'failed',
      );
      assert.notEqual(state, 'failed', JSON.stringify(failure));
      if (state === 'succeeded') break;
      run = await this.#journey.begin(this.#source);
    }
    await this.#check();
  }

  /** Syncs once more without changes: now each table is as the source. */
  async settle(): Promise<void> {
    const run = await this.#journey.sync(this.#source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    const { replaced, mirrored, logged, tracked } = await this.#check();
    assert.equal(stateFrom(replaced), stateOf(this.#rows.replaced), 'replaced');
    assert.equal(stateFrom(logged), stateOf(this.#rows.logged), 'logged');
    const present = new Set(this.#rows.mirrored.map(({ id }) => String(id)));
    assert.equal(
      stateFrom(mirrored.filter(([id]) => present.has(id!))),
      stateOf(this.#rows.mirrored),
      'rows that the source still has are as there',
    );
    assert.equal(stateFrom(tracked.filter(isCurrent)), stateOf(this.#rows.tracked), 'tracked');
  }

  async #changeOnce(): Promise<void> {
    const name = NAMES[this.#roll(NAMES.length)]!;
    const rows = this.#rows[name];
    this.#minutes += this.#roll(4);
    const at = Math.max(0, this.#minutes - this.#roll(LATEST));
    const note = [null, '', 'a', `it's`, 'é\n"x"'][this.#roll(5)]!;
    const one = rows[this.#roll(Math.max(1, rows.length))];
    const kind = this.#roll(10);
    if (kind < 5 || !one) {
      const count = 1 + this.#roll(3);
      const added: Row[] = Array.from({ length: count }, () => ({ id: (this.#ids += 1), at, note }));
      if (name === 'logged' && one && kind < 2) added.push({ ...one }); // once more, exactly the same
      rows.push(...added);
      const values = added.map((row) => `(${row.id}, '${moment(row.at)}', ${literal(row.note)})`);
      await this.#server.run(`insert into ${name} values ${values.join(', ')}`);
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
    this.#states.get(name)!.add(stateOf(rows));
    for (const row of rows) this.#everHad.get(name)!.add(written(row));
  }

  async #trouble(run: string): Promise<void> {
    const kind = this.#roll(5);
    const [pid] = await processes();
    if (kind === 0 && pid !== undefined) process.kill(pid, 'SIGKILL');
    if (kind === 1)
      await this.#server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`,
      );
    if (kind === 2) await this.#journey.client.post(`${run}/cancellations`, 'cancellations');
  }

  async #check(): Promise<Record<Name, Rows>> {
    const tables = {} as Record<Name, Rows>;
    for (const name of NAMES) {
      tables[name] = await this.#read(name);
      for (const row of tables[name]) {
        const [id, at, note] = row;
        assert.ok(
          this.#everHad.get(name)!.has(JSON.stringify([id, at, note])),
          `${name} never had ${String(row)}`,
        );
      }
    }
    const { replaced, mirrored, logged, tracked } = tables;
    assert.ok(this.#states.get('replaced')!.has(stateFrom(replaced)), 'is a state that the source had');
    assert.ok(
      this.#states.get('tracked')!.has(stateFrom(tracked.filter(isCurrent))),
      'is a state that the source had',
    );
    assert.equal(new Set(mirrored.map(([id]) => id)).size, mirrored.length, 'each key has one row');
    for (const rows of Map.groupBy(tracked, ([id]) => id).values())
      for (const [at, row] of rows.entries())
        assert.ok(
          isCurrent(row) ? at === rows.length - 1 : row[4]! <= (rows[at + 1]?.[3] ?? '9'),
          'in order',
        );
    assert.ok(logged.length <= this.#rows.logged.length, 'no row is doubled');
    return tables;
  }

  async #read(name: Name): Promise<Rows> {
    const rows: Rows = [];
    for (let after: string | null = ''; after !== null;) {
      const cursor: string = after && `&page[after]=${after}`;
      const { body } = await this.#journey.client.get(
        `${this.#source}/tables/${name}/rows?page[size]=1000${cursor}`,
      );
      rows.push(...(body.data.attributes.rows as Rows));
      after = body.links.next as string | null;
    }
    return rows;
  }
}

type Rows = (string | null)[][];

const isCurrent = (row: (string | null)[]) => row.at(-1) === 'true';
const stateFrom = (rows: Rows) =>
  rows
    .map(([id, at, note]) => JSON.stringify([id, at, note]))
    .sort()
    .join('\n');

/** Returns the sync processes that are running, or that start while a few turns of the event loop pass. */
async function processes(): Promise<number[]> {
  for (let turn = 0; turn < 200; turn += 1) {
    const found = syncProcesses();
    if (found.length > 0) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [];
}
