import {
  AREA_ERROR,
  CHUNK,
  ENTRY,
  areaError,
  dataPage,
  goToData,
  goToSources,
  openSources,
  reported,
  tryAgain,
  versionInPage,
} from '../pages/area.ts';
import { expect, test } from '../support/fault-journey.ts';
import type { Fault } from '../support/faults.ts';

/** What breaks, how, and the kind of failure that is reported. */
const breakages: readonly [string, RegExp, Fault, string][] = [
  ['the entry', ENTRY, 'missing', 'http'],
  ['the entry', ENTRY, 'gone', 'gone'],
  ['the entry', ENTRY, 'failing', 'http'],
  ['the entry', ENTRY, 'a page', 'integrity'],
  ['the entry', ENTRY, 'torn', 'network'],
  ['the entry', ENTRY, 'flipped', 'integrity'],
  ['a chunk', CHUNK, 'missing', 'http'],
  ['a chunk', CHUNK, 'gone', 'gone'],
  ['a chunk', CHUNK, 'torn', 'network'],
  ['a chunk', CHUNK, 'flipped', 'integrity'],
];

test.beforeEach(({ faults }) => faults.expect(/./));

for (const [part, files, fault, kind] of breakages) {
  test(`when ${part} of an area is ${fault}, the page reloads once, shows the area’s error page, and recovers`, async ({
    page,
    faultServer,
    documents,
    organizationId,
  }) => {
    faultServer.breakFiles(files, fault);
    await openSources(page, organizationId);
    await goToData(page);
    await expect(areaError(page)).toBeVisible();
    expect(documents.count(), 'documents').toBe(2);
    const [before, after] = documents.headings();
    expect(before, 'no flash of the error').not.toContain(AREA_ERROR);
    expect(after, 'the error is recorded while it is shown').toContain(AREA_ERROR);
    const version = await versionInPage(page, 'mf-data');
    await expect(reported(page)).toContainText(`mf-data ${version},`);
    await expect
      .poll(() => faultServer.reports())
      .toContainEqual(expect.objectContaining({ remote: 'mf-data', version, kind }));

    await goToSources(page);
    await goToData(page);
    await expect(areaError(page)).toBeVisible();
    faultServer.repair();
    await tryAgain(page).click();
    await expect(dataPage(page)).toBeVisible();
    expect(documents.count(), 'no second reload').toBe(2);
  });
}

test('a corrupt list of an area’s hashes is refused, and the reload uses the hashes in the page', async ({
  page,
  faultServer,
  documents,
  organizationId,
}) => {
  faultServer.breakFiles(/\/r\/mf-data\/[^/]+\/integrity\.json$/, 'flipped');
  await openSources(page, organizationId);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  expect(documents.headings().flat(), 'no flash of the error').not.toContain(AREA_ERROR);
  await expect
    .poll(() => faultServer.reports())
    .toContainEqual(expect.objectContaining({ remote: 'mf-data', kind: 'integrity' }));
});
