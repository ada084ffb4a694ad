import { expect, type Locator, type Page } from '@playwright/test';

/** The position of the shown page in the table: "Rows 1–100 of 1,000". */
export const range = (page: Page) => page.getByRole('main').getByText(/^Rows [\d,]+–[\d,]+ of [\d,]+$/);

export const grid = (page: Page) => page.getByRole('grid');

export const pageButton = (page: Page, name: 'First' | 'Previous' | 'Next' | 'Last') =>
  page.getByRole('button', { name: `${name} page` });

/** Returns the cell of a column in the first row that is rendered. */
export async function firstCell(page: Page, column: string): Promise<Locator> {
  const head = grid(page).getByRole('columnheader', { name: column, exact: true });
  await expect(grid(page)).toBeVisible();
  const at = await head.getAttribute('aria-colindex');
  return grid(page).getByRole('row').nth(1).locator(`[role=gridcell][aria-colindex="${at}"]`);
}

/** Reads a whole value with the keyboard: opens the cell, reads it, and closes it. */
export async function wholeValue(page: Page, cell: Locator): Promise<string> {
  await cell.press('Enter');
  const dialog = page.getByRole('dialog');
  // JSON is shown as a tree at first.
  const asText = dialog.getByRole('button', { name: 'Text', exact: true });
  await expect(dialog.locator('pre').or(asText)).toBeVisible();
  if (await asText.isVisible()) await asText.click();
  const text = (await dialog.locator('pre').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return text;
}
