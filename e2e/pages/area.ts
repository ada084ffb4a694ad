import { expect, type Page } from '@playwright/test';

/** The heading of what helps there, below what every error page says. */
export const AREA_ERROR = "This area couldn't be loaded";

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { level, name, exact: true });

/** Files of mf-data, by their paths: its entry, the code of its first page, and everything. */
export const ENTRY = /^\/r\/mf-data\/[^/]+\/remoteEntry\.js$/;
export const CHUNK = /^\/r\/mf-data\/[^/]+\/data\.\w+\.js$/;
export const ALL = /^\/r\/mf-data\//;

/** On the error page in an area's place: that the area's files could not be loaded. */
export const areaError = (page: Page) => heading(page, AREA_ERROR, 2);

/** The page that stands where an area's own code threw. */
export const areaFailed = (page: Page) => heading(page, 'Something went wrong');

/** On the error page: whose build it was, in which version, and the report's number. */
export const reported = (page: Page) => page.getByText(/^[a-z-]+ \S+, report [0-9a-f]{12}$/);

export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** By the menu into the area of mf-data; ends wherever that leads. */
export const goToData = (page: Page) => page.getByRole('link', { name: 'Data', exact: true }).click();

export const dataPage = (page: Page) => heading(page, 'Data');

export const sourcesPage = (page: Page) => heading(page, 'Source connections');

/** By the menu into another area, which must be there. */
export async function goToSources(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Source connections', exact: true }).first().click();
  await expect(sourcesPage(page)).toBeVisible();
}

/** Loads the page of a workspace's sources. */
export async function openSources(page: Page, organizationId: string): Promise<void> {
  await page.goto(`/w/${organizationId}/source-connections`);
  await expect(sourcesPage(page)).toBeVisible();
}

/** Which version of `name` the loaded document is made of. */
export const versionInPage = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    `(({ shell, remotes }) => ({ shell, ...remotes })[${JSON.stringify(name)}].version)(
      JSON.parse(document.getElementById('headwater').textContent))`,
  );

/** Makes the browser one that loads nothing ahead of need, as on a line that is paid for by what comes through it. */
export const preloadNothing = (page: Page) =>
  page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
