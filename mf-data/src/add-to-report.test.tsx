import { collectionOf, documentOf, MOUNT, renderRoute, table, TABLE } from '@headwater/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from './routes.tsx';
import { TABLE_PATH } from './testing/fixtures.ts';

const REPORTS = 'organizations/:organizationId/reports';
const count = {
  as: 'rows',
  role: 'measure',
  kind: 'number',
  type: 'BIGINT',
  grain: null,
  width: null,
  others: [],
};

test('a chart of a table becomes a card of a new report', async () => {
  const { user, api } = await renderRoute(routes, `${TABLE_PATH}?tab=chart&x=`, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table()),
      [`POST ${TABLE.slice('GET '.length)}/query-results`]: documentOf('query_results', 'r', {
        ...{ version: 3, rows: 1, cut: null, totals: null, notes: [], sql: 'select count(*)' },
        ...{ values: [['1234']], columns: [count] },
      }),
      [`GET ${REPORTS}`]: collectionOf('reports', []),
      [`POST ${REPORTS}`]: documentOf('reports', 'rep_9', { name: 'Number of rows' }, 201),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add to report' }));
  await user.click(await screen.findByRole('button', { name: 'Add to a new report' }));
  expect(await screen.findByRole('link', { name: 'Open report' })).toHaveAttribute(
    'href',
    '/w/org_finch/reports/rep_9',
  );
  expect(api.callsTo(`POST ${REPORTS}`)[0]!.body!.data.attributes).toMatchObject({
    name: 'Number of rows',
    content: { cards: [{ kind: 'number', table: { id: 'tbl_1', name: 'orders' } }] },
  });
});
