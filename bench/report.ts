import { parseArgs } from 'node:util';
import type { Query, QueryResult } from '@headwater/shared/contract';
import { inTurns } from './support/in-turns.ts';
import { loadMixedTable } from './support/loaded-table.ts';
import { MIXED_TABLE } from './support/mixed-table.ts';
import { median, milliseconds } from './support/statistics.ts';
import { openTableFile } from './support/table-file.ts';

const ROUNDS = 7;
/** The page of a report requests so many cards at a time. */
const AT_ONCE = 4;
type Card = Pick<Query, 'breakouts' | 'measures'>;

const COUNT = { as: 'rows', agg: 'count' as const };
const SUM = { as: 'sum', agg: 'sum' as const, column: 'amount' };
const AVERAGE = { as: 'average', agg: 'avg' as const, column: 'amount' };
const by = (column: string, grain: 'day' | 'week' | 'month' | 'quarter' | 'year') => ({
  as: grain,
  column,
  grain,
});

/** A board as people make them: four numbers, five series over time, three rankings. */
const CARDS: readonly Card[] = [
  { breakouts: [], measures: [COUNT] },
  { breakouts: [], measures: [SUM] },
  { breakouts: [], measures: [AVERAGE] },
  { breakouts: [], measures: [{ as: 'heaviest', agg: 'max', column: 'weight' }] },
  { breakouts: [by('placed_at', 'month')], measures: [SUM] },
  { breakouts: [by('placed_at', 'week')], measures: [COUNT] },
  { breakouts: [by('placed_at', 'quarter')], measures: [AVERAGE] },
  { breakouts: [by('due_on', 'month')], measures: [SUM] },
  { breakouts: [by('placed_at', 'year'), { as: 'paid', column: 'is_paid' }], measures: [SUM] },
  { breakouts: [{ as: 'name', column: 'name', top: { n: 10 } }], measures: [SUM] },
  { breakouts: [{ as: 'paid', column: 'is_paid' }], measures: [COUNT] },
  { breakouts: [{ as: 'quantity', column: 'quantity' }], measures: [COUNT] },
];

/**
 * Computes the twelve cards of a report through the API, four at a time as its page does, each round with another
 * filter, so that no result is known, and then once more; and their statements one after another in this process, on the
 * same file and with one thread. `--rows` chooses another size.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '10000000' } },
  });
  const { product, client, connection } = await loadMixedTable(Number(values.rows));
  const here = await openTableFile(product.data);
  const url = `${connection}/tables/${MIXED_TABLE}/query-results`;
  const [all, first, again, alone, firstAlone]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const filter: Query['filter'] = [[{ column: 'id', operator: 'greater', values: [String(round)] }]];
    const ask = (card: Card) => () =>
      client.post<QueryResult>(url, 'query_results', { query: { ...card, filter } });
    const started = performance.now();
    const asked = inTurns(AT_ONCE, CARDS.map(ask));
    await asked[0];
    first!.push(performance.now() - started);
    const results = await Promise.all(asked);
    all!.push(performance.now() - started);
    again!.push(await milliseconds(() => Promise.all(inTurns(AT_ONCE, CARDS.map(ask)))));
    const times: number[] = [];
    for (const { attributes } of results) {
      const sql = attributes.sql.replaceAll(`"bench"."${MIXED_TABLE}"`, 'data');
      times.push(await milliseconds(() => here.runAndReadAll(sql)));
    }
    firstAlone!.push(times[0]!);
    alone!.push(times.reduce((sum, each) => sum + each, 0));
  }
  const shown = (times: readonly number[]) => `${median(times).toFixed(0)} ms`;
  const times = (some: readonly number[], others: readonly number[]) =>
    (median(some) / median(others)).toFixed(2);
  console.log(
    `12 cards: ${shown(all!)}   one after another in this process: ${shown(alone!)}   ${times(all!, alone!)} × (goal ≤ 1.1)`,
  );
  console.log(
    `the first: ${shown(first!)}   in this process: ${shown(firstAlone!)}   ${times(first!, firstAlone!)} × (goal ≤ 1.5)`,
  );
  console.log(`all once more, their results known: ${shown(again!)} (goal ≤ 150 ms)`);
  await product.stop();
}
