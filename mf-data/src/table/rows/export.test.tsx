import type { RowExportAttributes } from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  noContent,
  renderRoute,
  rowPage,
  ROWS,
  table,
  TABLE,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { TABLE_PATH } from '../../testing/fixtures.ts';

const EXPORTS = 'GET organizations/:organizationId/row-exports';
const START = `${TABLE.replace('GET', 'POST')}/row-exports`;
const DELETE = 'DELETE organizations/:organizationId/row-exports/:rowExportId';
const FILES = '/api/organizations/org_finch/source-connections/src_shop/tables/orders';

const exported = (rest: Partial<RowExportAttributes> = {}) => ({
  id: 'exp_1',
  sourceConnectionId: 'src_shop',
  tableName: 'orders',
  fileName: 'orders 2026-11-20 12.00 UTC.xlsx',
  format: 'xlsx' as const,
  state: 'running' as const,
  rows: 1_048_575,
  leftOut: 0,
  share: 0.42,
  bytes: null,
  error: null,
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: new Date(Date.now() + 23.5 * 3_600_000).toISOString(),
  ...rest,
});
const listOf = (...all: object[]) => collectionOf('row_exports', all as { id: string }[]);

async function open(rows: number, query = '', api: Handlers = {}) {
  const opened = await renderRoute(routes, TABLE_PATH + query, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table({ rows })),
      [ROWS]: rowPage({ rows: [['1', 'first']], totalRows: rows }),
      [`${TABLE}/row-counts`]: ({ query: asked }) =>
        documentOf('row_counts', 'c', { version: 3, rows: asked.get('filter') ? 70 : rows }),
      [EXPORTS]: listOf(),
      ...api,
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: 'Export' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Export rows' }));
  return { ...opened, panel };
}

test('the rows that match and the columns shown are saved, or all of them, from the version on screen', async () => {
  const { user, panel } = await open(1_000_000, '?filter=id:less:7&sort=-id&columns=id&after=p2');
  const csv = await panel.findByRole('link', { name: /^CSV/ });
  expect(csv).toHaveAttribute(
    'href',
    `${FILES}/rows.csv?version=3&filter=id%3Aless%3A7&sort=-id&columns=id&texts=spreadsheet`,
  );
  expect(csv).toHaveAttribute('download');
  const excel = await panel.findByRole('link', { name: /^Excel/ });
  expect(excel).toHaveAttribute(
    'href',
    `${FILES}/rows.xlsx?version=3&filter=id%3Aless%3A7&sort=-id&columns=id`,
  );
  await user.click(panel.getByRole('checkbox', { name: 'Only rows that match the filter' }));
  await user.click(panel.getByRole('checkbox', { name: 'Only the 1 columns shown, of 2' }));
  expect(csv).toHaveAttribute('href', `${FILES}/rows.csv?version=3&sort=-id&texts=spreadsheet`);
  await user.click(panel.getByRole('checkbox', { name: 'Text in CSV exactly as it is' }));
  expect(csv).toHaveAttribute('href', `${FILES}/rows.csv?version=3&sort=-id`);
  expect(await panel.findByRole('button', { name: /^Parquet Prepared in the background/ })).toBeVisible();
});

test('an Excel file of many rows says what doesn’t fit, is prepared, followed, and then saved', async () => {
  const { user, api, panel } = await open(2_000_000);
  const excel = await panel.findByRole('button', {
    name: /^Excel Only the first 1,048,575 of 2,000,000 rows fit/,
  });
  api.on({
    [START]: { status: 202, body: { data: { type: 'row_exports', id: 'exp_1', attributes: exported() } } },
  });
  api.on({ [EXPORTS]: listOf(exported()) });
  await user.click(excel);
  await waitFor(() =>
    expect(api.callsTo(START).map(({ body }) => body)).toEqual([
      {
        data: {
          type: 'row_exports',
          attributes: { format: 'xlsx', version: 3, filter: '', sort: '', columns: '' },
        },
      },
    ]),
  );
  const mine = within(await panel.findByRole('region', { name: 'Your exports' }));
  expect(await mine.findByText('42% of 1,048,575 rows')).toBeVisible();
  api.on({ [EXPORTS]: listOf(exported({ state: 'ready', bytes: 50_000_000, leftOut: 951_425 })) });
  expect(await screen.findByText(/^orders .*\.xlsx is ready/, {}, { timeout: 4_000 })).toBeVisible();
  expect(mine.getByText(/^48 MB, 1,048,575 rows. Deleted in 23 hours.$/)).toBeVisible();
  expect(mine.getByText("951,425 rows didn't fit into an Excel sheet.")).toBeVisible();
  expect(mine.getByRole('link', { name: /^Save orders/ })).toHaveAttribute(
    'href',
    '/api/organizations/org_finch/row-exports/exp_1/file',
  );
});

test('exports are canceled and deleted, and say why they failed or weren’t started', async () => {
  const error = { status: '413', code: 'query_too_large', title: 'Too large', detail: 'Too large' };
  const { user, api, panel } = await open(2_000_000, '', {
    [EXPORTS]: listOf(exported({ state: 'failed', error })),
  });
  const mine = within(await panel.findByRole('region', { name: 'Your exports' }));
  expect(mine.getByText(/^Failed. This needs more memory/)).toBeVisible();
  api.on({ [START]: errorsOf(409, [{ code: 'row_exports_reached', meta: { limit: 5 } }]) });
  await user.click(await panel.findByRole('button', { name: /^Parquet/ }));
  expect(await screen.findByText(/You already have 5 exports in this workspace/)).toBeVisible();
  api.on({ [DELETE]: noContent, [EXPORTS]: listOf() });
  await user.click(mine.getByRole('button', { name: /^Delete orders/ }));
  await waitFor(() => expect(panel.queryByRole('region', { name: 'Your exports' })).not.toBeInTheDocument());
  expect(api.callsTo(DELETE)).toHaveLength(1);
});
