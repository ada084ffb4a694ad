import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RowFormat } from '@headwater/shared/contract';
import { Exports, type ExportRequest } from '../api/src/engine/warehouse/index.ts';
import { newFolder } from '../e2e/support/scratch.ts';
import { MIXED_ROW } from './support/mixed-csv.ts';
import { PeakMemory } from './support/peak-memory.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 3;
const [FEW, MANY] = [200_000, 2_000_000];
/** As many rows as fit into a sheet. */
const SHEET = 1_000_000;

const PROCESS = 'export-process';

interface Cost {
  seconds: number;
  cpu: number;
}

const asker = { workspaceId: 'org', userId: 'usr' };

/**
 * Measures files of rows, from the request to their last byte, which nobody keeps: beside what the engine takes to copy
 * the same rows into a CSV file, with one thread. The process that writes them has a low priority, so that on a busy
 * machine only CPU time can be compared. Also prints its peak memory, which should not grow with the rows.
 */
export async function bench(): Promise<void> {
  const folder = newFolder('export');
  const scratch = join(folder, 'scratch');
  const exports = new Exports({ root: folder, scratch, slots: 1 });
  const request = await versionFile(folder);
  const measured = async (
    format: RowFormat,
    rows: number,
  ): Promise<Cost & { megabytes: number; peak: number }> => {
    const first = {
      filter: [[{ column: 'id', operator: 'less_or_equal', values: [String(rows)] }]],
      sort: [],
    };
    const query = rows === MANY ? null : (first as ExportRequest['query']);
    const memory = new PeakMemory(process.pid, folder);
    const start = performance.now();
    const file = await exports.run({ ...request, query, format }, asker, new AbortController().signal);
    let bytes = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) bytes += chunk.length;
    const seconds = (performance.now() - start) / 1_000;
    memory.stop();
    const [cpu = NaN] = memory.cpuSecondsOf(PROCESS);
    const peak = memory.workers().find(({ command }) => command.includes(PROCESS))?.peak ?? NaN;
    return { seconds, cpu, peak, megabytes: bytes / 1e6 };
  };
  const copies: Cost[] = [];
  const lines: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(await copied(request.file.path, join(folder, 'copy.csv')));
    lines.push(await measured('csv', MANY));
  }
  for (const unit of ['seconds', 'cpu'] as const) {
    const [copy, csv] = [copies, lines].map((all) => median(all.map((one) => one[unit])));
    const ratio = (copy! / csv!).toFixed(2);
    console.log(
      `csv by ${unit.padEnd(8)} COPY ${copy!.toFixed(1)} s, ours ${csv!.toFixed(1)} s   ratio ${ratio} (goal ≥ 0.4)`,
    );
  }
  for (const [format, rows] of [
    ['csv', MANY],
    ['jsonl', MANY],
    ['xlsx', SHEET],
    ['parquet', MANY],
  ] as const) {
    const few = await measured(format, FEW);
    const many = await measured(format, rows);
    const rate = (unit: keyof Cost) => Math.round(rows / many[unit]).toLocaleString('en');
    console.log(
      `${format.padEnd(8)} ${rate('seconds')} rows/s, ${rate('cpu')} by CPU${format === 'xlsx' ? ' (goal ≥ 60,000)' : ''}, ${many.megabytes.toFixed(0)} MB`,
    );
    console.log(
      `${''.padEnd(8)} peak resident ${few.peak.toFixed(0)} MB, with ${rows / FEW} times as many rows ${many.peak.toFixed(0)} MB   ratio ${(many.peak / few.peak).toFixed(2)} (goal ≤ 1.1)`,
    );
  }
  await exports.close();
}

async function versionFile(folder: string): Promise<Omit<ExportRequest, 'query' | 'format'>> {
  const path = join(folder, 'version');
  const instance = await DuckDBInstance.create(path, { threads: '2' });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  await connection.run(
    `create table data as select * replace (placed_at::timestamptz as placed_at, details::json as details)
     from (select ${MIXED_ROW} from range(1, ${MANY + 1}) t(n))`,
  );
  await connection.run('checkpoint');
  const described = await connection.runAndReadAll('describe data');
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  connection.closeSync();
  instance.closeSync();
  return {
    file: { path, bytes: statSync(path).size },
    columns,
    shown: columns,
    tableName: 'mixed',
    rows: MANY,
  };
}

async function copied(path: string, target: string): Promise<Cost> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '256MB' });
  const connection = await instance.connect();
  await connection.run(`attach '${path}' as v1 (read_only)`);
  const [start, before] = [performance.now(), process.cpuUsage()];
  await connection.run(`copy v1.main.data to '${target}' (format csv, header)`);
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(before);
  connection.closeSync();
  instance.closeSync();
  rmSync(target);
  return { seconds, cpu: (user + system) / 1e6 };
}
