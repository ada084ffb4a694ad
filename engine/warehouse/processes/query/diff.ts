import type { DuckDBConnection } from '@duckdb/node-api';
import { comparedValue, examplesStatement } from '../../sql/rows-statement.ts';
import type { ComparedColumn, DiffExample, DiffRequest, DiffResult } from './messages.ts';

/** Rows are first compared in so many buckets, of which only a sum each is held in memory. */
const BUCKETS = 2 ** 20;

const TEMPORARY = [
  'sums_before',
  'sums_after',
  'differing',
  'differences',
  'changed',
  'values_before',
  'values_after',
];

/** The schemas of the two versions in the engine. */
interface Schemas {
  before: string;
  after: string;
}
type Side = keyof Schemas;
const SIDES: readonly Side[] = ['before', 'after'];

/**
 * Compares two versions in bounded memory, whatever their size. Every row gets a hash of what identifies it and one of
 * all its values, of 64 bits each. Both versions are read once for the sum of the rows' hashes in each bucket of
 * identities, and again only for the rows in buckets that differ: in several rounds if these are many.
 */
export async function diffVersions(
  connection: DuckDBConnection,
  schemas: Schemas,
  request: DiffRequest,
): Promise<DiffResult> {
  const diff = new Diff(connection, schemas, request);
  try {
    return await diff.run();
  } finally {
    await diff.clear();
  }
}

class Diff {
  readonly #connection: DuckDBConnection;
  readonly #schemas: Schemas;
  readonly #request: DiffRequest;
  /** Empty if a row can't be told by it. */
  #key: readonly ComparedColumn[];
  readonly #rowsRead = { before: 0, after: 0 };
  readonly #counts = { added: 0, removed: 0, changed: 0 };
  readonly #added: number[] = [];
  readonly #removed: number[] = [];

  constructor(connection: DuckDBConnection, schemas: Schemas, request: DiffRequest) {
    this.#connection = connection;
    this.#schemas = schemas;
    this.#request = request;
    this.#key = request.columns.filter(({ name }) => request.key.includes(name));
  }

  async run(): Promise<DiffResult> {
    const { rowsAtOnce } = this.#request;
    await this.clear();
    await this.#findDiffering();
    // One bucket with so many rows has few values of the key.
    const largest = 'select coalesce(max(greatest(before, after)), 0) from differing';
    if (this.#key.length > 0 && (await this.#one(largest)) > rowsAtOnce) {
      this.#key = [];
      await this.clear();
      await this.#findDiffering();
    }
    await this.#do('create temp table changed (before bigint, after bigint)');
    const most = 'select coalesce(greatest(sum(before), sum(after)), 0) from differing';
    const rounds = Math.ceil((await this.#one(most)) / rowsAtOnce);
    for (let round = 0; round < rounds; round += 1) await this.#compare(round, rounds);
    const counted = await this.#one('select count(*) from changed');
    return {
      rows: this.#rowsRead,
      ...this.#counts,
      key: this.#key.map(({ name }) => name),
      counted,
      changes: counted === 0 ? this.#request.columns.map(() => 0) : await this.#changes(),
      examples: {
        added: (await this.#examples('after', this.#added)).map(cellsOf),
        removed: (await this.#examples('before', this.#removed)).map(cellsOf),
        changed: await this.#changedExamples(),
      },
    };
  }

  async clear(): Promise<void> {
    for (const table of TEMPORARY) await this.#do(`drop table if exists temp.${table}`);
  }

  async #findDiffering(): Promise<void> {
    for (const side of SIDES) {
      await this.#do(`
        create temp table sums_${side} as
        select ${this.#identity(side)} % ${BUCKETS} as bucket, sum(${this.#values(side)}) as sum, count(*) as rows
        from ${this.#schemas[side]}.main.data where ${this.#isInPart(side)} group by bucket`);
      this.#rowsRead[side] = await this.#one(`select coalesce(sum(rows), 0) from sums_${side}`);
    }
    await this.#do(`
      create temp table differing as
      select bucket, coalesce(b.rows, 0) as before, coalesce(a.rows, 0) as after
      from sums_before b full join sums_after a using (bucket)
      where b.sum is distinct from a.sum or b.rows is distinct from a.rows`);
    await this.#do('drop table sums_before; drop table sums_after');
  }

  /**
   * Compares a part of the rows. Equal rows cancel each other out. Of what is left, as many rows of a key as both
   * versions have are changed, and the others were added or removed.
   */
  async #compare(round: number, rounds: number): Promise<void> {
    const rowsOf = (side: Side) => `
      select ${this.#identity(side)} as identity, ${this.#values(side)} as hash,
        ${SIDES.map((each) => (each === side ? 'rowid' : 'null::bigint')).join(', ')}
      from ${this.#schemas[side]}.main.data
      where ${this.#identity(side)} % ${BUCKETS} in (
        select bucket from differing where bucket % ${rounds} = ${round}
      ) and ${this.#isInPart(side)}`;
    await this.#do(`
      create or replace temp table differences as
      select sum(greatest(rows, 0))::bigint as removed, sum(greatest(-rows, 0))::bigint as added,
        max(before) filter (rows > 0) as before, max(after) filter (rows < 0) as after
      from (
        select identity, count(before) - count(after) as rows, max(before) as before, max(after) as after
        from (${rowsOf('before')} union all ${rowsOf('after')}) found(identity, hash, before, after)
        group by identity, hash having rows <> 0
      ) group by identity`);
    const [counts] = await this.#rows(`
      select coalesce(sum(added - least(added, removed)), 0), coalesce(sum(removed - least(added, removed)), 0),
        coalesce(sum(least(added, removed)), 0)
      from differences`);
    const [added, removed, changed] = counts!.map(Number) as [number, number, number];
    this.#counts.added += added;
    this.#counts.removed += removed;
    this.#counts.changed += changed;
    await this.#collect(this.#added, 'after', 'added - removed');
    await this.#collect(this.#removed, 'before', 'removed - added');
    await this.#do(`
      insert into changed
      select before, after from differences where added > 0 and removed > 0 order by after desc
      limit greatest(0, ${this.#request.changesCounted} - (select count(*) from changed))`);
  }

  /** Adds the IDs of examples. Without a key, each stands for as many equal rows. */
  async #collect(ids: number[], side: Side, rows: string): Promise<void> {
    const most = this.#request.examples;
    if (ids.length >= most) return;
    const found = await this.#rows(
      `select ${side}, ${rows} as rows from differences where rows > 0 order by ${side} desc limit ${most}`,
    );
    const times = (equal: unknown) => (this.#key.length > 0 ? 1 : Math.min(Number(equal), most));
    ids.push(...found.flatMap(([id, equal]) => new Array<number>(times(equal)).fill(Number(id))));
    ids.splice(most);
  }

  /** In how many of the changed rows that are counted each column differs. */
  async #changes(): Promise<number[]> {
    const { columns } = this.#request;
    for (const side of SIDES) {
      const hashes = columns.map((column, at) => `hash(${valueOf(column, side)}) as h${at}`);
      await this.#do(`
        create or replace temp table values_${side} as
        select rowid as id, ${hashes.join(', ')} from ${this.#schemas[side]}.main.data
        where rowid in (select ${side} from changed)`);
    }
    const counts = columns.map((_, at) => `count(*) filter (b.h${at} <> a.h${at})`);
    const [row] = await this.#rows(`
      select ${counts.join(', ')} from changed
      join values_before b on b.id = changed.before join values_after a on a.id = changed.after`);
    return row!.map(Number);
  }

  async #changedExamples(): Promise<DiffResult['examples']['changed']> {
    const pairs = await this.#rows(
      `select before, after from changed order by after desc limit ${this.#request.examples}`,
    );
    const idsAt = (at: number) => pairs.map((pair) => Number(pair[at]));
    const before = await this.#examples('before', idsAt(0));
    const after = await this.#examples('after', idsAt(1));
    return pairs.map((_, at) => {
      const [b, a] = [before[at]!, after[at]!];
      return {
        before: b.cells,
        after: a.cells,
        changed: b.hashes.flatMap((hash, column) => (hash === a.hashes[column] ? [] : [column])),
      };
    });
  }

  /** Reads rows in the order of these IDs, with a hash of each value that can be compared. */
  async #examples(side: Side, ids: readonly number[]): Promise<{ cells: DiffExample; hashes: string[] }[]> {
    if (ids.length === 0) return [];
    const hashes = this.#request.columns.map((column) => `hash(${valueOf(column, side)})`);
    const found = await this.#rows(
      examplesStatement(this.#schemas[side], this.#request.shown[side], ids, hashes),
    );
    const byId = new Map(
      found.map(([id, cells, values]) => [
        Number(id),
        { cells: JSON.parse(String(cells)) as DiffExample, hashes: JSON.parse(String(values)) as string[] },
      ]),
    );
    return ids.map((id) => byId.get(id)!);
  }

  #identity(side: Side): string {
    if (this.#key.length === 0) return this.#values(side);
    return `hash(${this.#key.map((column) => valueOf(column, side)).join(', ')})`;
  }

  /** Rows with the same identity are in the same part. */
  #isInPart(side: Side): string {
    const { oneOf = 1 } = this.#request;
    return oneOf === 1 ? 'true' : `${this.#identity(side)} % ${oneOf} = 0`;
  }

  #values(side: Side): string {
    const { columns } = this.#request;
    // Without a column that both have, no row is in both.
    if (columns.length === 0) return side === 'before' ? '0::ubigint' : '1::ubigint';
    return `hash(${columns.map((column) => valueOf(column, side)).join(', ')})`;
  }

  async #do(statement: string): Promise<void> {
    await this.#connection.run(statement);
  }

  async #one(query: string): Promise<number> {
    return Number((await this.#rows(query))[0]![0]);
  }

  async #rows(query: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows();
  }
}

const cellsOf = ({ cells }: { cells: DiffExample }) => cells;

/** Returns SQL for a value in a form in which both versions can be compared. */
const valueOf = ({ name, nameAfter = name, before, after }: ComparedColumn, side: Side) =>
  comparedValue(
    side === 'before' ? { name, type: before } : { name: nameAfter, type: after },
    before !== after,
  );
