import { collectionOf, documentOf, errorsOf, noContent, renderRoute } from '@headwater/shared/testing';
import { screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { LIST_PATH, MOUNT, SOURCE, table, TABLES } from '../testing/fixtures.ts';

const orders = { id: 'tbl_1', ...table() };
const items = { id: 'tbl_2', ...table({ tableName: 'items', stale: true, columns: [] }) };
const visits = {
  id: 'tbl_3',
  ...table({
    tableName: 'visits',
    sourceConnectionId: 'src_web',
    sourceConnectionName: 'Web',
    version: null,
    rows: null,
  }),
};
const open = (tables: { id: string }[], at = LIST_PATH) =>
  renderRoute(routes, at, { mount: MOUNT, api: { [TABLES]: collectionOf('tables', tables) } });

test('lists tables under their connections, with their age', async () => {
  await open([orders, items, visits]);
  const shop = await screen.findByRole('region', { name: 'shop-db' });
  expect(within(shop).getByRole('link', { name: 'orders' })).toHaveAttribute(
    'href',
    `${LIST_PATH}/src_shop/orders`,
  );
  expect(within(shop).getByRole('row', { name: /^orders .*250 4.1 MB 2/ })).toBeInTheDocument();
  // Below the name on phones, in a separate column otherwise.
  expect(within(shop).getAllByTitle(/^The last sync of this table failed/)).toHaveLength(2);
  const web = screen.getByRole('region', { name: 'Web' });
  expect(within(web).getAllByText('Not synced yet')).toHaveLength(2);
  expect(screen.getByText('3 tables in 2 connections')).toBeInTheDocument();
});

test('a search by column names is in the URL, and can be cleared', async () => {
  const { user, location } = await open([orders, items, visits]);
  await user.type(await screen.findByRole('searchbox'), 'note');
  expect(await screen.findByText('2 tables in 2 connections')).toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}?q=note`);
  await user.type(screen.getByRole('searchbox'), 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all tables' }));
  expect(await screen.findByText('3 tables in 2 connections')).toBeInTheDocument();
});

test('an empty workspace leads to the sources', async () => {
  await open([]);
  const link = await screen.findByRole('link', { name: 'Go to source connections' });
  expect(link).toHaveAttribute('href', '/w/org_finch/source-connections');
});

test('a list that cannot be loaded can be fetched again', async () => {
  const { user, api } = await renderRoute(routes, LIST_PATH, {
    mount: MOUNT,
    api: { [TABLES]: errorsOf(422, [{ detail: 'Broken.' }]) },
  });
  expect(await screen.findByText("Couldn't load the tables")).toBeInTheDocument();
  api.on({ [TABLES]: collectionOf('tables', [orders]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'orders' })).toBeInTheDocument();
});

test('tables of a deleted connection say so, and can be deleted all at once', async () => {
  const kept = (id: string, tableName: string, by: string | null = 'Mara Finch') => ({
    id,
    ...table({
      tableName,
      selection: 'connection_deleted',
      connectionDeleted: { at: '2026-11-21T08:00:00Z', by },
      can: { delete: true, restore: false },
    }),
  });
  const DELETE = SOURCE.replace('GET', 'DELETE');
  const { user, api } = await open([kept('tbl_1', 'orders'), kept('tbl_2', 'items')]);
  const shop = within(await screen.findByRole('region', { name: 'shop-db' }));
  expect(shop.getByText(/^Connection deleted on .* by Mara Finch$/)).toBeVisible();
  expect(shop.queryByRole('link', { name: 'shop-db' })).not.toBeInTheDocument();
  expect(shop.getByRole('button', { name: 'Delete items' })).toBeInTheDocument();
  expect(shop.queryByText('Not synced')).not.toBeInTheDocument();
  const stored = { tables: 2, bytes: 8_600_000, heldTables: 0, unmaskedTables: 0 };
  api.on({
    [`${SOURCE}/stored-data`]: documentOf('stored_data', 'src_shop', stored),
    [DELETE]: noContent,
    [TABLES]: collectionOf('tables', []),
  });
  await user.click(shop.getByRole('button', { name: 'Delete all tables of shop-db' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete all tables of shop-db?' }));
  expect(
    await dialog.findByText(/^2 tables with all their versions are deleted, 8.2 MB in total/),
  ).toBeVisible();
  expect(api.callsTo(DELETE)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete all tables' }));
  expect(await screen.findByText('All tables of shop-db were deleted')).toBeVisible();
  expect(await screen.findByText('Tables appear here after a source is synced')).toBeVisible();
});
