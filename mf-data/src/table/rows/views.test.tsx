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

const VIEWS = `${TABLE}/views`;
const PATH = VIEWS.replace('GET ', '');
const paid = { name: 'Paid', query: 'filter=status%3Aequals%3Apaid', version: 1 };
const open = (api: Handlers = {}, query = '') =>
  renderRoute(routes, TABLE_PATH + query, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table()),
      [ROWS]: rowPage({}),
      [VIEWS]: collectionOf('table_views', [{ id: 'tvw_paid', ...paid }]),
      ...api,
    },
  });
const openList = async ({ user }: Awaited<ReturnType<typeof open>>, button = 'Views') => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: 'Saved views' }));
};

test('views are fetched when their list is opened, and one is shown by its URL', async () => {
  const page = await open();
  await screen.findByRole('grid');
  expect(page.api.callsTo(VIEWS)).toHaveLength(0);
  const list = await openList(page);
  await page.user.click(await list.findByRole('button', { name: 'Paid' }));
  expect(await screen.findByRole('button', { name: 'Paid' })).toBeVisible();
  expect(page.location()).toBe(`${TABLE_PATH}?filter=status%3Aequals%3Apaid&view=tvw_paid`);
});

test('what is shown is saved as a new view, and a name that is taken is an error on the field', async () => {
  const page = await open(
    { [`POST ${PATH}`]: errorsOf(422, [{ code: 'view_name_taken' }]) },
    '?sort=-id&size=250',
  );
  const list = await openList(page);
  await page.user.type(await list.findByRole('textbox', { name: 'Save what is shown as' }), ' Paid {Enter}');
  expect(await list.findByText('This table has a view with this name already.')).toBeVisible();
  expect(page.api.callsTo(`POST ${PATH}`).at(-1)?.body).toEqual({
    data: { type: 'table_views', attributes: { name: 'Paid', query: 'sort=-id' } },
  });
});

test('a view that was changed says so, and the changes are saved under the version that was seen', async () => {
  const page = await open(
    {
      [`PATCH ${PATH}/tvw_paid`]: documentOf('table_views', 'tvw_paid', { ...paid, version: 2 }),
    },
    '?sort=id&view=tvw_paid',
  );
  const list = await openList(page, 'Paid, changed');
  await page.user.click(await list.findByRole('button', { name: 'Save changes to Paid' }));
  await waitFor(() => expect(page.api.callsTo(`PATCH ${PATH}/tvw_paid`)).toHaveLength(1));
  const [call] = page.api.callsTo(`PATCH ${PATH}/tvw_paid`);
  expect(call?.headers['if-match']).toBe('1');
  expect(call?.body).toEqual({ data: { type: 'table_views', attributes: { query: 'sort=id' } } });
});

test('a view is renamed, and deleted after a question', async () => {
  const page = await open({
    [`PATCH ${PATH}/tvw_paid`]: documentOf('table_views', 'tvw_paid', {
      ...paid,
      name: 'Paid ones',
    }),
    [`DELETE ${PATH}/tvw_paid`]: noContent,
  });
  const list = await openList(page);
  await page.user.click(await list.findByRole('button', { name: 'Rename Paid' }));
  const field = list.getByRole('textbox', { name: 'Rename Paid' });
  await page.user.type(field, ' ones{Enter}');
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(page.api.callsTo(`PATCH ${PATH}/tvw_paid`)[0]?.body).toEqual({
    data: { type: 'table_views', attributes: { name: 'Paid ones' } },
  });
  await page.user.click(list.getByRole('button', { name: 'Delete Paid' }));
  await page.user.click(await screen.findByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(page.api.callsTo(`DELETE ${PATH}/tvw_paid`)).toHaveLength(1));
});
