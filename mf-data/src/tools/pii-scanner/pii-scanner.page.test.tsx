import type { TableAttributes, ToolRunAttributes } from '@headwater/shared/contract';
import { collectionOf, documentOf, MOUNT, renderRoute, table } from '@headwater/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const TOOL = 'organizations/:organizationId/tools/:toolSlug';

const run: ToolRunAttributes = {
  ...{ tool: 'pii-scanner', setupId: null, startedBy: 'Mara', isSample: false, state: 'done', share: 1 },
  ...{ outcome: 'found', figures: { columns: 1 }, error: null },
  ...{ createdAt: '2026-11-20T12:00:00Z', endedAt: '2026-11-20T12:00:01Z', isWithheld: false },
  config: { tableId: 'tbl_1', notPersonal: [] },
  tables: [
    {
      ...{ id: 'tbl_1', sourceConnectionId: 'src_shop', sourceConnectionName: 'shop-db' },
      ...{ tableName: 'orders', version: 3, isCurrent: true },
    },
  ],
  result: {
    ...{ version: 3, columns: 2, masked: [] },
    findings: [
      {
        ...{ column: 'contact', kind: 'email', confidence: 'high', hits: 9, values: 10, isNamed: false },
        examples: ['a***@***'],
      },
    ],
  },
};

/** Opens a scan that has found something in a table of this kind. */
async function open(selection: TableAttributes['selection']) {
  await renderRoute(routes, '/w/org_finch/data-tools/pii-scanner?run=trn_1', {
    mount: MOUNT,
    api: {
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_1', ...table({ selection }) },
      ]),
      [`GET ${TOOL}/setups`]: collectionOf('tool_setups', []),
      [`GET ${TOOL}/runs`]: collectionOf('tool_runs', []),
      [`GET ${TOOL}/runs/:toolRunId`]: documentOf('tool_runs', 'trn_1', run),
    },
  });
  expect(await screen.findByText('Email address')).toBeVisible();
}

test('personal data leads to the masks of its table', async () => {
  await open('selected');
  expect(await screen.findByRole('link', { name: 'Set masks of this table' })).toHaveAttribute(
    'href',
    '/w/org_finch/source-connections/src_shop/select-data?table=orders',
  );
});

test('personal data in a view leads to the tables that the view reads, because it has no masks', async () => {
  await open('view');
  expect(await screen.findByRole('link', { name: 'See which tables it reads' })).toHaveAttribute(
    'href',
    '/w/org_finch/data/src_shop/orders?tab=lineage',
  );
  expect(screen.queryByRole('link', { name: 'Set masks of this table' })).toBeNull();
});
