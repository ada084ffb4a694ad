import { dataPage, goToData, openSources, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { anotherBuild, currentVersions, makeCurrent } from '../support/published.ts';

test('of two concurrent promotions, one is refused with a hint to check the status, and pages get the other', async ({
  page,
  product,
  delivered,
  organizationId,
}) => {
  const versions = [
    await delivered.publish('mf-data', anotherBuild('mf-data')),
    await delivered.publish('mf-data', anotherBuild('mf-data')),
  ];
  const results = await Promise.allSettled(
    versions.map((version) => makeCurrent(product, { 'mf-data': version })),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('Look at the status'),
  ]);
  const winner = versions[results.findIndex((result) => result.status === 'fulfilled')];
  expect((await currentVersions(product))['mf-data']).toBe(winner);
  await openSources(page, organizationId);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(winner);
});

test('a version that no run of the journeys has tried is promoted only with --force and a reason', async ({
  product,
  delivered,
}) => {
  const version = await delivered.publish('mf-data', anotherBuild('mf-data'));
  const promote = (...words: string[]) => product.deliver('promote', `mf-data@${version}`, ...words);
  await expect(promote()).rejects.toThrow(/npm run e2e -- --with mf-data@/);
  expect(await promote('--force', '--why', 'no one can log in')).toContain(`→ ${version}`);
  expect(await product.deliver('history', 'mf-data')).toContain('no one can log in');
});
