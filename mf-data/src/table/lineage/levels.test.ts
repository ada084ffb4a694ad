import { levelsOf, linesThrough, type LineageTable } from './levels.ts';

const table = (id: string, isView = false): LineageTable => ({
  id,
  sourceConnectionId: isView ? 'src_views' : 'src_shop',
  sourceConnectionName: isView ? 'Views' : 'Shop',
  connector: isView ? 'views' : 'postgres',
  tableName: id,
  isView,
});

test('everything is to the right of all that it is made of, and tables of their connection', () => {
  const { levels, links } = levelsOf({
    tables: [table('orders'), table('over', true), table('items'), table('paid', true)],
    uses: [
      { from: 'orders', to: 'paid' },
      { from: 'paid', to: 'over' },
      { from: 'items', to: 'over' },
    ],
    documents: [{ type: 'report', id: 'rep_1', name: 'Revenue', tables: ['orders', 'paid'], columns: [] }],
    counts: { report: 1, saved_query: 0, service_account: 0 },
    ...{ columnUses: [], views: [] },
  });
  expect(levels.map((level) => level.map(({ id }) => id))).toEqual([
    ['src_shop'],
    ['orders', 'items'],
    ['paid'],
    ['over'],
    ['rep_1'],
  ]);
  expect(links).toContainEqual({ from: 'orders', to: 'rep_1' });
  expect(links).toContainEqual({ from: 'src_shop', to: 'orders' });
  expect(links).not.toContainEqual({ from: 'src_views', to: 'paid' });
});

test('what the product makes of its own runs comes from no connection', () => {
  const runs = { ...table('sync_runs'), connector: 'headwater' };
  const { levels, links } = levelsOf({
    tables: [runs],
    uses: [],
    documents: [],
    counts: { report: 0, saved_query: 0, service_account: 0 },
    ...{ columnUses: [], views: [] },
  });
  expect(levels.flat()).toMatchObject([{ id: 'sync_runs', kind: 'table' }]);
  expect(links).toEqual([]);
});

test('what one is made of and what is made of it is told apart from the rest', () => {
  const links = [
    { from: 'src', to: 'orders' },
    { from: 'orders', to: 'paid' },
    { from: 'items', to: 'paid' },
    { from: 'paid', to: 'report' },
  ];
  const { above, below } = linesThrough('orders', links);
  expect([...above].sort()).toEqual(['orders', 'src']);
  expect([...below].sort()).toEqual(['orders', 'paid', 'report']);
});

test('a view of nothing stands alone', () => {
  const { levels, links } = levelsOf({
    tables: [table('one', true)],
    uses: [],
    documents: [],
    counts: { report: 0, saved_query: 0, service_account: 0 },
    ...{ columnUses: [], views: [] },
  });
  expect(levels.map((level) => level.map(({ id }) => id))).toEqual([['one']]);
  expect(links).toEqual([]);
});
