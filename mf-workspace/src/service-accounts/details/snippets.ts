interface Target {
  /** The product's own address. */
  origin: string;
  organizationId: string;
  /** The table to read, or null to list all that the account sees. */
  table: { sourceConnectionId: string; tableName: string } | null;
}

/** Where tokens are in the snippets, since a program's text is no place for them. */
const VARIABLE = 'HEADWATER_TOKEN';

function addressOf({ origin, organizationId, table }: Target): string {
  const workspace = `${origin}/api/organizations/${organizationId}`;
  if (!table) return `${workspace}/tables`;
  return `${workspace}/source-connections/${table.sourceConnectionId}/tables/${encodeURIComponent(table.tableName)}`;
}

/** Returns programs that read a table, ready to be run once the token is in the variable. */
export function snippetsFor(target: Target) {
  const address = addressOf(target);
  const rows = target.table ? `${address}/rows` : address;
  return {
    curl: `export ${VARIABLE}='hw_sa_...'\ncurl -H "Authorization: Bearer $${VARIABLE}" \\\n  '${rows}'`,
    node: [
      `const response = await fetch('${rows}', {`,
      `  headers: { authorization: \`Bearer \${process.env.${VARIABLE}}\` },`,
      '});',
      'if (!response.ok) throw new Error(await response.text());',
      'console.log((await response.json()).data);',
    ].join('\n'),
    python: target.table
      ? [
          'import os',
          'import pandas',
          '',
          'rows = pandas.read_csv(',
          `    '${address}/rows.csv',`,
          `    storage_options={'Authorization': f"Bearer {os.environ['${VARIABLE}']}"},`,
          ')',
          'print(rows.head())',
        ].join('\n')
      : [
          'import json',
          'import os',
          'import urllib.request',
          '',
          'request = urllib.request.Request(',
          `    '${address}',`,
          `    headers={'Authorization': f"Bearer {os.environ['${VARIABLE}']}"},`,
          ')',
          'print(json.load(urllib.request.urlopen(request))["data"])',
        ].join('\n'),
  };
}
