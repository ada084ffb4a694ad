import type { Page } from '@playwright/test';
import { openSources, versionInPage } from '../pages/area.ts';
import { userMenu } from '../pages/account.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { makeRemote } from '../support/made-remote.ts';

const PATH = '/w/:organizationId/tides';
const menuOf = (page: Page) => page.getByRole('navigation').getByRole('listitem').getByRole('link');
/** What `deliver publish` has published, as `<name>@<version>`. */
const publishedIn = (printed: string) => /mf-tides@\S+/.exec(printed)?.[0] ?? printed;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('a new area with its menu entry goes live and is withdrawn without a release of the shell', async ({
  page,
  product,
  delivered,
  organizationId,
  faults,
  browser,
}) => {
  faults.expect(/status of 404/);
  const url = PATH.replace(':organizationId', organizationId);
  const shell = await delivered.current('shell');
  const remote = await makeRemote('mf-tides', { path: PATH, title: 'Tides', 'title-de': 'Gezeiten' });
  expect(remote.files.filter((file) => /^(shell|shared|mf-(?!tides))/.test(file))).toEqual([]);
  await remote.build();

  const version = await test.step('published, it is not visible to anyone', async () => {
    const published = publishedIn(await product.deliver('publish', remote.folder));
    await openSources(page, organizationId);
    await expect(menuOf(page)).toHaveText([
      'Source connections',
      'Data',
      'Data tools',
      'Reports',
      'Report templates',
      'Service accounts',
      'Settings',
    ]);
    expect((await page.goto(url))?.status()).toBe(404);
    await expect(heading(page, 'Page not found')).toBeVisible();
    return published;
  });

  await test.step('promoted, it is in the menu of the next page and can be opened', async () => {
    await product.deliver('promote', version, '--why', 'the tides area');
    await openSources(page, organizationId);
    expect(await versionInPage(page, 'shell')).toBe(shell);
    await expect(menuOf(page)).toHaveText([
      'Source connections',
      'Data',
      'Data tools',
      'Reports',
      'Report templates',
      'Service accounts',
      'Settings',
      'Tides',
    ]);
    await page.getByRole('link', { name: 'Tides' }).click();
    await expect(page).toHaveURL(url);
    await expect(heading(page, 'Tides')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tides' })).toHaveAttribute('aria-current', 'page');
    expect(await seriousFaults(page)).toEqual([]);
    expect((await page.reload())?.status()).toBe(200);
    await expect(heading(page, 'Tides')).toBeVisible();
  });

  await test.step('the area and the menu switch to German immediately', async () => {
    await userMenu(page).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(heading(page, 'Gezeiten')).toBeVisible();
    await expect(menuOf(page)).toHaveText([
      'Datenquellen',
      'Daten',
      'Datenwerkzeuge',
      'Berichte',
      'Berichtsvorlagen',
      'Dienstkonten',
      'Einstellungen',
      'Gezeiten',
    ]);
    await userMenu(page).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(heading(page, 'Tides')).toBeVisible();
  });

  await test.step('a declaration that could not work is refused, and nothing changes', async () => {
    const publish = () => product.deliver('publish', remote.folder);
    remote.declare(({ menu = [] }) => ({
      menu: menu.map((entry) => ({ ...entry, permission: 'tides:read', message: 'ebb' })),
    }));
    await expect(publish()).rejects.toThrow(
      /its entry .*\/tides of the menu "workspace" asks for the permission "tides:read", which doesn't exist[^]*no text in German; add "ebb" to mf-tides\/src\/messages\/de\.json/,
    );
    const data = '/w/:organizationId/data/tides';
    remote.declare(() => ({ areas: [{ group: 'workspace', mount: data }], menu: [], routes: [] }));
    const overlapping = publishedIn(await publish());
    await expect(product.deliver('promote', overlapping, '--force', '--why', 'tides')).rejects.toThrow(
      /mf-data@\S+ has its area \S+\/data where mf-tides@\S+ has \S+\/data\/tides/,
    );
    await openSources(page, organizationId);
    await expect(menuOf(page)).toHaveText([
      'Source connections',
      'Data',
      'Data tools',
      'Reports',
      'Report templates',
      'Service accounts',
      'Settings',
      'Tides',
    ]);
  });

  await test.step('withdrawn, it is missing from the next page', async () => {
    await expect(product.deliver('rollback', 'mf-tides')).rejects.toThrow(/withdraw mf-tides/);
    await product.deliver('withdraw', 'mf-tides', '--why', 'low water');
    await openSources(page, organizationId);
    await expect(menuOf(page)).toHaveText([
      'Source connections',
      'Data',
      'Data tools',
      'Reports',
      'Report templates',
      'Service accounts',
      'Settings',
    ]);
    expect((await page.goto(url))?.status()).toBe(404);
    await expect(heading(page, 'Page not found')).toBeVisible();
  });

  await test.step('outside of a workspace it says who it is for, and needs no sign-in if it is for everyone', async () => {
    const declareFor = (audience?: string) =>
      remote.declare(() => ({
        areas: [{ group: 'standalone', audience, mount: '/tides' }],
        menu: [],
        routes: [{ path: '/tides', chunks: ['tides'], requests: [] }],
      }));
    declareFor(undefined);
    await expect(product.deliver('publish', remote.folder)).rejects.toThrow(
      /its area \/tides of the group standalone doesn't say who it is for; add "audience"/,
    );
    declareFor('everyone');
    const published = publishedIn(await product.deliver('publish', remote.folder));
    await product.deliver('promote', published, '--why', 'tides for everyone');
    const visitor = await browser.newPage({ baseURL: product.address });
    expect((await visitor.goto('/tides'))?.status()).toBe(200);
    await expect(heading(visitor, 'Tides')).toBeVisible();
    expect(await versionInPage(visitor, 'shell')).toBe(shell);
    await visitor.close();
  });
});
