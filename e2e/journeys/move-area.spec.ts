import type { Page } from '@playwright/test';
import { toast } from '../pages/account.ts';
import { openSources, preloadNothing, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { makeRemote } from '../support/made-remote.ts';
import type { Product } from '../support/product.ts';
import {
  anotherBuild,
  leaveTombstone,
  publishDeclared,
  registryOf,
  type ChangeDeclared,
} from '../support/published.ts';

/** The area that moves. mf-workspace keeps its other ones, the settings among them. */
const AREA = '/w/:organizationId/service-accounts';
const MENU = ['Service accounts', 'Settings'];
const MENU_MOVED = ['Robots', 'Settings'];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** Follows a link of the menu, within the document. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const lastInMenu = async (page: Page) =>
  (await page.getByRole('navigation').getByRole('listitem').getByRole('link').allTextContents()).slice(-2);

const withoutArea: ChangeDeclared = ({ areas = [], routes, menu = [] }) => ({
  areas: areas.map((area) => ({ ...area, paths: area.paths?.filter((path) => path !== AREA) })),
  routes: routes.filter(({ path }) => !path.startsWith(AREA)),
  menu: menu.filter(({ path }) => path !== AREA),
});

/** Publishes mf-workspace without the area, and mf-robots with it. Returns both, as `promote` takes them. */
async function publishMove(product: Product): Promise<[giver: string, taker: string]> {
  const remote = await makeRemote('mf-robots', { path: '/w/:organizationId/robots', title: 'Robots' });
  await remote.build();
  remote.declare(({ menu = [], routes }) => ({
    areas: [{ group: 'workspace', mount: AREA }],
    menu: menu.map((entry) => ({ ...entry, path: AREA, order: 60 })),
    routes: routes.map((route) => ({ ...route, path: AREA })),
  }));
  const giver = `mf-workspace@${await publishDeclared(product, 'mf-workspace', withoutArea)}`;
  const printed = await product.deliver('publish', remote.folder);
  const taker = /mf-robots@\S+/.exec(printed)?.[0] ?? printed;
  expect(printed).toContain('In the way now:  mf-workspace@');
  return [giver, taker];
}

const revision = async (product: Product) => (await registryOf(product).latestRevision())?.n ?? 0;

/** Returns to the tab, as if from another one, until `then` passes: the tab listens only once it is idle. */
const lookAtTab = (page: Page, then: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await then();
  }).toPass({ intervals: [100] });

test('an area moves to another remote and back while tabs are open, and no tab fails', async ({
  page,
  context,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  await preloadNothing(page);
  const old = await delivered.current('mf-workspace');
  await page.goto(`/w/${organizationId}/settings`);
  await expect(heading(page, 'Settings')).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const [giver, taker] = await publishMove(product);
  const before = await revision(product);

  await test.step('neither remote is promoted without the other, and both are in one revision', async () => {
    const promote = (...words: string[]) =>
      product.deliver('promote', ...words, '--why', 'a team of its own');
    await expect(promote(giver)).rejects.toThrow(
      /service-accounts of mf-workspace@\S+ would belong to no remote/,
    );
    await expect(promote(taker)).rejects.toThrow(/name versions of both remotes together/);
    await promote(giver, taker, '--force');
    expect(await revision(product)).toBe(before + 1);
  });

  await test.step('a tab from before the move stays with the old remote: menu, back, palette', async () => {
    await lookAtTab(page, () =>
      expect.poll(() => requested.some((url) => url.endsWith('/registry'))).toBe(true),
    );
    await expect(toast(page, 'is available')).toBeHidden();
    expect(await lastInMenu(page)).toEqual(MENU);
    await goTo(page, 'Service accounts');
    await expect(heading(page, 'Service accounts')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Settings')).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.locator('dialog[open]');
    await palette.getByRole('combobox').fill('service accounts');
    await palette
      .getByRole('option', { name: /^Service accounts/ })
      .first()
      .click();
    await expect(heading(page, 'Service accounts')).toBeVisible();
    expect(documents.count(), 'documents').toBe(1);
    expect(requested.filter((url) => url.includes('mf-robots'))).toEqual([]);
  });

  const tab = await context.newPage();
  let loads = 0;
  tab.on('load', () => (loads += 1));
  await test.step('a new tab has the area from the new remote, at the same place of the menu', async () => {
    expect((await tab.goto(`/w/${organizationId}/service-accounts`))?.status()).toBe(200);
    await expect(heading(tab, 'Robots')).toBeVisible();
    expect(await versionInPage(tab, 'mf-workspace')).toBe(giver.split('@')[1]);
    expect(await lastInMenu(tab)).toEqual(MENU_MOVED);
    await goTo(tab, 'Settings');
    await expect(heading(tab, 'Settings')).toBeVisible();
    await goTo(tab, 'Robots');
    await expect(heading(tab, 'Robots')).toBeVisible();
    await goTo(tab, 'Settings');
    await expect(heading(tab, 'Settings')).toBeVisible();
    expect(loads, 'documents').toBe(1);
  });

  await test.step('one remote alone cannot go back, and the command that is printed rolls back both', async () => {
    const printed = await product.deliver('rollback', 'mf-workspace').catch(String);
    const [, words = printed] = /: rollback (--set \d+ mf-workspace mf-robots)\n/.exec(printed) ?? [];
    expect(words).toContain(`--set ${before} `);
    await expect(product.deliver('rollback', 'mf-robots')).rejects.toThrow(
      `rollback --set ${before} mf-robots`,
    );
    await product.deliver('rollback', ...words.split(' '), '--why', 'no robots');
    expect(await delivered.current('mf-workspace')).toBe(old);
  });

  await test.step('a tab of the move learns of it, keeps what it shows, and loads a page for the area', async () => {
    await lookAtTab(tab, () => expect(toast(tab, 'A fix for Robots is available.')).toBeVisible());
    expect(loads, 'nothing reloads on its own').toBe(1);
    await expect(heading(tab, 'Settings')).toBeVisible();
    await goTo(tab, 'Robots');
    await expect(heading(tab, 'Service accounts')).toBeVisible();
    expect(loads, 'documents').toBe(2);
    expect(await versionInPage(tab, 'mf-workspace')).toBe(old);
    expect(await lastInMenu(tab)).toEqual(MENU);
    await tab.goBack();
    await expect(heading(tab, 'Settings')).toBeVisible();
    await goTo(tab, 'Service accounts');
    await expect(heading(tab, 'Service accounts')).toBeVisible();
  });

  await test.step('the tab from before the move still works, in its first document', async () => {
    await lookAtTab(page, () => expect(toast(page, 'is available')).toBeHidden());
    await goTo(page, 'Settings');
    await expect(heading(page, 'Settings')).toBeVisible();
    await goTo(page, 'Service accounts');
    await expect(heading(page, 'Service accounts')).toBeVisible();
    expect(documents.count(), 'documents').toBe(1);
  });
});

test('a tab whose old remote is gone gets the moved area from the new one, by one reload', async ({
  page,
  product,
  faults,
  documents,
  delivered,
  organizationId,
}) => {
  faults.expect(/mf-workspace/);
  await preloadNothing(page);
  const old = await delivered.release('mf-workspace', anotherBuild('mf-workspace'));
  await openSources(page, organizationId);
  const move = await publishMove(product);
  await product.deliver('promote', ...move, '--force', '--unblock', '--why', 'a team of its own');
  await leaveTombstone(product, 'mf-workspace', old);
  await goTo(page, 'Service accounts');
  await expect(heading(page, 'Robots')).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
});
