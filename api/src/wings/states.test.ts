import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import type { Transitions } from '../platform/database/transitions.ts';
import { NOTIFICATION_DELIVERY } from './notices/notifications/delivery.states.ts';
import { VIEW_REFRESH } from './queries/sql-views/refresh.states.ts';
import { ALERT } from './reports/alerts/alert.states.ts';
import { REPORT_DELIVERY } from './reports/subscriptions/delivery.states.ts';
import { TOOL_RUN } from './tools/tool-runs/tool-run.states.ts';

const PAGE = 'docs/states.md';

const TABLES: readonly { name: string; file: string; transitions: Transitions<string, string> }[] = [
  { name: 'Alerts', file: 'reports/alerts/alert.states.ts', transitions: ALERT },
  {
    name: 'Deliveries of reports',
    file: 'reports/subscriptions/delivery.states.ts',
    transitions: REPORT_DELIVERY,
  },
  {
    name: 'Deliveries of notifications',
    file: 'notices/notifications/delivery.states.ts',
    transitions: NOTIFICATION_DELIVERY,
  },
  { name: 'Refreshes of views', file: 'queries/sql-views/refresh.states.ts', transitions: VIEW_REFRESH },
  { name: 'Runs of tools', file: 'tools/tool-runs/tool-run.states.ts', transitions: TOOL_RUN },
];

test(`${PAGE} shows every table of states and events`, async () => {
  const file = fileURLToPath(new URL(`../../../${PAGE}`, import.meta.url));
  const text = await prettier.format(page(), { ...(await prettier.resolveConfig(file)), filepath: file });
  if (process.env.UPDATE_SCHEMA) writeFileSync(file, text);
  assert.equal(
    text,
    readFileSync(file, 'utf8'),
    'A table of states has changed: UPDATE_SCHEMA=yes npm test -w api',
  );
});

test('no SQL sets a state by itself, which the compiler could not see', () => {
  const stored = 'report_alerts|report_deliveries|notification_deliveries|sql_view_refreshes|tool_runs';
  const sets = new RegExp(
    `update (?:${stored})\\s+set(?:(?!\\bwhere\\b)[^\`])*\\bstate = (?!\\$\\{stateAfter\\()`,
  );
  const api = fileURLToPath(new URL('../', import.meta.url));
  const files = globSync('**/*.ts', { cwd: api }).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.includes('wings/queries/sql-views/due-refreshes.ts'));
  assert.deepEqual(
    files.filter((file) => sets.test(readFileSync(`${api}${file}`, 'utf8'))),
    [],
    'Use stateAfter and allows of platform/database/transitions.ts',
  );
});

const page = () => `# States and events

What can happen to a row in each state, and the state that follows. In an empty cell, the event changes nothing. Whatever writes a state takes the condition and the new state from these tables (\`api/src/platform/database/transitions.ts\`), and the test beside each of them makes every event happen in every state. Those of a sync are in [its README](../api/src/wings/syncs/runs/README.md). Written by the tests: \`UPDATE_SCHEMA=yes npm test -w api\`.

${TABLES.map(sectionOf).join('\n')}`;

function sectionOf({ name, file, transitions }: (typeof TABLES)[number]): string {
  const events = Object.keys(Object.values(transitions)[0]!);
  const rows = Object.entries(transitions).map(([state, row]) => [
    `**${state}**`,
    ...events.map((event) => row[event] ?? ''),
  ]);
  const lines = [['', ...events], events.concat('').map(() => '---'), ...rows];
  return `## ${name}

\`api/src/wings/${file}\` says what the events are.

${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
