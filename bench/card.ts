import { parseArgs } from 'node:util';
import type { Query, QueryResult } from '@headwater/shared/contract';
import { loadMixedTable } from './support/loaded-table.ts';
import { MIXED_TABLE } from './support/mixed-table.ts';
import { median, milliseconds, percentile } from './support/statistics.ts';
import { openTableFile } from './support/table-file.ts';

const ROUNDS = 30;
const SUM = { as: 'sum', agg: 'sum' as const, column: 'amount' };
const DAY = { as: 'day', column: 'placed_at', grain: 'day' as const };
const MONTH = { as: 'month', column: 'placed_at', grain: 'month' as const };

/** What cards most often ask. */
const CARDS: Readonly<Record<string, Pick<Query, 'breakouts' | 'measures' | 'zone'>>> = {
  'sum by month': { breakouts: [MONTH], measures: [SUM] },
  'sum by month in a zone': { breakouts: [MONTH], measures: [SUM], zone: 'Europe/Berlin' },
  'sum by day': { breakouts: [DAY], measures: [SUM] },
  'sum by day in a zone': { breakouts: [DAY], measures: [SUM], zone: 'Europe/Berlin' },
  'top 5 names by month': {
    breakouts: [MONTH, { as: 'name', column: 'name', top: { n: 5 } }],
    measures: [SUM],
    zone: 'Europe/Berlin',
  },
  'median by 20 ranges': {
    breakouts: [{ as: 'weight', column: 'weight', bins: 20 }],
    measures: [{ as: 'median', agg: 'median', column: 'amount' }],
  },
};

/**
 * Computes cards of a table of 12 columns through the API, each with another filter, so that no result is known, and
 * then once more; and the statement of each in this process, on the same file and with one thread, as the product uses
 * one. `--rows` chooses another size.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '10000000' } },
  });
  const { product, client, connection } = await loadMixedTable(Number(values.rows));
  const medians = new Map<string, number>();
  const here = await openTableFile(product.data);
  for (const [name, card] of Object.entries(CARDS)) {
    const [through, again, alone]: number[][] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const filter: Query['filter'] = [[{ column: 'id', operator: 'greater', values: [String(round)] }]];
      let result: QueryResult | undefined;
      const ask = async () => {
        const url = `${connection}/tables/${MIXED_TABLE}/query-results`;
        result = (await client.post<QueryResult>(url, 'query_results', { query: { ...card, filter } }))
          .attributes;
      };
      through!.push(await milliseconds(ask));
      again!.push(await milliseconds(ask));
      const sql = result!.sql.replaceAll(`"bench"."${MIXED_TABLE}"`, 'data');
      alone!.push(await milliseconds(() => here.runAndReadAll(sql)));
    }
    medians.set(name, median(through!));
    const shown = (times: readonly number[]) =>
      `${median(times).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)}`;
    const more = percentile(through!, 95) - percentile(alone!, 95);
    console.log(
      `${name}: ${shown(through!)}   in this process: ${shown(alone!)}   p95 + ${more.toFixed(0)} ms   known: ${shown(again!)}`,
    );
  }
  const zone = medians.get('sum by day in a zone')! / medians.get('sum by day')!;
  console.log(`days of a zone take ${zone.toFixed(2)} × days of UTC (goal ≤ 1.2)`);
  await product.stop();
}
