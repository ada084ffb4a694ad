import type { ToolRunAttributes } from '@headwater/shared/contract';
import { setTimeZone } from '@headwater/shared/messages';
import { collectionOf, documentOf, MOUNT, renderRoute, table } from '@headwater/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { PROFILE, profile } from '../testing/fixtures.ts';

const TOOL = 'organizations/:organizationId/tools/:toolSlug';
const columns = [
  { name: 'id', type: 'BIGINT' },
  { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'clock', type: 'TIMESTAMP' },
];

const open = (tool: string, config: object, result: object) => {
  const run = {
    ...{ tool, setupId: null, startedBy: 'Mara', isSample: false, state: 'done', share: 1 },
    ...{ outcome: 'found', figures: {}, error: null, isWithheld: false, config, result },
    ...{ createdAt: '2026-11-20T12:00:00Z', endedAt: '2026-11-20T12:00:01Z' },
    tables: [
      {
        ...{ id: 'tbl_orders', sourceConnectionId: 'src_shop', sourceConnectionName: 'shop-db' },
        ...{ tableName: 'orders', version: 3, isCurrent: true },
      },
    ],
  } as ToolRunAttributes;
  return renderRoute(routes, `/w/org_finch/data-tools/${tool}?run=trn_1`, {
    mount: MOUNT,
    api: {
      'GET organizations/:organizationId/tables': collectionOf('tables', [{ id: 'tbl_orders', ...table() }]),
      [PROFILE]: documentOf('table_profiles', 'tbl_orders:3', profile()),
      [`GET ${TOOL}/setups`]: collectionOf('tool_setups', []),
      [`GET ${TOOL}/runs`]: collectionOf('tool_runs', []),
      [`GET ${TOOL}/runs/:toolRunId`]: documentOf('tool_runs', 'trn_1', run),
    },
  });
};

beforeEach(() => setTimeZone('America/New_York'));
afterEach(() => act(() => setTimeZone(null)));

test('the duplicate finder shows moments by the reader’s clock', async () => {
  const config = {
    ...{ tableId: 'tbl_orders', columns: ['id'], similar: null },
    ...{ ignoreSpaces: false, ignoreCase: false, ignoreAccents: false },
  };
  await open('duplicate-finder', config, {
    ...{ rows: 2, empty: 0, groups: 1, rowsInGroups: 2, oneOf: 1, columns },
    skipped: { blocks: 0, rows: 0, largest: [] },
    examples: [{ rows: 2, shown: [['1', '2026-11-01T05:30:00.25Z', '2026-11-01T05:30:00']] }],
  });
  const group = await screen.findByRole('table', { name: /2 rows/ });
  expect(within(group).getByText('2026-11-01 01:30:00.25')).toBeVisible();
  expect(within(group).getByText('2026-11-01 05:30:00')).toBeVisible();
});

test('checks name moments by the reader’s clock', async () => {
  const passed = { state: 'passed', failing: 0, filter: null, found: null, fault: null };
  const check = { kind: 'range', column: 'at', least: '2026-11-01T05:30:00Z', greatest: null };
  await open(
    'profiler',
    { tableId: 'tbl_orders', checks: [check] },
    {
      ...{ version: 3, rows: 2 },
      checks: [
        { check, ...passed },
        { check: { kind: 'fresh', column: 'at', hours: 8 }, ...passed, found: '2026-11-02T04:59:59Z' },
      ],
    },
  );
  const results = await screen.findByRole('list', { name: 'Checks' });
  expect(results).toHaveTextContent('2026-11-01 01:30:00');
  expect(results).toHaveTextContent('2026-11-01 23:59:59');
  expect(results).not.toHaveTextContent(/\dZ/);
});
