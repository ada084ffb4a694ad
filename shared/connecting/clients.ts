import type { ServiceRight } from '@headwater/shared/contract';

/** What can read a workspace, in the order in which it's offered. */
export const CLIENTS = [
  'curl',
  'node',
  'pandas',
  'duckdb',
  'arrow',
  'sql',
  'claude_code',
  'claude_desktop',
  'vscode',
  'inspector',
] as const;
export type Client = (typeof CLIENTS)[number];

/** Names of products, which are the same in every language. */
export const CLIENT_NAMES: Readonly<Record<Client, string>> = {
  curl: 'curl',
  node: 'Node.js',
  pandas: 'pandas',
  duckdb: 'DuckDB',
  arrow: 'PyArrow',
  sql: 'SQL',
  claude_code: 'Claude Code',
  claude_desktop: 'Claude Desktop',
  vscode: 'VS Code',
  inspector: 'MCP Inspector',
};

/** Whether a client gives a language model what it reads, by the Model Context Protocol. */
export const isOfModels = (client: Client): boolean =>
  CLIENTS.indexOf(client) >= CLIENTS.indexOf('claude_code');

const MODEL_RIGHTS = ['data:read', 'sql:run', 'reports:read'] as const satisfies readonly ServiceRight[];

/** Returns the right that an account would need for a client, or null if it has it. */
export function missingRight(
  client: Client,
  rights: readonly ServiceRight[],
): 'data:read' | 'sql:run' | null {
  if (isOfModels(client)) return MODEL_RIGHTS.some((right) => rights.includes(right)) ? null : 'data:read';
  const right = client === 'sql' ? 'sql:run' : 'data:read';
  return rights.includes(right) ? null : right;
}
