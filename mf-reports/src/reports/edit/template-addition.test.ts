import { REPORT_FILTERS_MAX, type ReportContent, type ReportFilter } from '@headwater/shared/contract';
import { templateAddition } from './template-addition.ts';

const table = { id: 'tbl_1', name: 'orders' };
const query = { breakouts: [], measures: [{ as: 'rows', agg: 'count' as const }], zone: 'UTC', filter: [] };
const number = (id: string) => ({
  ...{ kind: 'number' as const, id, title: id, table, query },
  layout: { x: 0, y: 0, w: 3, h: 5 },
});
const filter = (id: string, column: string, card: string, values: string[] | null): ReportFilter => ({
  ...{ id, label: id, bind: [{ card, column }] },
  default: values && { operator: 'none_of', values },
});
const TEMPLATE: ReportContent = {
  cards: [number('revenue'), number('sales')],
  filters: [
    filter('status', 'status', 'sales', ['cancelled']),
    filter('country', 'country', 'sales', ['DE']),
    filter('channel', 'channel', 'sales', null),
    filter('other', 'tax', 'revenue', ['0']),
  ],
  template: { slug: 'revenue-overview', version: 1, columns: [] },
};
const add = templateAddition(TEMPLATE, 'sales', ['status', 'country', 'channel']);

test('a card of a template comes with what its figures depend on, and nothing else', () => {
  const { cards, filters, template } = add({ cards: [], filters: [] });
  expect(cards).toMatchObject([{ title: 'sales', query, layout: { x: 0, y: 0, w: 3, h: 5 } }]);
  const { id } = cards[0]!;
  expect(filters).toMatchObject([
    { label: 'status', bind: [{ card: id, column: 'status' }], default: { values: ['cancelled'] } },
    { label: 'country', bind: [{ card: id, column: 'country' }], default: { values: ['DE'] } },
  ]);
  expect(new Set([id, ...filters.map((one) => one.id)]).size).toBe(3);
  expect(template).toBeUndefined();
});

test('filters that the report has of the same columns narrow it instead', () => {
  const own = filter('own', 'status', 'a', null);
  const { cards, filters } = add({ cards: [number('a')], filters: [own] }, { x: 0, y: 0, w: 3, h: 5 });
  const { id, layout } = cards.at(-1)!;
  expect(layout).toEqual({ x: 0, y: 0, w: 3, h: 5 });
  expect(filters.map(({ label, bind }) => [label, bind])).toEqual([
    [
      'own',
      [
        { card: 'a', column: 'status' },
        { card: id, column: 'status' },
      ],
    ],
    ['country', [{ card: id, column: 'country' }]],
  ]);
});

test('its query says what a report with many filters has no room for', () => {
  const many = Array.from({ length: REPORT_FILTERS_MAX - 1 }, (_, at) => filter(`f${at}`, 'x', 'a', null));
  const { cards, filters } = add({ cards: [number('a')], filters: many });
  expect(filters).toHaveLength(REPORT_FILTERS_MAX);
  expect(filters.at(-1)).toMatchObject({ label: 'status' });
  expect(cards.at(-1)).toMatchObject({
    query: { filter: [[{ column: 'country', operator: 'none_of', values: ['DE'] }]] },
  });
});
