import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { AREA_ERROR, dataPage, goToData, openSources, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import type { Product } from '../support/product.ts';
import { anotherBuild, faulty, registryOf } from '../support/published.ts';

const AT_ONCE = 25;

test('a canary gets its share of a thousand browsers, they keep it, and raising the share only adds browsers', async ({
  product,
  delivered,
}) => {
  const version = await delivered.publish('mf-data', anotherBuild('mf-data'));
  const visitors = Array.from({ length: 1000 }, newVisitor);
  const drawn = async (percent: number) => {
    await giveTo(product, version, percent);
    return drawnFor(product, version, visitors);
  };
  const tenth = await drawn(10);
  // Four standard deviations: chance exceeds this about once in ten thousand runs.
  expect(Math.abs(tenth.size - 100)).toBeLessThan(38);
  expect(await drawnFor(product, version, [...tenth]), 'no browser flips').toEqual(tenth);
  const half = await drawn(50);
  expect(Math.abs(half.size - 500)).toBeLessThan(64);
  expect(
    [...tenth].filter((visitor) => !half.has(visitor)),
    'browsers that had it keep it',
  ).toEqual([]);
  expect((await drawn(0)).size).toBe(0);
  expect((await drawn(100)).size).toBe(1000);
});

test('a browser keeps a canary from page to page and returns to the current version when it ends', async ({
  page,
  product,
  delivered,
  organizationId,
}) => {
  const current = await delivered.current('mf-data');
  const version = await delivered.publish('mf-data', anotherBuild('mf-data'));
  await giveTo(product, version, 100);
  await openSources(page, organizationId);
  expect(await versionInPage(page, 'mf-data'), 'a browser that is not known to keep cookies').toBe(current);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'dl');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  for (let load = 0; load < 3; load += 1) {
    await page.reload();
    expect(await versionInPage(page, 'mf-data')).toBe(version);
  }
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  await product.deliver('canary', 'mf-data', '--end');
  await page.reload();
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(current);
});

test('a failing canary is replaced by the current version on reload and halted after three browsers', async ({
  page,
  product,
  browser,
  faults,
  documents,
  delivered,
  organizationId,
}) => {
  faults.expect(/when it is loaded/, /mf-data@/);
  const current = await delivered.current('mf-data');
  const version = await delivered.publish('mf-data', faulty.throwsAtLoad);
  await giveTo(product, version, 100);
  await drawnPages(product, 30);

  await openSources(page, organizationId);
  await openSources(page, organizationId);
  expect(await versionInPage(page, 'mf-data')).toBe(version);
  const before = documents.count();
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(current);
  expect(documents.count() - before, 'documents').toBe(1);
  expect(documents.headings().flat(), 'no user sees an error').not.toContain(AREA_ERROR);
  expect(await stateOfCanary(product), 'one failure is chance').toMatchObject({ percent: 100 });

  const storageState = await page.context().storageState();
  for (let more = 0; more < 2; more += 1) {
    const cookies = storageState.cookies.filter(({ name }) => !name.startsWith('dl'));
    const context = await browser.newContext({
      baseURL: product.address,
      storageState: { ...storageState, cookies },
    });
    await failOver(await context.newPage(), organizationId);
    await context.close();
  }
  await expect.poll(() => stateOfCanary(product)).toMatchObject({ percent: 0 });
  expect(await product.deliver('history', 'mf-data')).toMatch(/delivery {2}halt: \d of \d+ pages/);
  expect((await drawnFor(product, version, Array.from({ length: 50 }, newVisitor))).size).toBe(0);
  const metrics = await (await fetch(`${product.address}/metrics`)).text();
  expect(metrics).toMatch(new RegExp(`^headwater_failures_total\\{.*${version}.*\\} \\d+$`, 'm'));
});

/** Opens the area in a browser that gets the canary, which fails and is replaced by the current version. */
async function failOver(page: Page, organizationId: string): Promise<void> {
  await openSources(page, organizationId);
  await openSources(page, organizationId);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
}

const newVisitor = () => randomBytes(16).toString('base64url');

const giveTo = (product: Product, version: string, percent: number) =>
  product.deliver('canary', `mf-data@${version}`, '--percent', String(percent));

const stateOfCanary = async (product: Product) =>
  (await registryOf(product).latestRevision())?.state['mf-data']?.canary;

/** Loads a page in each of `count` new browsers, as the server sees them. */
const drawnPages = (product: Product, count: number) =>
  each(Array.from({ length: count }, newVisitor), async (visitor) => {
    await (await fetch(`${product.address}/login`, { headers: { cookie: `dl=${visitor}` } })).text();
  });

/** Returns those of `visitors` whose next page gets this version. */
async function drawnFor(product: Product, version: string, visitors: string[]): Promise<Set<string>> {
  const drawn = new Set<string>();
  await each(visitors, async (visitor) => {
    const response = await fetch(`${product.address}/registry`, { headers: { cookie: `dl=${visitor}` } });
    const { remotes } = (await response.json()) as { remotes: Record<string, { version: string }> };
    if (remotes['mf-data']?.version === version) drawn.add(visitor);
  });
  return drawn;
}

async function each(visitors: readonly string[], visit: (visitor: string) => Promise<void>): Promise<void> {
  for (let from = 0; from < visitors.length; from += AT_ONCE)
    await Promise.all(visitors.slice(from, from + AT_ONCE).map(visit));
}
