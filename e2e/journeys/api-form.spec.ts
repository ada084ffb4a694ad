import { startApiServer, type Route } from '@headwater/protocol/testing/api-server';
import { field, saveAndChoose } from '../pages/source.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const TOKEN = 'a-secret-token';

const ORDERS = Array.from({ length: 5 }, (_, at) => ({ id: at + 1, customer: `Customer ${at + 1}` }));

/** The orders in pages of three, for those who know the token. */
const orders: Route = ({ headers, query }) => {
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'no' } };
  const page = Number(query.get('page'));
  return { json: { items: ORDERS.slice((page - 1) * 3, page * 3) } };
};

test('an API without a manifest is described in a form, tried, and connected', async ({ page, product }) => {
  const api = await startApiServer();
  api.routes.set('/orders', orders);
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections/new/select`);
  await page.getByRole('link', { name: /^It has an API/ }).click();

  await field(page, 'Base URL').fill(api.url);
  await page.getByLabel('Authentication').selectOption({ label: 'Bearer token' });
  await field(page, 'Token').fill('wrong');
  await field(page, 'Stream name').fill('orders');
  await field(page, 'Path').fill('/orders');
  await field(page, 'Path to the records').fill('items');
  await field(page, 'Primary key').fill('id');
  await page.getByLabel('Pagination').selectOption({ label: 'Page number' });
  await field(page, 'Query parameter').fill('page');
  await field(page, 'Page size').fill('3');

  // What the server refuses leads to the field that it is about.
  await page.getByRole('button', { name: 'Send requests' }).click();
  await expect(page.getByRole('alert')).toContainText('refused access');
  await page.getByRole('button', { name: 'Go to Token' }).click();
  await expect(field(page, 'Token')).toBeFocused();
  await field(page, 'Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('5 records on 2 pages, which is all there is.')).toBeVisible();
  await page.getByRole('link', { name: 'Columns 2' }).click();
  await expect(page.getByText('customer', { exact: true })).toBeVisible();

  // A reload keeps everything but the secret.
  await page.reload();
  await expect(field(page, 'Path to the records')).toHaveValue('items');
  await expect(field(page, 'Token')).toHaveValue('');
  await field(page, 'Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await saveAndChoose(page);
  await expect(
    page.getByRole('switch', { name: 'Sync orders' }).or(page.getByRole('checkbox', { name: 'Sync orders' })),
  ).toBeVisible();

  // What is saved can be tried again without typing the secret, and changed.
  await page.goto(page.url().replace('/select-data', '?tab=settings&manifest=form'));
  await expect(page.getByText('A value is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Send requests' }).click();
  await expect(page.getByText('5 records on 2 pages, which is all there is.')).toBeVisible();
  await api.stop();
});
