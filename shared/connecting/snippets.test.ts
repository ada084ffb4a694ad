import { CLIENTS } from './clients.ts';
import { seenTables } from './seen-tables.ts';
import { snippetOf, type Target } from './snippets.ts';

const table = {
  sourceConnectionId: 'src_shop',
  sourceConnectionName: 'Shop',
  tableName: 'orders',
  version: 1,
  rows: 10,
};
const target = (rest: Partial<Target> = {}): Target => ({
  ...{ origin: 'https://bi.example.com', organizationId: 'org_finch', table, isUnique: true },
  ...rest,
});

test('no program contains a token, and each reaches the workspace', () => {
  for (const client of CLIENTS)
    for (const each of [table, null]) {
      const code = snippetOf(client, target({ table: each }));
      expect(code).toContain('https://bi.example.com/api/organizations/org_finch/');
      expect(code).not.toMatch(/hw_sa_\w/);
    }
});

test('a name with quotes stays inside of them', () => {
  const odd = { ...table, tableName: `o'r"d$(ers)`, sourceConnectionName: `it's` };
  for (const client of ['curl', 'node', 'pandas', 'duckdb', 'arrow'] as const)
    expect(snippetOf(client, target({ table: odd }))).toContain('/tables/o%27r%22d%24(ers)/');
  expect(snippetOf('sql', target({ table: odd, isUnique: false }))).toContain(
    String.raw`from \"it'\''s\".\"o'\''r\"\"d$(ers)\""`,
  );
  expect(snippetOf('duckdb', target({ table: odd }))).toContain(`-o o_r_d_ers_.parquet `);
});

test('tables that are too long for Parquet are read as CSV, and Arrow streams all', () => {
  const long = target({ table: { ...table, rows: 100_001 } });
  expect(snippetOf('duckdb', long)).toContain('rows.csv');
  expect(snippetOf('duckdb', target())).toContain('rows.parquet');
  expect(snippetOf('arrow', long)).toBe(snippetOf('arrow', target()));
});

test('files of clients are JSON', () => {
  for (const client of ['claude_desktop', 'vscode'] as const)
    expect(snippetOf(client, target())).toBe(
      JSON.stringify(JSON.parse(snippetOf(client, target())), null, 2),
    );
  expect(snippetOf('claude_desktop', target())).not.toContain('--allow-http');
  expect(snippetOf('claude_desktop', target({ origin: 'http://10.0.0.1:8080' }))).toContain('--allow-http');
});

test('an account sees tables of its scope that have rows', () => {
  const other = { ...table, tableName: 'people' };
  const all = [table, other, { ...table, tableName: 'empty', version: null }];
  const of = (tables: { tableName: string; columns: null }[] | null) => [
    { sourceConnectionId: 'src_shop', tables },
  ];
  expect(seenTables(null, all)).toEqual([table, other]);
  expect(seenTables(of(null), all)).toEqual([table, other]);
  expect(seenTables(of([{ tableName: 'people', columns: null }]), all)).toEqual([other]);
  expect(seenTables([{ sourceConnectionId: 'src_other', tables: null }], all)).toEqual([]);
});
