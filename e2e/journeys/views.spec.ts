import type { Page } from '@playwright/test';
import { grid, range } from '../pages/table.ts';
import { synced } from '../pages/source.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const choose = async (page: Page, name: string, option: RegExp) => {
  await page.getByRole('main').getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

/** Saves the preview of a tool and waits for the view's rows. */
async function saveAsView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
}

// A table's page asks for its rows together with the table, which can have none yet.
test.beforeEach(({ faults }) => faults.expect(/409/, /has no rows yet/));

const document = (...orders: object[]) => ({
  name: 'orders.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(orders.map((order) => `${JSON.stringify(order)}\n`).join('')),
});
const ORDERS = [
  { id: 1, cart: { total: 10.5, items: [{ sku: 'tent' }, { sku: 'stove' }] } },
  { id: 2, cart: { total: 3, items: [] } },
];

test('a join of two tables is saved as a view that other queries read', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);

  await page.goto(`/w/${organizationId}/data-tools`);
  await page.getByRole('main').getByRole('link', { name: 'Join builder' }).click();
  await choose(page, 'First table', /^orders \(/);
  await choose(page, 'Join with', /^customers \(/);
  await expect(
    page.getByRole('button', { name: /orders\.customer_id = customers\.customer_id/, pressed: true }),
  ).toBeVisible();
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await saveAsView(page, 'orders_of_customers');
  const rows = ((await range(page).textContent()) ?? '').replace(/.* of /, '');

  await test.step('its lineage names both tables', async () => {
    await page.getByRole('link', { name: 'Lineage' }).click();
    for (const name of ['orders', 'customers']) {
      await expect(page.getByRole('main').getByRole('link', { name: `${name} Table` })).toBeVisible();
    }
  });

  await test.step('the SQL editor reads it', async () => {
    const sql = 'select count(*) as n from orders_of_customers';
    await page.goto(`/w/${organizationId}/data-tools/sql-editor?sql=${encodeURIComponent(sql)}`);
    await page.locator('.cm-content').press('Control+Enter');
    await expect(grid(page).getByRole('gridcell', { name: rows.replaceAll(',', '') })).toBeVisible();
  });
});

test('items in JSON become rows of a view, which follows its table', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  const imports = `/w/${organizationId}/data-tools/file-import`;
  const importFile = async (...orders: object[]) => {
    await page.locator('input[type=file]').setInputFiles(document(...orders));
    if (!page.url().includes('source=')) await expect(page.locator('li[data-state=done]')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText(`${orders.length} rows imported`)).toBeVisible();
  };
  await page.goto(imports);
  await importFile(...ORDERS);
  const imported = page.url();

  await page.goto(`/w/${organizationId}/data-tools/json-flattener`);
  await choose(page, 'Table', /^orders/);
  await page.getByRole('combobox', { name: 'One row for' }).selectOption('Each item of items');
  await expect(grid(page).getByRole('gridcell', { name: 'stove' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await saveAsView(page, 'items_of_orders');
  const view = page.url();
  await expect(range(page)).toHaveText('Rows 1–2 of 2');

  await page.goto(imported);
  await importFile(...ORDERS, { id: 3, cart: { total: 1, items: [{ sku: 'rope' }] } });
  await page.goto(view);
  // The rows may have been requested before the view was refreshed.
  const rope = grid(page).getByRole('gridcell', { name: 'rope' });
  const latest = page.getByRole('button', { name: 'Show latest' });
  await expect(rope.or(latest)).toBeVisible();
  if (await latest.isVisible()) await latest.click();
  await expect(rope).toBeVisible();
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
});
