import type { Page } from '@playwright/test';
import { backToConnection, openTable, openTab, saveAndSync, status, uploadFile } from '../pages/source.ts';
import { grid, range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test.beforeEach(async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
});

const GOOD = ['id,name,city', '1,Mara,Porto', '2,Jürgen,Köln'];

/** Syncs the file that was just uploaded and opens the rows that the run rejected. */
async function syncAndSeeRejected(page: Page, rejected: number): Promise<void> {
  await saveAndSync(page);
  await expect(status(page, 'Synced')).toBeVisible();
  await openTab(page, 'Runs');
  await page.getByRole('link', { name: 'Run 1', exact: true }).click();
  await page
    .getByRole('button', { name: rejected === 1 ? 'See 1 rejected row' : `See ${rejected} rejected rows` })
    .click();
}

const rejectedRow = (page: Page) =>
  page.getByRole('table', { name: 'Rejected rows' }).getByRole('row').nth(1);

test('a row that does not match the header is left out and shown with its line and reason', async ({
  page,
}) => {
  await uploadFile(page, 'people.csv', [...GOOD, '3,Ana,Braga,?', '4,Zoë,Brno'].join('\n'));
  await syncAndSeeRejected(page, 1);
  await expect(rejectedRow(page)).toContainText('4');
  await expect(rejectedRow(page)).toContainText('the row has 4 fields, the header has 3');
  await expect(rejectedRow(page)).toContainText('3,Ana,Braga,?');
  await backToConnection(page);
  await openTable(page, 'people');
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
});

test('an unclosed quote costs its own line, not the rest of the file', async ({ page }) => {
  await uploadFile(page, 'people.csv', [...GOOD, '3,"Ana,Braga', '4,Zoë,Brno'].join('\n'));
  await syncAndSeeRejected(page, 1);
  await expect(rejectedRow(page)).toContainText('quote');
  await backToConnection(page);
  await openTable(page, 'people');
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
});

test('a line of 21 megabytes is left out and reported', async ({ page }) => {
  await uploadFile(
    page,
    'people.csv',
    [...GOOD, `3,Ana,${'x'.repeat(21 * 1024 * 1024)}`, '4,Zoë,Brno'].join('\n'),
  );
  await syncAndSeeRejected(page, 1);
  await expect(rejectedRow(page)).toContainText('the line is longer than 20 MiB');
  await backToConnection(page);
  await openTable(page, 'people');
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
});

test('an empty file is reported as empty', async ({ page }) => {
  await uploadFile(page, 'people.csv', '');
  await expect(page.getByText('people.csv is empty.')).toBeVisible();
  await expect(page.getByText('Upload a file with a header line and rows.')).toBeVisible();
});

test('a file that is no table is reported with the format it looks like', async ({ page }) => {
  await uploadFile(page, 'people.csv', '%PDF-1.7 and so on');
  await expect(page.getByText("people.csv can't be read as a table; it looks like a PDF.")).toBeVisible();
  await expect(
    page.getByText('Save the data as CSV, Excel, JSON, or Parquet and upload that.'),
  ).toBeVisible();
});

test('a JSON file is read whatever its name is, with a column for each of its names', async ({ page }) => {
  await uploadFile(page, 'people.csv', '{"people": [{"id": 1, "city": "Köln"}, {"id": 2, "zip": "00420"}]}');
  await saveAndSync(page);
  await expect(status(page, 'Synced')).toBeVisible();
  await openTable(page, 'people');
  for (const name of ['Köln', '00420']) {
    await expect(grid(page).getByRole('gridcell', { name })).toBeVisible();
  }
});

test('a file from a German Excel is read correctly', async ({ page }) => {
  await uploadFile(page, 'orte.csv', Buffer.from('Ort;Preis\r\nK\u00f6ln;1.234,50\r\n', 'latin1'));
  await saveAndSync(page);
  await expect(status(page, 'Synced')).toBeVisible();
  await openTable(page, 'orte');
  for (const name of ['Köln', '1,234.50']) {
    await expect(grid(page).getByRole('gridcell', { name })).toBeVisible();
  }
});

test('a file in an unknown encoding is reported with the line of its first invalid byte', async ({
  page,
}) => {
  await uploadFile(page, 'people.csv', Buffer.from('id,city\n1,K\u0081ln\n', 'latin1'));
  await expect(
    page.getByText(/people\.csv isn’t valid UTF-8 \(first invalid byte in line 2\)/),
  ).toBeVisible();
});

test('an error page saved as a CSV file is reported as a web page', async ({ page }) => {
  await uploadFile(page, 'people.csv', '<!DOCTYPE html>\n<html><body>502, Bad Gateway</body></html>');
  await expect(page.getByText("people.csv isn't a table; it looks like a web page.")).toBeVisible();
});

test('missing and duplicate header names are replaced by unique ones', async ({ page }) => {
  await uploadFile(page, 'people.csv', 'id,name,name,\n1,Mara,Finch,Porto\n');
  await saveAndSync(page);
  await expect(status(page, 'Synced')).toBeVisible();
  await openTable(page, 'people');
  for (const name of ['id', 'name', 'name_2', 'column_4']) {
    await expect(grid(page).getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
});

test('leading zeros, long numbers, and empty fields are kept', async ({ page }) => {
  await uploadFile(page, 'codes.csv', 'code,reference,note,quoted\n00420,12345678901234567890123,,""\n');
  await saveAndSync(page);
  await expect(status(page, 'Synced')).toBeVisible();
  await openTable(page, 'codes');
  const cells = grid(page).getByRole('row').nth(1).getByRole('gridcell');
  await expect(cells.nth(0)).toHaveText('00420');
  await expect(cells.nth(1)).toHaveText(/^12[,]?345[,]?678[,]?901[,]?234[,]?567[,]?890[,]?123$/);
  await expect(cells.nth(2)).toHaveText('NULL');
  await expect(cells.nth(3)).toHaveText('');
});
