import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuplicatesRequest, DuplicatesResult } from '../messages.ts';
import { cellsById } from './cells-by-id.ts';
import { normalValue } from './normal-text.ts';

/**
 * Groups rows with equal values, by a hash of 64 bits: a part of the hashes at a time, so that the memory doesn't grow
 * with the table.
 */
export async function equalRows(
  connection: DuckDBConnection,
  schema: string,
  request: DuplicatesRequest,
): Promise<DuplicatesResult> {
  const { columns, rules, oneOf = 1, rowsAtOnce } = request;
  const all = async (query: string) => (await connection.runAndReadAll(query)).getRows();
  const values = columns.map((column) => normalValue(column, rules));
  const isEmpty = `coalesce(${values.map((value) => `${value}::varchar`).join(', ')}) is null`;
  const hashes = `
    select rowid as id, hash(${values.join(', ')}) as hash, ${isEmpty} as is_empty
    from ${schema}.main.data`;
  const inPart = `hash % ${oneOf} = 0`;
  const [[rows, empty]] = (await all(`
    select count(*), count(*) filter (is_empty) from (${hashes}) where ${inPart}`)) as [[bigint, bigint]];
  const result: DuplicatesResult = {
    ...{ rows: Number(rows), empty: Number(empty), groups: 0, rowsInGroups: 0, pairs: 0 },
    skipped: { blocks: 0, rows: 0, largest: [] },
    examples: [],
  };
  const rounds = Math.max(1, Math.ceil(result.rows / rowsAtOnce));
  const largest: { hash: bigint; rows: number; first: number }[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await connection.run(`
        create or replace temp table equal_rows as
        select hash, count(*) as rows, min(id) as first from (${hashes})
        where not is_empty and ${inPart} and hash // ${oneOf} % ${rounds} = ${round}
        group by hash having count(*) > 1`);
      const [[groups, rowsInGroups]] = (await all(
        'select count(*), coalesce(sum(rows), 0) from equal_rows',
      )) as [[bigint, bigint]];
      result.groups += Number(groups);
      result.rowsInGroups += Number(rowsInGroups);
      const found = (await all(
        `select hash, rows, first from equal_rows order by rows desc, first limit ${request.groups}`,
      )) as [bigint, bigint, bigint][];
      largest.push(...found.map(([hash, n, first]) => ({ hash, rows: Number(n), first: Number(first) })));
    }
  } finally {
    await connection.run('drop table if exists temp.equal_rows');
  }
  largest.sort((a, b) => b.rows - a.rows || a.first - b.first).splice(request.groups);
  if (largest.length === 0) return result;
  const found = (await all(`
    select hash, min(id, ${request.rowsOfGroup})::json::varchar from (${hashes})
    where hash in (${largest.map(({ hash }) => hash).join(', ')}) group by hash`)) as [bigint, string][];
  const ids = new Map(found.map(([hash, list]) => [hash, JSON.parse(list) as number[]]));
  const cells = await cellsById(connection, schema, request.shown, [...ids.values()].flat());
  result.examples = largest.map((group) => ({
    rows: group.rows,
    shown: ids.get(group.hash)!.map((id) => cells.get(id)!),
  }));
  return result;
}
