import type { DuckDBConnection } from '@duckdb/node-api';
import type { Changes } from './merge-changes.ts';
import { requireOrder, type MergePlan } from './merge-plan.ts';
import type { MergeRequest } from './merge-request.ts';

/**
 * Finds the rows to append: all of them, or those that the base doesn't have yet. Each read goes back a little before
 * the last one, so its rows up to the base's latest cursor value may be there already. They are compared as a whole,
 * and equal rows are counted, so that rows that occur twice at the source occur twice here. A column that the last read
 * didn't have says nothing about whether a row is the same: rows that are there get its values, so that the next read
 * finds them equal. What is found on the way goes into a table of the schema `scratch`.
 */
export async function appendChanges(
  connection: DuckDBConnection,
  { base, cursor, mode, tableName }: MergeRequest,
  plan: MergePlan,
  scratch: string,
): Promise<Changes> {
  const all = { inserted: plan.insertedRows('prepared'), deleted: null, updated: null };
  if (!base || cursor === null || mode !== 'append') return all;
  requireOrder(plan, cursor, tableName);
  const { prepared: value, base: before } = plan.pair(cursor);
  const one = async (query: string) =>
    (await connection.runAndReadAll(query)).getRowsJson()[0]![0] as string | null;
  const type = plan.typeOf(cursor);
  const literal = (text: string) => `cast('${text}' as ${type})`;
  const latest = await one(`select max(${before})::varchar from base.main.data b`);
  const earliest = await one(`select min(${value})::varchar from prepared`);
  const isLater = latest === null ? 'false' : `coalesce(${value} > ${literal(latest)}, false)`;
  const mayBeThere = earliest === null ? 'false' : `${before} >= ${literal(earliest)}`;
  const pairs = plan.commonPairs;
  const columns = pairs.map(({ prepared }) => prepared).join(', ');
  // Equal rows are numbered, so that the second of two is only left out if the base has two as well.
  const values = pairs.map(({ prepared, base: held }) => `${held} as ${prepared}`).join(', ');
  const known = `select b.rowid as base_row, ${values} from base.main.data b
    where ${mayBeThere} or ${before} is null`;
  const numbered = (rows: string) =>
    `select *, row_number() over (partition by ${columns}) as number from (${rows})`;
  const same = pairs.map(({ prepared }) => `n.${prepared} is not distinct from k.${prepared}`).join(' and ');
  await connection.run(`
    create or replace table ${scratch}.known as
    select n.arrival, k.base_row from (${numbered(`select * from prepared where not ${isLater}`)}) n
      join (${numbered(known)}) k on ${same} and n.number = k.number`);
  return {
    ...all,
    inserted: plan.insertedRows(
      `(select * from prepared where arrival not in (select arrival from ${scratch}.known))`,
    ),
    updated: await withNewColumns(connection, plan, scratch),
  };
}

/** Gives the known rows the values of new columns, without which they would look like other rows next time. */
async function withNewColumns(
  connection: DuckDBConnection,
  { newColumns }: MergePlan,
  scratch: string,
): Promise<Changes['updated']> {
  if (newColumns.length === 0) return null;
  const values = newColumns.map(({ name, prepared }) => `${name} = p.${prepared}`);
  const statement = `
    update stage.main.data set ${values.join(', ')}
    from ${scratch}.known k join prepared p using (arrival)
    where stage.main.data.rowid = k.base_row`;
  const known = await connection.runAndReadAll(`select count(*) from ${scratch}.known`);
  return { statement, count: Number(known.getRows()[0]![0]) };
}
