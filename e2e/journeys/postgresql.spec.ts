import type { Page } from '@playwright/test';
import {
  connectDatabase,
  describeDatabase,
  field,
  newSource,
  openTab,
  openTable,
  pressTest,
  rowsRead,
  saveAndChoose,
  status,
  syncNow,
  synced,
} from '../pages/source.ts';
import { firstCell, range, wholeValue } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { createEndlessTable } from '../support/endless-table.ts';
import { expect, test } from '../support/journey.ts';
import { fillShop, hardCells } from '../support/shop-tables.ts';

async function toSources(page: Page, address: string): Promise<void> {
  const { organizationId } = await signUpWithWorkspace(page, address);
  await page.goto(`/w/${organizationId}/source-connections`);
}

test('a wrong password, host, port, or database is reported on its field, and the right ones pass', async ({
  page,
  product,
  shop,
}) => {
  await toSources(page, product.address);
  await newSource(page, 'PostgreSQL');
  await describeDatabase(page, shop, 'not-the-password');
  await pressTest(page);
  const blamed = async (name: string, cause: string) => {
    await expect(page.getByText(cause).first()).toBeVisible();
    await page.getByRole('button', { name: `Go to ${name}` }).click();
    await expect(field(page, name)).toBeFocused();
  };
  await blamed('Password', `${shop.host} refused the user ${shop.user} or the password.`);

  await field(page, 'Password').fill(shop.password);
  await field(page, 'Database').fill('shoop');
  await pressTest(page);
  await blamed('Database', `${shop.host} has no database named shoop.`);

  await field(page, 'Database').fill(shop.database);
  await field(page, 'Port').fill('1');
  await pressTest(page);
  await blamed('Port', `${shop.host} is up, but nothing is listening on port 1.`);

  await field(page, 'Port').fill(String(shop.port));
  await field(page, 'Host').fill('no-such-host.invalid');
  await pressTest(page);
  await blamed('Host', 'No server is named no-such-host.invalid.');

  await field(page, 'Host').fill(shop.host);
  await pressTest(page);
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await saveAndChoose(page);
  await expect(page.getByText('customers', { exact: true })).toBeVisible();
});

test('every value arrives as it is in the source', async ({ page, product, shop }) => {
  await toSources(page, product.address);
  await connectDatabase(page, shop, 'hard_cells');
  await openTable(page, 'hard_cells');
  const cell = (column: string) => firstCell(page, column);
  const whole = async (column: string) => wholeValue(page, await cell(column));

  expect(await whole('price')).toBe(hardCells.price);
  expect(await whole('account')).toBe(hardCells.account);
  await expect(await cell('postcode')).toHaveText(hardCells.postcode);
  expect(await whole('moment')).toContain('59:59.123456');
  expect(JSON.parse(await whole('attributes'))).toEqual(JSON.parse(hardCells.attributes));
  expect(await whole('attributes')).toContain('1.10');
  await expect(await cell('token')).toHaveText(hardCells.token);
  const labels = await whole('labels');
  for (const label of ['red', 'a,b', 'say']) expect(labels).toContain(label);
  await expect(await cell('missing')).toHaveText('NULL');
  await expect(await cell('blank')).toHaveText('');
  expect(await whole('greeting')).toBe(hardCells.greeting);
  expect(await whole('address')).toBe(hardCells.address);
});

test('the script on the form creates a user who reads every schema', async ({
  page,
  product,
  ownSource: source,
}) => {
  const reader = { ...source, user: 'reader "of" sales', password: 'grant-journey' };
  await source.query('create schema sales; create table sales.deals (id int); create table visits (id int)');
  await toSources(page, product.address);
  await newSource(page, 'PostgreSQL');
  await describeDatabase(page, reader);
  const script = await page.getByLabel(/^grant\.sql/).textContent();
  await source.query(script!.replace('…', reader.password));
  await pressTest(page);
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await saveAndChoose(page);
  for (const table of ['visits', 'sales.deals'])
    await expect(page.getByRole('switch', { name: `Sync ${table}` })).toBeVisible();
});

test('a change at the source arrives with the next sync as a new version', async ({
  page,
  product,
  shop,
}) => {
  await toSources(page, product.address);
  await connectDatabase(page, shop, 'suppliers');
  await openTable(page, 'suppliers');
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  await expect(range(page)).toHaveText(/of 1$/);

  await shop.query(`insert into suppliers values (2, 'Kestrel Weaving'), (3, 'Harbour Dyes')`);
  await page.goBack();
  await syncNow(page);
  await expect(page.getByText('Run 2', { exact: true })).toBeVisible();
  await synced(page);
  await openTable(page, 'suppliers');
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
  await page.goBack();
  await openTab(page, 'Runs');
  await expect(page.getByRole('row').filter({ hasText: 'Succeeded' })).toHaveCount(2);
});

test('a selected table that was dropped is reported by name, and its rows stay', async ({
  page,
  product,
  shop,
}) => {
  await toSources(page, product.address);
  await shop.query('create table if not exists doomed as select 7 as id');
  await connectDatabase(page, shop, 'doomed');
  await shop.query('drop table doomed');
  await syncNow(page);
  await expect(page.getByText('The table doomed no longer exists at the source.').first()).toBeVisible();
  await openTab(page, 'Schema changes');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('row', { name: /^doomed.*Approved/ })).toBeVisible();
  await openTab(page, 'Tables');
  await openTable(page, 'doomed');
  await expect(page.getByText(/^This table is no longer at the source/)).toBeVisible();
  await expect(await firstCell(page, 'id')).toHaveText('7');
});

test('a source that is down is reported with its cause, keeps its last good version, and syncs once it is back', async ({
  page,
  product,
  ownSource: source,
}) => {
  await fillShop(source);
  await toSources(page, product.address);
  await connectDatabase(page, source, 'orders');

  await source.stop();
  await syncNow(page);
  const cause = page
    .getByText(`${source.host} is up, but nothing is listening on port ${source.port}.`)
    .first();
  await expect(cause).toBeVisible();
  await expect(page.getByText(/keeps its last good version/).first()).toBeVisible();
  await openTab(page, 'Tables');
  await openTable(page, 'orders');
  await expect(range(page)).toHaveText('Rows 1–100 of 1,000');

  await source.start();
  await page.goBack();
  const again = page.getByRole('button', { name: /^(Sync again|Sync now)$/ }).first();
  if (await again.isVisible()) await again.click();
  await expect(status(page, 'Synced')).toBeVisible();
});

test('a source that goes down in the middle of a sync loses nothing', async ({
  page,
  product,
  ownSource: source,
}) => {
  const events = await createEndlessTable(source);
  await toSources(page, product.address);
  await connectDatabase(page, source, events.name);

  await events.setEndless();
  await syncNow(page);
  await expect(rowsRead(page)).not.toHaveText('0');
  await source.stop();
  await expect(page.getByText('Interrupted, will resume.')).toBeVisible();
  // The next attempt follows within seconds and finds no server.
  const cause = new RegExp(`The connection to ${source.host} was lost|nothing is listening on port`);
  await expect(page.getByText(cause).first()).toBeVisible();
  await openTab(page, 'Tables');
  await openTable(page, events.name);
  await expect(range(page)).toHaveText('Rows 1–1 of 1');
});
