import type { DuckDBConnection } from '@duckdb/node-api';
import type { JoinMatch } from '@headwater/shared/contract';
import { joinOperands } from '../../../query/join-operands.ts';
import type { PageColumn } from '../../../sql/page-column.ts';
import { identifier } from '../../../sql/sql.ts';
import type { JoinMatchesRequest } from '../messages.ts';

const TEMPORARY = ['joined', 'partners', 'joined_next'];
const WORDS = { inner: '', left: 'left', anti: 'anti' } as const;

type Joins = JoinMatchesRequest['joins'];

/** A column of one of the tables by which another one is joined later. */
interface Needed {
  table: number;
  column: PageColumn;
}

/**
 * Counts exactly how the rows of each table find partners in the next, without making the joined rows: rows that are the
 * same in the columns by which they're joined are one row with a weight, so a join that explodes takes no longer. The rows
 * of the first table are joined a part at a time, which is what takes memory. Temporary tables are gone afterwards.
 */
export async function joinMatches(
  connection: DuckDBConnection,
  schemas: readonly string[],
  { joins, rowsAtOnce }: JoinMatchesRequest,
): Promise<JoinMatch[]> {
  const counting = new Counting(connection, schemas, joins);
  try {
    const [rows, last] = await counting.numbers(`select count(*), max(rowid) from ${schemas[0]}.main.data`);
    const parts = Math.max(1, Math.ceil(rows! / rowsAtOnce));
    const length = Math.ceil((last! + 1) / parts);
    for (let part = 0; part < parts; part += 1) {
      await counting.begin(part * length, (part + 1) * length);
      for (const at of joins.keys()) await counting.join(at);
    }
    return counting.matches;
  } finally {
    await counting.clear();
  }
}

class Counting {
  readonly matches: JoinMatch[];
  readonly #connection: DuckDBConnection;
  readonly #schemas: readonly string[];
  readonly #joins: Joins;
  /** What the columns `c0`, `c1`, … of the temporary table `joined` are. */
  #known: readonly Needed[] = [];

  constructor(connection: DuckDBConnection, schemas: readonly string[], joins: Joins) {
    this.#connection = connection;
    this.#schemas = schemas;
    this.#joins = joins;
    this.matches = joins.map(() => ({
      ...{ rowsBefore: 0, rowsAfter: 0, matched: 0, several: 0, empty: 0, mostPartners: 0 },
    }));
  }

  /** Begins with the rows of the first table that have these IDs. */
  async begin(from: number, to: number): Promise<void> {
    this.#known = neededIn(this.#joins, (table) => table === 0);
    const columns = this.#known.map(({ column }, at) => `${identifier(column.name)} as c${at}`);
    await this.#run(`
      create or replace temp table joined as
      select ${[...columns, 'count(*)::hugeint as weight'].join(', ')} from ${this.#schemas[0]}.main.data
      where rowid >= ${from} and rowid < ${to} group by all`);
  }

  async join(at: number): Promise<void> {
    const { kind, keys } = this.#joins[at]!;
    const later = this.#joins.slice(at + 1);
    const operands = keys.map(({ left, right }) =>
      joinOperands(
        { sql: `j.c${placeOf(left, this.#known)}`, type: left.column.type },
        { sql: `r.${identifier(right.name)}`, type: right.type },
      ),
    );
    const own = neededIn(later, (table) => table === at + 1);
    await this.#findPartners(at + 1, operands, own);
    const on = operands.map(([left], n) => `${left} = p.k${n}`).join(' and ');
    await this.#count(at, operands, on);
    if (later.length === 0) return;
    const next = neededIn(later, (table) => table <= at + 1);
    const columns = next.map((one, n) => {
      const place = placeOf(one, this.#known);
      return `${place < 0 ? `p.o${placeOf(one, own)}` : `j.c${place}`} as c${n}`;
    });
    const weight = kind === 'anti' ? 'j.weight' : 'j.weight * coalesce(p.rows, 1)';
    await this.#run(`
      create or replace temp table joined_next as
      select ${[...columns, `sum(${weight})::hugeint as weight`].join(', ')}
      from joined j ${WORDS[kind]} join partners p on ${on} group by all`);
    await this.#run('drop table joined');
    await this.#run('alter table joined_next rename to joined');
    this.#known = next;
  }

  async clear(): Promise<void> {
    for (const table of TEMPORARY) await this.#run(`drop table if exists temp.${table}`);
  }

  async numbers(sql: string): Promise<number[]> {
    const [row] = (await this.#connection.runAndReadAll(sql)).getRows();
    return row!.map((value) => Number(value ?? 0));
  }

  /** Groups the rows of a table that are partners of rows that are here. */
  async #findPartners(
    table: number,
    operands: readonly (readonly [string, string])[],
    own: readonly Needed[],
  ): Promise<void> {
    const columns = [
      ...operands.map(([, right], n) => `${right} as k${n}`),
      ...own.map(({ column }, n) => `r.${identifier(column.name)} as o${n}`),
      'count(*)::hugeint as rows',
    ];
    await this.#run(`
      create or replace temp table partners as
      select ${columns.join(', ')} from ${this.#schemas[table]}.main.data r
      semi join joined j on ${operands.map(([left, right]) => `${left} = ${right}`).join(' and ')}
      group by all`);
  }

  async #count(at: number, operands: readonly (readonly [string, string])[], on: string): Promise<void> {
    const { kind } = this.#joins[at]!;
    const isEmpty = operands.map(([left]) => `${left} is null`).join(' or ');
    const keys = operands.map((_, n) => `k${n}`).join(', ');
    const [before, matched, several, empty, most, pairs] = (await this.numbers(`
      select sum(j.weight), sum(j.weight) filter (p.rows is not null), sum(j.weight) filter (p.rows > 1),
        sum(j.weight) filter (${isEmpty}), max(p.rows), sum(j.weight * p.rows)
      from joined j left join (select ${keys}, sum(rows) as rows from partners group by all) p on ${on}`)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const match = this.matches[at]!;
    match.rowsBefore += before;
    match.matched += matched;
    match.several += several;
    match.empty += empty;
    match.mostPartners = Math.max(match.mostPartners, most);
    match.rowsAfter += (kind === 'anti' ? 0 : pairs) + (kind === 'inner' ? 0 : before - matched);
  }

  async #run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }
}

const isSame = (one: Needed, other: Needed) =>
  one.table === other.table && one.column.name === other.column.name;

const placeOf = (one: Needed, among: readonly Needed[]) => among.findIndex((other) => isSame(one, other));

/** Returns the columns of some tables by which others are joined. */
function neededIn(joins: Joins, isOfThese: (table: number) => boolean): Needed[] {
  const needed: Needed[] = [];
  for (const { left } of joins.flatMap(({ keys }) => keys))
    if (isOfThese(left.table) && placeOf(left, needed) < 0) needed.push(left);
  return needed;
}
