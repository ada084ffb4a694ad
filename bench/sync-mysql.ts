import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
} from '@headwater/connectors/server/mysql/testing/mariadb-server';
import { startProduct } from '../e2e/support/product.ts';
import { Client } from './support/client.ts';
import { PeakMemory, shortCommand } from './support/peak-memory.ts';
import { connectSource, endedRun, newWorkspace, select } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;
const TABLE = 'mixed';
const GOAL = 0.5;

/** The columns of `support/mixed-table.ts`, as MariaDB has them. */
const FILL = (rows: number) => `
  create table ${TABLE} (
    id bigint primary key, token char(36), name varchar(40), email varchar(60), amount decimal(18, 4), quantity int,
    weight double, is_paid tinyint(1), placed_at datetime(6), due_on date, details json, note text) engine = innodb
  select seq as id, uuid() as token, concat('Customer ', seq % 50000) as name,
    if(seq % 11 = 0, null, concat('customer', seq % 50000, '@example.com')) as email,
    seq * 1.0001 as amount, seq % 100 as quantity, seq / 7e0 as weight, seq % 3 = 0 as is_paid,
    timestamp '2020-01-01 00:00:00' + interval seq * 1000007 microsecond as placed_at,
    date '2020-01-01' + interval seq % 2000 day as due_on,
    json_object('channel', seq % 5, 'tags', json_array(seq % 3, 'x')) as details,
    if(seq % 13 = 0, 'two\\nlines, "quoted"', concat('note ', seq)) as note
  from seq_1_to_${rows}`;

/**
 * Measures rows per second from MariaDB to a committed table, and compares it with MariaDB's own client that streams
 * the same rows and drops them. Neither encrypts the connection. Rounds alternate.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '2000000' } },
  });
  const rows = Number(values.rows);
  if (!(await hasMariaDb())) throw new Error(NO_MARIADB);
  const source = await startMariaDb();
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  try {
    console.log(`filling the source with ${rows.toLocaleString('en')} rows of 12 columns`);
    await source.run(FILL(rows));
    const client = await Client.signUp(product.address);
    const configuration = mariaDbConfiguration(source.port, { sslmode: 'disable' });
    const table = await connectSource(client, await newWorkspace(client), 'mysql', configuration);
    await select(client, table, TABLE);
    const memory = new PeakMemory(product.pid, product.data);
    const drained: number[] = [];
    const synced: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      drained.push(rows / ((await milliseconds(() => drain(configuration))) / 1_000));
      const { state, rowsLoaded, startedAt, endedAt, failure } = await endedRun(client, table.runs);
      if (state !== 'succeeded' || rowsLoaded !== rows)
        throw new Error(`The run ended as ${state} with ${rowsLoaded} rows: ${failure?.message ?? ''}`);
      synced.push(rows / ((Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1_000));
    }
    memory.stop();
    const all = (values: readonly number[]) =>
      `${thousands(median(values))} rows/s (${values.map(thousands).join(', ')})`;
    console.log(`mariadb --quick, drained       ${all(drained)}`);
    console.log(`sync to a committed table      ${all(synced)}`);
    console.log(
      `ratio                          ${(median(synced) / median(drained)).toFixed(2)} (goal ≥ ${GOAL})`,
    );
    for (const { command, peak } of memory.workers())
      console.log(`peak resident                  ${Math.round(peak)} MB  ${shortCommand(command)}`);
  } finally {
    await product.stop();
    await source.stop();
  }
}

const thousands = (value: number) => `${Math.round(value / 1_000)}k`;

/** Streams the table through MariaDB's client into nothing. */
async function drain({ host, port, user, password, database }: ReturnType<typeof mariaDbConfiguration>) {
  const server = [`--host=${host}`, `--port=${port}`, `--user=${user}`, '--protocol=tcp', '--skip-ssl'];
  const statement = ['--quick', '--batch', '--skip-column-names', `--execute=select * from ${TABLE}`];
  const client = spawn('mariadb', ['--no-defaults', ...server, ...statement, database], {
    env: { ...process.env, MYSQL_PWD: password },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(client, 'exit');
  if (code !== 0) throw new Error(`mariadb exited with ${code}`);
}
