import { sqlNameOf, STREAMED_ROWS_MAX } from '@headwater/shared/contract';
import type { Client } from './clients.ts';
import type { SeenTable } from './seen-tables.ts';

/** What a program connects to. */
export interface Target {
  /** The product's own address. */
  origin: string;
  organizationId: string;
  /** The table to read, or null to list all that the account sees. */
  table: SeenTable | null;
  /** Whether no other table that the account sees has its name. */
  isUnique: boolean;
}

/** Where tokens are in programs, since their text is no place for them. */
const VARIABLE = 'HEADWATER_TOKEN';
const EXPORT = `export ${VARIABLE}='hw_sa_...'`;
const HEADER = `-H "Authorization: Bearer $${VARIABLE}"`;

/** Returns a program that is ready to be run, once the token is in the variable. */
export const snippetOf = (client: Client, target: Target): string => SNIPPETS[client](target);

const SNIPPETS: Readonly<Record<Client, (target: Target) => string>> = {
  curl: (target) => lines(EXPORT, `curl -sS ${HEADER} \\`, `  '${rowsOf(target)}'`),
  node: (target) =>
    lines(
      `const response = await fetch('${rowsOf(target)}', {`,
      `  headers: { authorization: \`Bearer \${process.env.${VARIABLE}}\` },`,
      '});',
      'if (!response.ok) throw new Error(await response.text());',
      'console.log((await response.json()).data);',
    ),
  pandas: ({ table, ...target }) =>
    table
      ? lines(
          'import os',
          'import pandas',
          '',
          'rows = pandas.read_csv(',
          `    '${addressOf({ ...target, table })}/rows.csv',`,
          `    storage_options={'Authorization': f"Bearer {os.environ['${VARIABLE}']}"},`,
          ')',
          'print(rows.head())',
        )
      : python('json', rowsOf({ ...target, table }), 'print(json.load(response)["data"])'),
  duckdb: (target) => {
    if (!target.table) return SNIPPETS.curl(target);
    const format = formatOf(target.table);
    const file = `${fileNameOf(target.table)}.${format}`;
    return lines(
      EXPORT,
      `curl -fsS ${HEADER} -o ${file} \\`,
      `  '${addressOf(target)}/rows.${format}'`,
      `duckdb -c "select * from '${file}' limit 10"`,
    );
  },
  arrow: (target) =>
    target.table
      ? python(
          'pyarrow.ipc',
          `${addressOf(target)}/rows.arrow`,
          'table = pyarrow.ipc.open_stream(response).read_all()',
          'print(table.schema, table.num_rows)',
        )
      : SNIPPETS.pandas(target),
  sql: ({ table, isUnique, ...target }) => {
    const name = table && sqlNameOf({ schema: table.sourceConnectionName, name: table.tableName, isUnique });
    const sql = name === null ? 'select 1' : `select count(*) from ${name}`;
    const attributes = { sql, limit: 1000, parameters: {} };
    const body = JSON.stringify({ data: { type: 'sql_runs', attributes } });
    return lines(
      EXPORT,
      `curl -sS ${HEADER} \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${shellQuoted(body)} \\`,
      `  '${workspaceOf(target)}/sql-runs'`,
    );
  },
  claude_code: (target) =>
    lines(
      EXPORT,
      `claude mcp add --transport http headwater '${mcpOf(target)}' \\`,
      `  --header "Authorization: Bearer $${VARIABLE}"`,
    ),
  // It starts programs only, so a small one passes its messages on.
  claude_desktop: (target) => {
    const isPlain = target.origin.startsWith('http:');
    const args = ['-y', 'mcp-remote', mcpOf(target), '--header', 'Authorization:${HEADWATER_AUTHORIZATION}'];
    return json({
      mcpServers: {
        headwater: {
          command: 'npx',
          args: [...args, ...(isPlain ? ['--allow-http'] : [])],
          env: { HEADWATER_AUTHORIZATION: 'Bearer hw_sa_...' },
        },
      },
    });
  },
  vscode: (target) =>
    json({
      inputs: [
        { type: 'promptString', id: 'headwater-token', description: 'Headwater token', password: true },
      ],
      servers: {
        headwater: {
          type: 'http',
          url: mcpOf(target),
          headers: { Authorization: 'Bearer ${input:headwater-token}' },
        },
      },
    }),
  inspector: (target) =>
    lines(
      EXPORT,
      `npx -y @modelcontextprotocol/inspector --cli '${mcpOf(target)}' \\`,
      `  --transport http --header "Authorization: Bearer $${VARIABLE}" \\`,
      '  --method tools/list',
    ),
};

const lines = (...all: string[]): string => all.join('\n');
const json = (value: object): string => JSON.stringify(value, null, 2);

/** A program that opens an address and reads the response. */
const python = (library: string, address: string, ...reading: string[]): string =>
  lines(
    'import os',
    'import urllib.request',
    `import ${library}`,
    '',
    'request = urllib.request.Request(',
    `    '${address}',`,
    `    headers={'Authorization': f"Bearer {os.environ['${VARIABLE}']}"},`,
    ')',
    'response = urllib.request.urlopen(request)',
    ...reading,
  );

const workspaceOf = ({ origin, organizationId }: Pick<Target, 'origin' | 'organizationId'>) =>
  `${origin}/api/organizations/${organizationId}`;

const mcpOf = (target: Target) => `${workspaceOf(target)}/mcp`;

function addressOf({ table, ...target }: Pick<Target, 'origin' | 'organizationId' | 'table'>): string {
  if (!table) return `${workspaceOf(target)}/tables`;
  return `${workspaceOf(target)}/source-connections/${table.sourceConnectionId}/tables/${encoded(table.tableName)}`;
}

const rowsOf = (target: Pick<Target, 'origin' | 'organizationId' | 'table'>) =>
  target.table ? `${addressOf(target)}/rows` : addressOf(target);

/** A name in a URL that stands in single quotes. */
const encoded = (name: string) => encodeURIComponent(name).replaceAll("'", '%27');

/** Parquet has types, but longer files of it aren't streamed. */
const formatOf = ({ rows }: SeenTable) => ((rows ?? 0) > STREAMED_ROWS_MAX ? 'csv' : 'parquet');

const fileNameOf = ({ tableName }: SeenTable) => tableName.replaceAll(/[^A-Za-z0-9_]+/g, '_') || 'rows';

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
