import { expect, type Locator, type Page } from '@playwright/test';
import type { SourceDatabase } from '../support/source-database.ts';

/** Goes from the list of connections to the form for one kind of source. */
export async function newSource(page: Page, kind: 'PostgreSQL' | 'Files'): Promise<void> {
  await page.getByRole('link', { name: 'Source connections' }).first().click();
  await page.getByRole('link', { name: 'Connect a source' }).click();
  await page.getByRole('link', { name: new RegExp(kind) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(kind, 'i'));
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills in the location of the database and its login. */
export async function describeDatabase(
  page: Page,
  source: SourceDatabase,
  password = source.password,
): Promise<void> {
  await field(page, 'Name').fill('Shop database');
  await field(page, 'Host').fill(source.host);
  await field(page, 'Port').fill(String(source.port));
  await field(page, 'Database').fill(source.database);
  await field(page, 'User').fill(source.user);
  await field(page, 'Password').fill(password);
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption({ label: 'None' }); // it is on this machine
}

/** Adds a file to the form of a file source and waits until it is uploaded. */
export async function addFile(page: Page, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.locator('li[data-state=done]')).toHaveCount(1);
}

/** Creates a file source, up to the page where its tables are chosen. */
export async function uploadFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await newSource(page, 'Files');
  await addFile(page, { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await saveAndChoose(page);
}

export async function saveAndChoose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and choose tables' }).click();
  await expect(page).toHaveURL(/select-data/);
}

/** Selects exactly these tables on the page where tables are chosen. */
export async function chooseOnly(page: Page, ...tables: string[]): Promise<void> {
  const switches = page.getByRole('switch').or(page.getByRole('checkbox', { name: /^Sync / }));
  await expect(switches.first()).toBeVisible();
  for (const one of await switches.all()) {
    const name = (await one.getAttribute('aria-label')) ?? '';
    await one.setChecked(tables.some((table) => name === `Sync ${table}`));
  }
}

/** Saves the selection, if it was changed, and starts the run. Ends on the connection's page. */
export async function saveAndSync(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^(Review changes|Sync now)$/ });
  await expect(buttons).toBeVisible();
  const review = page.getByRole('button', { name: 'Review changes' });
  if (await review.isVisible()) await review.click();
  await page.getByRole('button', { name: /^(Save and sync now|Sync now)$/ }).click();
  await expect(page).toHaveURL(/source-connections\/src_[0-9a-z]{26}$/);
}

export async function syncNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sync now' }).click();
}

/** The status next to the connection's name: Synced, Syncing, Action required … */
export const status = (page: Page, word: string) =>
  page.getByRole('main').getByText(word, { exact: true }).first();

/** Waits until a run has succeeded. */
export async function synced(page: Page, seconds = 200): Promise<void> {
  await expect(status(page, 'Synced')).toBeVisible({ timeout: seconds * 1000 });
}

export async function openTab(
  page: Page,
  name: 'Tables' | 'Runs' | 'Schema changes' | 'Settings',
): Promise<void> {
  await page
    .getByRole('navigation', { name: /^Views of/ })
    .getByRole('link', { name })
    .click();
}

export async function openTable(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Goes back from a run's page through the breadcrumb. */
export async function backToConnection(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/source-connections\/src_[0-9a-z]{26}$/);
}

/** The first figure of the run in progress. */
export const rowsRead = (page: Page) => page.getByRole('main').getByRole('definition').first();

export const pressTest = (page: Page) => page.getByRole('button', { name: /^Test( again)?$/ }).click();

/** Connects to `source` from the list of connections, selects these tables, and syncs them once. */
export async function connectDatabase(
  page: Page,
  source: SourceDatabase,
  ...tables: string[]
): Promise<void> {
  await newSource(page, 'PostgreSQL');
  await describeDatabase(page, source);
  await pressTest(page);
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await saveAndChoose(page);
  await chooseOnly(page, ...tables);
  await saveAndSync(page);
  await synced(page);
}

/** Syncs from the connection's page and waits until this run has succeeded. */
export async function syncAsRun(page: Page, number: number): Promise<void> {
  await openTab(page, 'Runs');
  await syncNow(page);
  await expect(page.getByRole('row', { name: new RegExp(`Run ${number}\\b.*Succeeded`) })).toBeVisible();
  await synced(page);
}
