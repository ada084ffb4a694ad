import { expect, type Page } from '@playwright/test';

/** The heading of the help section below the text that every error page has. */
export const AREA_ERROR = "This area couldn't be loaded";

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { level, name, exact: true });

/** The files of mf-data, by their paths: its entry, the code of its first page, and all of them. */
export const ENTRY = /^\/r\/mf-data\/[^/]+\/remoteEntry\.js$/;
export const CHUNK = /^\/r\/mf-data\/[^/]+\/data\.\w+\.js$/;
export const ALL = /^\/r\/mf-data\//;

/** The heading on an area's error page that its files could not be loaded. */
export const areaError = (page: Page) => heading(page, AREA_ERROR, 2);

/** The heading of the page that is shown if an area's own code threw. */
export const areaFailed = (page: Page) => heading(page, 'Something went wrong');

/** The line on the error page that names the failed build, its version, and the report's number. */
export const reported = (page: Page) => page.getByText(/^[a-z-]+ \S+, report [0-9a-f]{12}$/);

export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Opens the area of mf-data through the menu, without waiting for any particular page. */
export const goToData = (page: Page) => page.getByRole('link', { name: 'Data', exact: true }).click();

export const dataPage = (page: Page) => heading(page, 'Data');

export const sourcesPage = (page: Page) => heading(page, 'Source connections');

/** Opens the list of sources through the menu, which must succeed. */
export async function goToSources(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Source connections', exact: true }).first().click();
  await expect(sourcesPage(page)).toBeVisible();
}

/** Loads the page of a workspace's sources. */
export async function openSources(page: Page, organizationId: string): Promise<void> {
  await page.goto(`/w/${organizationId}/source-connections`);
  await expect(sourcesPage(page)).toBeVisible();
}

/** Returns the version of `name` that the loaded document is made of. */
export const versionInPage = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    `(({ shell, remotes }) => ({ shell, ...remotes })[${JSON.stringify(name)}].version)(
      JSON.parse(document.getElementById('headwater').textContent))`,
  );

/** Keeps the browser from preloading anything, as on a metered connection. */
export const preloadNothing = (page: Page) =>
  page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
