import { stream } from '../testing/fixtures.ts';
import { inOrder, isSchema, treeRows, type TreeRow } from './tree-rows.ts';

const of = (namespace: string | null, name: string) =>
  stream(namespace === null || namespace === 'public' ? name : `${namespace}.${name}`, { namespace, name });
const names = (rows: readonly TreeRow[]) =>
  rows.map((row) => (isSchema(row) ? `${row.namespace}/` : row.stream.tableName));

const found = ['dept_10', 'Orders', 'dept_2'].map((name) => of('public', name));
const catalog = inOrder([of('audit_10', 'a'), of('audit_2', 'a'), ...found, of('Zoo', 'a')]);

test('public is first, and numbers in the names of schemas and tables are in numeric order', () => {
  expect(names(treeRows(catalog, catalog, new Set()))).toEqual([
    'public/',
    'dept_2',
    'dept_10',
    'Orders',
    'audit_2/',
    'audit_2.a',
    'audit_10/',
    'audit_10.a',
    'Zoo/',
    'Zoo.a',
  ]);
});

test('a closed schema keeps its row, with all of its tables, and its position', () => {
  const shown = catalog.filter(({ name }) => name !== 'dept_2');
  const rows = treeRows(shown, catalog, new Set(['public']));
  expect(names(rows).slice(0, 2)).toEqual(['public/', 'audit_2/']);
  expect(rows[0]).toMatchObject({ isOpen: false, level: 1, position: 1, siblings: 4 });
  expect(rows[0]).toHaveProperty('streams.length', 3);
});

test('a row has its position among the rows shown at its level', () => {
  const [, table] = treeRows(catalog, catalog, new Set());
  expect(table).toMatchObject({ level: 2, position: 1, siblings: 3, parent: 'schema:public' });
});

test('a source without schemas only has rows for tables', () => {
  const files = [of(null, 'orders')];
  expect(treeRows(files, files, new Set())).toMatchObject([{ level: 1, parent: null }]);
});
