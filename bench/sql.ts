import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SqlRunAttributes } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { percentile } from './support/statistics.ts';

const ROUNDS = 20;
/** Longer than a process takes to start. */
const SPARE_MS = 1_500;
const LIMIT = 1_000;

const STATEMENTS = {
  'the first 1,000 rows': `select * from ${MIXED_TABLE}`,
  'a group of all rows': `select id % 7 as part, count(*) as rows, sum(id) as ids from ${MIXED_TABLE} group by 1 order by 1`,
};

/**
 * Runs statements as the SQL editor does, with a process that is ready and right after another statement, and the same
 * ones in an engine that already has the file open. `--rows` chooses the size of the table.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '1000000' } },
  });
  const source = await startSourceDatabase();
  await fillMixedTable(source, Number(values.rows));
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '10000' } });
  try {
    const client = await Client.signUp(product.address);
    const { organizationId, runs } = await selectTable(client, source, MIXED_TABLE);
    await endedRun(client, runs);
    const path = `organizations/${organizationId}/sql-runs`;
    const run = (sql: string) =>
      client.post<SqlRunAttributes>(path, 'sql_runs', { sql, limit: LIMIT, parameters: {} });
    const alone = await engineAlone(product.data);
    for (const [name, sql] of Object.entries(STATEMENTS)) {
      const times: Record<'alone' | 'ready' | 'cold', number[]> = { alone: [], ready: [], cold: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.alone.push(await took(() => alone(sql)));
        await pause(SPARE_MS);
        times.ready.push(await took(() => run(sql)));
        times.cold.push(await took(() => run(sql)));
      }
      const text = Object.entries(times).map(
        ([what, some]) =>
          `${what} p50 ${percentile(some, 50).toFixed(0)} ms, p95 ${percentile(some, 95).toFixed(0)} ms`,
      );
      console.log(`${name}: ${text.join('; ')}`);
    }
  } finally {
    await product.stop();
    await source.stop();
  }
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns a function that runs a statement and takes the rows as JSON. */
async function engineAlone(data: string): Promise<(sql: string) => Promise<unknown>> {
  const folder = join(data, 'ws');
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('.duckdb'),
  )!;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`attach '${join(folder, file)}' as v (read_only)`);
  await connection.run(`create view ${MIXED_TABLE} as from v.main.data`);
  return async (sql) => {
    const reader = await connection.runAndReadAll(`select * from (${sql}) limit ${LIMIT}`);
    return JSON.stringify(reader.getRowsJson());
  };
}
