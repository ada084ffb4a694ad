import type { SqlCatalogAttributes } from '@headwater/shared/contract';
import { CompletionContext, type Completion, type CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { duckdb } from './duckdb.ts';

const table = (schema: string, name: string, isUnique: boolean, column: string) => ({
  ...{ sourceConnectionId: schema, tableName: name, schema, name, isUnique, rows: 1 },
  columns: [{ name: column, kind: 'number' as const, type: 'BIGINT' }],
});
const catalog: SqlCatalogAttributes = {
  tables: [
    table('erp', 'sales.orders', true, 'total'),
    table('erp', 'sales.items', false, 'weight'),
    table('Shop', 'sales.items', false, 'size'),
    table('Shop', 'constructor', true, 'age'),
    table('Shop', 'erp', true, 'hidden'),
  ],
  ...{ zone: 'UTC', zoneDiffersFrom: null },
  functions: [],
};

/** What is suggested at the end of a text, besides the words of the language. */
const suggested = async (text: string): Promise<string[]> =>
  (await completions(text)).map(({ label }) => label);

async function completions(text: string, of = catalog): Promise<Completion[]> {
  const unread = EditorState.create({ doc: text, extensions: duckdb(of) });
  // A state reads its text only for some milliseconds.
  ensureSyntaxTree(unread, text.length, 10_000);
  const { state } = unread.update({});
  const context = new CompletionContext(state, text.length, true);
  const sources = state.languageDataAt<CompletionSource>('autocomplete', text.length);
  const found = await Promise.all(sources.map(async (source) => source(context)));
  return found.flatMap((each) => each?.options ?? []).filter(({ type }) => type !== 'keyword');
}

test('what is said about tables and columns is beside their suggestions', async () => {
  const [orders, items] = [table('erp', 'sales.Orders', true, 'total'), table('erp', 'items', true, 'id')];
  const [total] = orders.columns;
  const described = {
    ...catalog,
    tables: [
      { ...orders, description: 'One row per order.', columns: [{ ...total!, description: 'In EUR.' }] },
      items,
    ],
  };
  const infoOf = async (text: string) =>
    (await completions(text, described)).map(({ label, info, apply }) => [label, info, apply]);
  expect(await infoOf('select * from sales.')).toEqual([['Orders', 'One row per order.', '"Orders"']]);
  expect(await infoOf('select sales."Orders".')).toEqual([['total', 'In EUR.', undefined]]);
  expect(await infoOf('select * from erp.items.')).toEqual([['id', undefined, undefined]]);
});

test('tables of a schema are suggested under the schema, with their connection in front and without', async () => {
  expect(await suggested('select * from sales.')).toEqual(['orders']);
  expect(await suggested('select * from erp.')).toEqual(['sales']);
  expect((await suggested('select * from erp.sales.')).sort()).toEqual(['items', 'orders']);
  expect(await suggested('select sales.orders.')).toEqual(['total']);
  expect((await suggested('select * from ')).sort()).toEqual(['Shop', 'constructor', 'erp', 'sales']);
});
