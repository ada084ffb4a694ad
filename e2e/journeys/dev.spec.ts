import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { synced } from '../pages/source.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { copyRemote, startDevServer, type DevServer } from '../support/dev-server.ts';
import { expect, test as base } from '../support/journey.ts';
import { until } from '../support/until.ts';

/** Runs the development server on a copy of a remote's sources, which the journey edits. */
const test = base.extend<{ sources: string; dev: DevServer }>({
  sources: async ({}, use) => use(copyRemote('mf-data')),
  dev: async ({ sources, product }, use) => {
    const dev = await startDevServer(sources, product.address);
    await use(dev);
    await dev.stop('SIGINT');
  },
  baseURL: async ({ dev }, use) => use(dev.address),
});

test('the development server shows edits in the running product, keeps what was typed, and reports errors', async ({
  page,
  dev,
  sources,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, dev.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  const search = page.getByRole('searchbox');
  await search.fill('order');
  await mark(page);

  const edit = edited(join(sources, 'src/list/data.page.tsx'));
  await test.step('a component', async () => {
    edit("title={t('list.title')}", 'title="Data, edited"');
    await expect(page.getByRole('heading', { name: 'Data, edited' })).toBeVisible();
    await expect(search).toHaveValue('order');
  });

  const box = page.getByRole('alert').filter({ hasText: "mf-data doesn't compile" });
  await test.step('an error and its fix', async () => {
    edit('<PageHead', '<PageHead title={');
    await expect(box).toContainText('data.page.tsx:');
    await expect(page.getByRole('heading', { name: 'Data, edited' })).toBeVisible();
    expect(dev.output()).toMatch(/mf-data doesn't compile after .*data\.page\.tsx/);
    edit("title={t('list.title')}", 'title="Data, repaired"');
    await expect(page.getByRole('heading', { name: 'Data, repaired' })).toBeVisible();
    await expect(box).toHaveCount(0);
    await expect(search).toHaveValue('order');
    expect(await isMarked(page), 'still the same document').toBe(true);
  });

  await test.step('a change that cannot be swapped in reloads the page', async () => {
    edited(join(sources, 'src/routes.tsx'))(
      'export const routes',
      'export const EDITED = true;\nexport const routes',
    );
    await until('the page has been reloaded', async () => !(await isMarked(page)));
    await expect(page.getByRole('heading', { name: 'Data, repaired' })).toBeVisible();
  });

  await page.close(); // it would report the server as gone
  expect(await dev.stop('SIGINT')).toBe(0);
  await until('none of its processes is still running', () => !dev.leftBehind(), 20);
});

/** Replaces a part of the file's original text. */
function edited(file: string) {
  const original = readFileSync(file, 'utf8');
  return (part: string, by: string) => {
    expect(original).toContain(part);
    writeFileSync(file, original.replace(part, by));
  };
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isMarked: true }));
/** Returns false also while another document is loading. */
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis).catch(() => false);
