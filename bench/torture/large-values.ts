import type { RowPageDocument } from '@headwater/shared/contract';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../../e2e/support/source-database.ts';
import { Client } from '../support/client.ts';
import { PeakMemory } from '../support/peak-memory.ts';
import { endedRun, selectTable } from '../support/selected-table.ts';
import { milliseconds } from '../support/statistics.ts';

const PAGE = 100;
const GOAL_BYTES = 8 * 1024 ** 2;
const GOAL_MB = 400;

interface Shape {
  what: string;
  rows: number;
  columns: number;
  /** An SQL expression; `i` is the row. */
  value: string;
}

const text = (bytes: number) => `repeat(md5(i::text), ${Math.ceil(bytes / 32)})`;
const list = (elements: number) => `array_fill(md5(i::text), array[${elements}])`;

const SHAPES: readonly Shape[] = [
  { what: '20 texts of 3.5 KB', rows: 4_000, columns: 20, value: text(3_500) },
  { what: '400 texts of 2 KB', rows: 500, columns: 400, value: text(2_000) },
  { what: 'a text of 270 KB', rows: 2_100, columns: 1, value: text(270_000) },
  { what: 'a text of 6 MB', rows: 100, columns: 1, value: text(6_000_000) },
  { what: 'a list of 8,000 texts', rows: 300, columns: 1, value: list(8_000) },
  { what: '8 lists of 120 texts', rows: 4_000, columns: 8, value: list(120) },
];

/** Syncs tables with large values and reads their pages: what a page takes, and the memory of each process. */
export async function bench(): Promise<void> {
  for (const shape of SHAPES) {
    const source = await startSourceDatabase();
    const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
    try {
      await measure(shape, product, source);
    } finally {
      await product.stop();
      await source.stop();
    }
  }
}

async function measure(
  { what, rows, columns, value }: Shape,
  product: Product,
  source: SourceDatabase,
): Promise<void> {
  const cells = Array.from({ length: columns }, (_, at) => `${value} as c${at}`).join(', ');
  await source.query(`create table large as select i as id, ${cells} from generate_series(1, ${rows}) i`);
  const client = await Client.signUp(product.address);
  const { organizationId, sourceConnectionId, runs } = await selectTable(client, source, 'large');
  const memory = new PeakMemory(product.pid, product.data);
  const { state, rowsLoaded, failure } = await endedRun(client, runs);
  console.log(`${what}, ${rows} rows: ${state}, ${rowsLoaded} rows ${failure?.code ?? ''}`);
  const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}/tables/large/rows`;
  let next: string | null = `${path}?page[size]=${PAGE}`;
  const pages: { ms: number; bytes: number }[] = [];
  while (next && pages.length < 5) {
    let body = '';
    const ms = await milliseconds(async () => (body = await client.text(next!)));
    pages.push({ ms, bytes: Buffer.byteLength(body) });
    const { links } = JSON.parse(body) as RowPageDocument;
    next = links.next && `${path}?page[size]=${PAGE}&page[after]=${links.next}`;
  }
  memory.stop();
  report(pages, memory);
}

function report(pages: readonly { ms: number; bytes: number }[], memory: PeakMemory): void {
  const most = (of: 'ms' | 'bytes') => Math.max(...pages.map((page) => page[of]));
  const peak = (kind: string) =>
    memory.workers().find(({ command }) => command.includes(`${kind}-process/`))?.peak ?? 0;
  const verdict = (isMet: boolean) => (isMet ? '' : ' MISSED');
  const bytes = most('bytes');
  console.log(
    `  ${pages.length} pages: at most ${most('ms').toFixed(0)} ms, ${(bytes / 1024 ** 2).toFixed(1)} MB${verdict(bytes <= GOAL_BYTES)}`,
  );
  const query = peak('query');
  console.log(
    `  peak resident: query process ${query.toFixed(0)} MB (goal ≤ ${GOAL_MB})${verdict(query <= GOAL_MB)}, sync process ${peak('sync').toFixed(0)} MB`,
  );
}
