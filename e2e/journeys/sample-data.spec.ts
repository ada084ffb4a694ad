import { text } from 'node:stream/consumers';
import { openTable, synced } from '../pages/source.ts';
import { grid, pageButton, range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { expect, test } from '../support/journey.ts';

test('sample data can be loaded and read to the last row', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  await openTable(page, 'orders');
  await expect(grid(page)).toBeVisible();
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();

  await test.step('every page can be opened up to the last one', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('1000');
    await expect(range(page)).toHaveText(/^Rows 1–1,000 of /);
    const total = await totalRows(range(page));
    for (let shown = 1_000; shown < total; shown += 1_000) {
      await pageButton(page, 'Next').click();
      const last = Math.min(shown + 1_000, total);
      await expect(range(page)).toHaveText(
        `Rows ${english(shown + 1)}–${english(last)} of ${english(total)}`,
      );
    }
    await expect(pageButton(page, 'Next')).toBeDisabled();
  });

  await test.step('a reload keeps the position', async () => {
    const position = await range(page).textContent();
    await page.reload();
    await expect(range(page)).toHaveText(position ?? '');
  });

  await test.step('rows are filtered and sorted, and a reload keeps that', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('dialog', { name: 'New filter' });
    await filter.getByRole('combobox', { name: 'Column' }).fill('status');
    await page.keyboard.press('Enter');
    await filter.getByRole('checkbox', { name: 'returned' }).check();
    await expect(filter.getByText(/rows match/)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    const matching = ((await filter.getByText(/rows match/).textContent()) ?? '').replace(/ .*/, '');
    await filter.getByRole('button', { name: 'Apply' }).click();
    await grid(page).getByRole('columnheader', { name: 'total' }).click();
    await expect(range(page)).toHaveText(`Rows 1–${matching} of ${matching}`);
    const head = grid(page).getByRole('columnheader', { name: 'total' });
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(grid(page)).not.toHaveAttribute('aria-busy');
    const first = await grid(page).getByRole('row').nth(1).textContent();
    await page.reload();
    await expect(grid(page).getByRole('row').nth(1)).toHaveText(first ?? '');
    await expect(page.getByRole('button', { name: 'status is any of returned' })).toBeVisible();
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: /^CSV/ }).click();
    const lines = (await text(await (await saved).createReadStream())).trim().split('\r\n');
    expect(lines).toHaveLength(Number(matching.replaceAll(',', '')) + 1);
    expect(lines[0]).toContain('status,total');
  });

  await test.step('the data area lists every table of the sample data', async () => {
    await page
      .getByRole('navigation', { name: 'Workspace' })
      .getByRole('link', { name: 'Data', exact: true })
      .click();
    for (const table of ['customers', 'orders', 'products']) {
      await expect(page.getByRole('link', { name: table, exact: true })).toBeVisible();
    }
  });
});

const english = (value: number) => value.toLocaleString('en-US');

async function totalRows(text: ReturnType<typeof range>): Promise<number> {
  return Number(((await text.textContent()) ?? '').replace(/.* of /, '').replaceAll(',', ''));
}
