import type { DuckDBConnection } from '@duckdb/node-api';
import { ADDED } from './added-columns.ts';
import type { Changes } from './merge-changes.ts';
import { requireOrder, type MergePlan } from './merge-plan.ts';
import type { MergeRequest } from './merge-request.ts';

/**
 * Finds what the incoming rows change in a table where each key has one row, or one current row in a history. Of
 * several rows with the same key, the one with the latest cursor value counts, and among those the last one that
 * arrived. A row that the base has with a later value, or unchanged, is left out. What is found on the way goes into
 * tables of the schema `scratch`.
 */
export async function keyedChanges(
  connection: DuckDBConnection,
  request: MergeRequest,
  plan: MergePlan,
  scratch: string,
): Promise<Changes> {
  const { base, key, isKeyUnique, cursor, mode, tableName } = request;
  if (cursor !== null) requireOrder(plan, cursor, tableName);
  const keys = key.map((name) => plan.keyPair(name));
  const by = cursor === null ? null : plan.pair(cursor);
  let latest = `(select * from prepared where ${plan.hasKey})`;
  if (!isKeyUnique) {
    const order = [...(by ? [`${by.prepared} desc nulls last`] : []), 'arrival desc'].join(', ');
    await connection.run(`
      create or replace table ${scratch}.replaced as
      select arrival from (
        select arrival, row_number() over (partition by ${keys.map(({ prepared }) => prepared()).join(', ')} order by ${order}) as place
        from ${latest}
      ) where place > 1`);
    latest = `(select * from ${latest} where arrival not in (from ${scratch}.replaced))`;
  }
  if (!base) return { inserted: plan.insertedRows(latest), deleted: null, updated: null };
  const isHistory = mode === 'history';
  const twins = await respelledTwins(connection, request, plan, scratch);
  await connection.run(`
    create or replace table ${scratch}.found as
    select l.arrival, b.rowid as base_row, ${verdict(by)} as verdict
    from ${latest} l join base.main.data b
      on ${keys.map(({ prepared, base: before }) => `${prepared('l')} = ${before}`).join(' and ')}
      ${isHistory ? `and b.${ADDED.isCurrent}` : ''}
      ${twins ? `and b.rowid not in (${twins})` : ''}`);
  await connection.run(`
    create or replace table ${scratch}.kept as
    select arrival from ${scratch}.found where verdict = 'older'
    union all
    select f.arrival from ${scratch}.found f
      join ${latest} l using (arrival)
      join base.main.data b on b.rowid = f.base_row
    where f.verdict = 'tie' ${await sinceEarliestTie(connection, latest, { by, plan, cursor, scratch })}
      and ${plan.pairs.map((pair) => `l.${pair.prepared} is not distinct from ${pair.base}`).join(' and ')}`);
  const inserted = plan.insertedRows(`(select * from ${latest} where arrival not in (from ${scratch}.kept))`);
  const replaced = `select base_row from ${scratch}.found where arrival not in (from ${scratch}.kept)`;
  const outdated = twins ? `${replaced} union ${twins}` : replaced;
  const count = async (query: string) =>
    Number((await connection.runAndReadAll(`select count(*) from (${query})`)).getRows()[0]![0]);
  if (!isHistory)
    return { inserted, deleted: { rows: outdated, count: await count(outdated) }, updated: null };
  const ended = [outdated, ...(isComplete(request) ? [goneFrom(scratch)] : [])].join(' union all ');
  await connection.run(`create or replace table ${scratch}.ended as ${ended}`);
  const statement = `
    update stage.main.data
    set ${ADDED.validTo} = timestamptz '${request.readAt.toISOString()}', ${ADDED.isCurrent} = false
    where rowid in (select base_row from ${scratch}.ended)`;
  return {
    inserted,
    deleted: null,
    updated: { statement, count: await count(`select * from ${scratch}.ended`) },
  };
}

/**
 * Selects rows of the base that have the same key as another one, once both are spelled as the source does now: those
 * that were loaded before it did. Null if there are none.
 */
async function respelledTwins(
  connection: DuckDBConnection,
  { key, mode }: MergeRequest,
  plan: MergePlan,
  scratch: string,
): Promise<string | null> {
  const old = plan.respelledRows(key);
  if (!old) return null;
  const keys = key.map((name) => plan.keyPair(name).base).join(', ');
  await connection.run(`
    create or replace table ${scratch}.twins as
    select base_row from (
      select b.rowid as base_row,
        row_number() over (partition by ${keys} order by b.rowid in (select rowid ${old}), b.rowid desc) as place
      from base.main.data b ${mode === 'history' ? `where b.${ADDED.isCurrent}` : ''}
    ) where place > 1 and exists (${`select 1 ${old}`})`);
  return `select base_row from ${scratch}.twins`;
}

/** Selects the current rows whose key is gone. */
const goneFrom = (scratch: string) => `
  select b.rowid from base.main.data b
  where b.${ADDED.isCurrent} and b.rowid not in (select base_row from ${scratch}.found)`;

/** Whether a key that didn't arrive is gone: not if a row was rejected that could have it. */
const isComplete = ({ isWhole, incoming }: MergeRequest) => isWhole && !incoming.hasRejections;

interface Pair {
  prepared: string;
  base: string;
}

/** SQL for whether the base's row is older or later by the cursor, or has to be compared. */
const verdict = (by: Pair | null) =>
  by === null
    ? `'tie'`
    : `case
        when ${by.base} > l.${by.prepared} then 'older'
        when l.${by.prepared} is distinct from ${by.base} then 'newer'
        else 'tie'
      end`;

/** SQL that lets the engine skip most of a base whose rows are in the order of the cursor. */
async function sinceEarliestTie(
  connection: DuckDBConnection,
  latest: string,
  { by, plan, cursor, scratch }: { by: Pair | null; plan: MergePlan; cursor: string | null; scratch: string },
): Promise<string> {
  if (by === null) return '';
  const reader = await connection.runAndReadAll(`
    select min(l.${by.prepared})::varchar, count(*) filter (l.${by.prepared} is null)
    from ${scratch}.found f join ${latest} l using (arrival) where f.verdict = 'tie'`);
  const [earliest, nulls] = reader.getRowsJson()[0] as [string | null, string];
  if (earliest === null || Number(nulls) > 0) return '';
  return `and ${by.base} >= cast('${earliest}' as ${plan.typeOf(cursor!)})`;
}
