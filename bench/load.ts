import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { RowPageDocument } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { connectSource, endedRun, newWorkspace, select, selectTable } from './support/selected-table.ts';
import { milliseconds, percentile } from './support/statistics.ts';
import { requestsDuring, type Steady } from './support/steady-requests.ts';

/** A request is sent so often, in ms: 100 per second. */
const EVERY = 10;
const PAGE = 100;
const QUERY = `select id % 7 as part, count(*) as rows, avg(length(note)) as size from ${MIXED_TABLE} group by 1`;
const QUERIES = 4;
const GOAL = { p99: 200, ratio: 3 };

/**
 * Sends 100 requests per second, of which half are lists, a tenth a table, and the rest pages of rows at random places,
 * first to a quiet product, and then while two tables are synced and four SQL statements run, again and again. The
 * source runs on the same machine.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '500000' }, seconds: { type: 'string', default: '120' } },
  });
  const [rows, seconds] = [Number(values.rows), Number(values.seconds)];
  const source = await startSourceDatabase();
  await fillMixedTable(source, rows);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '10000' } });
  try {
    const client = await Client.signUp(product.address);
    const { host, port, database, user, password } = source;
    const configuration = { host, port, database, user, password, sslmode: 'prefer' };
    const read = await selectTable(client, source, MIXED_TABLE);
    await endedRun(client, read.runs);
    // In a workspace of its own: what syncs isn't what is read, or the readers would start over with each version.
    const other = await newWorkspace(client);
    const synced = [0, 1].map(async () => {
      const table = await connectSource(client, other, 'postgres', configuration);
      await select(client, table, MIXED_TABLE);
      return table.runs;
    });
    const runs = await Promise.all(synced);

    const organization = `organizations/${read.organizationId}`;
    const table = `${read.connection}/tables/${MIXED_TABLE}`;
    const page = await client.text(`${table}/rows?page[size]=${PAGE}`);
    const { version } = (JSON.parse(page) as RowPageDocument).data.attributes;
    const lists = [`${organization}/source-connections`, `${organization}/tables`, read.runs];
    const pages: number[] = [];
    const send = (number: number) => {
      const kind = number % 10;
      if (kind < 5) return client.text(lists[number % lists.length]!);
      if (kind === 5) return client.text(table);
      const offset = Math.floor(Math.random() * (rows - PAGE));
      const position = JSON.stringify([version, 0, Math.max(0, offset - 1), offset]);
      const after = Buffer.from(position).toString('base64url');
      const path = `${table}/rows?page[size]=${PAGE}&page[after]=${after}`;
      return milliseconds(() => client.text(path)).then((time) => pages.push(time));
    };

    const quiet = await requestsDuring(EVERY, send, () => pause(seconds * 1_000));
    print('quiet', quiet);
    print('of these, pages of rows', { times: pages.splice(0), faults: [] });
    const counts = { syncs: 0, queries: 0 };
    const noisy = await requestsDuring(EVERY, send, async () => {
      const until = performance.now() + seconds * 1_000;
      const repeat = async (what: keyof typeof counts, work: () => Promise<unknown>) => {
        while (performance.now() < until) {
          await work();
          counts[what] += 1;
        }
      };
      const query = { sql: QUERY, limit: 100, parameters: {} };
      await Promise.all([
        ...runs.map((path) => repeat('syncs', () => endedRun(client, path))),
        ...Array.from({ length: QUERIES }, () =>
          repeat('queries', () => client.post(`${organization}/sql-runs`, 'sql_runs', query)),
        ),
      ]);
    });
    print('busy', noisy);
    print('of these, pages of rows', { times: pages, faults: [] });
    console.log(`meanwhile: ${counts.syncs} syncs of ${rows} rows, ${counts.queries} queries`);
    const ratio = percentile(noisy.times, 99) / percentile(quiet.times, 99);
    console.log(
      `ratio of the p99: ${ratio.toFixed(2)} (goal ≤ ${GOAL.ratio}, and p99 ≤ ${GOAL.p99} ms, 0 errors)`,
    );
  } finally {
    await product.stop();
    await source.stop();
  }
}

function print(what: string, { times, faults }: Steady): void {
  const figures = [50, 95, 99, 100].map((part) => `p${part} ${percentile(times, part).toFixed(1)} ms`);
  console.log(`${what}: ${times.length} requests, ${faults.length} errors, ${figures.join(', ')}`);
  for (const fault of new Set(faults.map((one) => one.slice(0, 200)))) console.log(`  ${fault}`);
}
