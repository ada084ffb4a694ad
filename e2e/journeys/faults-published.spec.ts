import {
  AREA_ERROR,
  areaError,
  areaFailed,
  dataPage,
  goToData,
  goToSources,
  openSources,
  preloadNothing,
  reported,
  tryAgain,
  versionInPage,
} from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { anotherBuild, faulty, leaveTombstone } from '../support/published.ts';

test.beforeEach(({ faults }) => faults.expect(/./));

const unloadable = {
  'throws when it is loaded': faulty.throwsAtLoad,
  'has no routes': faulty.exposesNothing,
};

for (const [how, change] of Object.entries(unloadable)) {
  test(`a version that ${how} reloads once and shows its error page, and a rollback restores the area`, async ({
    page,
    product,
    documents,
    delivered,
    organizationId,
  }) => {
    const version = await delivered.release('mf-data', change);
    await openSources(page, organizationId);
    await goToData(page);
    await expect(areaError(page)).toBeVisible();
    expect(documents.count(), 'documents').toBe(2);
    expect(documents.headings()[0], 'no flash of the error').not.toContain(AREA_ERROR);
    await expect(reported(page)).toContainText(`mf-data ${version},`);
    await tryAgain(page).click();
    await expect(areaError(page)).toBeVisible();
    await goToSources(page);
    await goToData(page);
    await expect(areaError(page)).toBeVisible();
    expect(documents.count(), 'no second reload').toBe(2);

    await product.deliver('rollback', 'mf-data', '--why', `it ${how}`);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(dataPage(page)).toBeVisible();
    expect(documents.count()).toBe(3);
  });
}

test('a version that throws when it is rendered causes no reload and affects only its area', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  await delivered.release('mf-data', faulty.throwsAtRender);
  await openSources(page, organizationId);
  await goToData(page);
  await expect(areaFailed(page)).toBeVisible();
  await goToSources(page);
  await goToData(page);
  await expect(areaFailed(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(1);

  await product.deliver('rollback', 'mf-data', '--why', 'it cannot be rendered');
  await page.reload();
  await expect(dataPage(page)).toBeVisible();
});

test('an open tab whose version is gone after a deploy loads the new one with one navigation', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  await page.clock.install();
  await preloadNothing(page);
  const old = await delivered.release('mf-data', anotherBuild('mf-data'));
  await openSources(page, organizationId);
  const deployed = await delivered.release('mf-data', anotherBuild('mf-data'));
  await leaveTombstone(product, 'mf-data', old);
  const queries: string[] = [];
  page.on('request', (request) => request.url().includes(old) && queries.push(new URL(request.url()).search));

  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(deployed);
  expect(documents.count(), 'documents').toBe(2);
  expect(documents.headings().flat(), 'no flash of the error').not.toContain(AREA_ERROR);
  expect(new Set(queries), 'a file that is gone is not requested again').toEqual(new Set(['']));
  await page.clock.fastForward('11:00');
  await goToSources(page);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
});
