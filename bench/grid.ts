import { parseArgs } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column, RowPageDocument } from '@headwater/shared/contract';
import { loadMixedTable } from './support/loaded-table.ts';
import { MIXED_TABLE } from './support/mixed-table.ts';
import { median, milliseconds, percentile } from './support/statistics.ts';
import { openTableFile } from './support/table-file.ts';

const ROUNDS = 40;
const PAGE = 100;
const MOST_MORE_MS = 15;

/** What a page is asked by: the API's parameters, and what follows `from data` in SQL. */
interface Asked {
  parameters: string;
  sql: string;
  /** Also counts the rows, as the grid does for a filter. */
  where?: string;
}

type Scene = (round: number, rows: number, version: number) => Asked;

const after = (version: number, id: number) =>
  `&page[after]=${Buffer.from(JSON.stringify([version, 0, id - 1, id])).toString('base64url')}`;

/** Pages as people open them: another one in each round, so that no answer is known. */
const SCENES: Readonly<Record<string, Scene>> = {
  first: () => ({ parameters: '', sql: `limit ${PAGE}` }),
  deep: (round, rows, version) => {
    const id = Math.floor((rows / ROUNDS) * round) + 1;
    return { parameters: after(version, id), sql: `where rowid >= ${id} and rowid < ${id + PAGE}` };
  },
  sorted: (round) => {
    const sort = round % 2 === 0 ? 'weight' : 'amount';
    return { parameters: `&sort=-${sort}`, sql: `order by ${sort} desc nulls last, rowid limit ${PAGE}` };
  },
  'sorted by a text': (round) => {
    const sort = round % 2 === 0 ? 'note' : 'name';
    return { parameters: `&sort=-${sort}`, sql: `order by ${sort} desc nulls last, rowid limit ${PAGE}` };
  },
  filtered: (round) => ({
    parameters: `&filter=quantity:equals:${round}`,
    sql: `where quantity = ${round} limit ${PAGE}`,
    where: `quantity = ${round}`,
  }),
  'filtered and sorted': (round) => ({
    parameters: `&filter=quantity:equals:${round}&sort=-weight`,
    sql: `where quantity = ${round} order by weight desc nulls last, rowid limit ${PAGE}`,
    where: `quantity = ${round}`,
  }),
};

/**
 * Reads pages of a table through HTTP: the first, some far below it, sorted, and filtered ones; and each as one
 * statement in this process, on the same file with one thread, as the product uses one. Texts are in alphabetical order
 * through HTTP, and by code points in this process. `--rows` chooses another size.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '10000000' } },
  });
  const rows = Number(values.rows);
  const { product, client, connection } = await loadMixedTable(rows, { RATE_LIMIT_FACTOR: '10000' });
  const url = `${connection}/tables/${MIXED_TABLE}/rows?page[size]=${PAGE}`;
  const page = JSON.parse(await client.text(url)) as RowPageDocument;
  const { version, columns } = page.data.attributes;
  const here = await openTableFile(product.data);
  const medians = new Map<string, number>();
  for (const [name, scene] of Object.entries(SCENES)) {
    const [through, alone]: number[][] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = scene(round, rows, version);
      through!.push(await milliseconds(() => client.text(url + asked.parameters)));
      alone!.push(await milliseconds(() => readHere(here, columns, asked)));
    }
    medians.set(name, median(through!));
    const shown = (times: readonly number[]) =>
      `${median(times).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)}`;
    const more = percentile(through!, 95) - percentile(alone!, 95);
    console.log(
      `${name.padEnd(20)} ${shown(through!)}   in this process: ${shown(alone!)}   p95 + ${more.toFixed(0)} ms (goal ≤ ${MOST_MORE_MS})`,
    );
  }
  const ratio = medians.get('deep')! / medians.get('first')!;
  console.log(`deep pages take ${ratio.toFixed(2)} × the first one (goal ≤ 1.2)`);
  await product.stop();
}

async function readHere(here: DuckDBConnection, columns: readonly Column[], { sql, where }: Asked) {
  const cells = columns.map(({ name }) => `"${name}"::varchar`).join(', ');
  if (where !== undefined) await here.runAndReadAll(`select count(*) from data where ${where}`);
  return (await here.runAndReadAll(`select json_array(${cells})::varchar from data ${sql}`)).getRows();
}
