import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { columnsStatement, relationsStatement } from './postgres.catalog-statements.ts';
import { startSourceServer, type SourceServer } from './testing/source-server.ts';

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
  [removed: `Rows Removed by ${string}`]: number | undefined;
}

let source: SourceServer;
before(async () => {
  source = await startSourceServer();
});
after(() => source.stop());

/** Returns how many rows a statement's steps look at, all together, which unlike time is the same on every machine. */
async function visited(statement: string): Promise<number> {
  const [row] = await source.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) ${statement}`,
  );
  const rowsOf = (plan: Plan): number => {
    const removed = Object.entries(plan)
      .filter(([name]) => name.startsWith('Rows Removed by '))
      .reduce((sum, [, rows]) => sum + Number(rows), 0);
    const own = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
    return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);
  };
  return rowsOf(row!['QUERY PLAN'][0].Plan);
}

const columnsOf = columnsStatement.replace(
  '$1',
  `(select array_agg(oid::int8::float8) from pg_class where relkind in ('r', 'p'))`,
);

it('tables are listed in time that grows with their number, and not with its square', async () => {
  const addTables = (from: number, to: number) =>
    source.run(`do $$ begin
      for n in ${from}..${to} loop
        execute format('create table t%s (id int primary key, word text)', n);
        if n % 10 = 0 then
          execute format('create table p%s (id int) partition by list (id)', n);
          execute format('create table p%s_1 partition of p%s for values in (1)', n, n);
        end if;
      end loop;
    end $$; analyze pg_class, pg_attribute, pg_index, pg_inherits, pg_depend`);
  for (const statement of [relationsStatement(false), columnsOf]) assert.ok((await visited(statement)) > 0);
  const work: number[][] = [];
  for (const [from, to] of [
    [1, 200],
    [201, 1_000],
  ] as const) {
    await addTables(from, to);
    work.push([await visited(relationsStatement(false)), await visited(columnsOf)]);
  }
  const [few, many] = work as [number[], number[]];
  // Five times as many tables, and 25 times as much work if each is compared with each.
  for (const at of [0, 1]) assert.ok(many[at]! < few[at]! * 8, `${few[at]} rows grew to ${many[at]}`);
});
