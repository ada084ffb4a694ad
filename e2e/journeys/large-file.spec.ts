import { addFile, newSource, openTable, saveAndChoose, saveAndSync, synced } from '../pages/source.ts';
import { firstCell, pageButton, range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { LARGE_CSV_ROWS, largeCsv } from '../support/large-csv.ts';

test('a file of a million rows is uploaded, counted while it syncs, and read to the last row', async ({
  page,
  product,
}) => {
  const file = await largeCsv();
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await newSource(page, 'Files');
  await addFile(page, file);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('orders-1000000');
  await saveAndChoose(page);
  await expect(page.getByText('1,000,000').first()).toBeVisible();
  await saveAndSync(page);

  await test.step('the row count grows while the sync runs', async () => {
    const read = page.getByRole('definition').first();
    const seen = new Set<string>();
    await expect(async () => {
      if (await read.isVisible()) seen.add((await read.textContent()) ?? '');
      expect([...seen].filter((figure) => figure !== '0').length).toBeGreaterThan(0);
    }).toPass({ intervals: [50], timeout: 60_000 });
    await synced(page);
  });

  await openTable(page, 'orders_1000000');
  await expect(page.getByText('1,000,000 rows')).toBeVisible();
  await expect(range(page)).toHaveText('Rows 1–100 of 1,000,000');
  await pageButton(page, 'Last').click();
  await expect(range(page)).toHaveText('Rows 999,901–1,000,000 of 1,000,000');
  await expect(pageButton(page, 'Next')).toBeDisabled();

  await test.step('leading zeros and long numbers are kept', async () => {
    const number = LARGE_CSV_ROWS - 99;
    await expect(await firstCell(page, 'order_id')).toHaveText(String(number));
    await expect(await firstCell(page, 'loyalty_number')).toHaveText(String(number).padStart(9, '0'));
    // Its digits are shown in groups, like every figure. None may be missing or changed.
    const reference = (await (await firstCell(page, 'reference')).textContent()) ?? '';
    expect(reference.replaceAll(',', '')).toBe(`9${String(number).padStart(22, '7')}`);
  });
  await pageButton(page, 'Previous').click();
  await expect(range(page)).toHaveText('Rows 999,801–999,900 of 1,000,000');
});
