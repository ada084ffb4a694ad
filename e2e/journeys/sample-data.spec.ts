import { openTable, synced } from '../pages/source.ts';
import { grid, pageButton, range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
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

  await test.step('the data area lists every table of the sample data', async () => {
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Data' }).click();
    for (const table of ['customers', 'orders', 'products']) {
      await expect(page.getByRole('link', { name: table, exact: true })).toBeVisible();
    }
  });
});

const english = (value: number) => value.toLocaleString('en-GB');

async function totalRows(text: ReturnType<typeof range>): Promise<number> {
  return Number(((await text.textContent()) ?? '').replace(/.* of /, '').replaceAll(',', ''));
}
