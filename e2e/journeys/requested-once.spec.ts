import type { Page } from '@playwright/test';
import { ENTRY } from '../pages/area.ts';
import { expect, test } from '../support/fault-journey.ts';

test('a browser without a cache requests each file once on every screen, without policy violations', async ({
  browser,
  product,
  faultServer,
  faults,
  visit: { screens, state },
}) => {
  test.slow();
  faults.expect(/status of 404/, /status of 422/, /link is not valid/);
  for (const signedIn of [true, false]) {
    const context = await browser.newContext({
      baseURL: faultServer.address,
      ...(signedIn && { storageState: state }),
    });
    await faults.watch(context);
    const cold = await context.newPage();
    // Counted where they are sent: what the screen before was still preloading can reach the server late.
    let files: string[] = [];
    cold.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/r/')) files.push(pathname);
    });
    const session = await context.newCDPSession(cold);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    for (const screen of screens.filter((one) => one.signedIn === signedIn)) {
      await cold.goto('about:blank');
      files = [];
      const requested = () => files;
      await screen.open(cold);
      // Files that are preloaded are requested in addition to those that the screen loads.
      await expect.poll(requested, screen.name).toContainEqual(expect.stringMatching(ENTRY));
      const again = files.filter((file, index) => files.indexOf(file) !== index);
      expect.soft(again, `${screen.name}: requested again`).toEqual([]);
      const live = await basesInPage(cold);
      const foreign = requested().filter((file) => !live.some((base) => file.startsWith(base)));
      expect.soft(foreign, `${screen.name}: not part of any version of the page`).toEqual([]);
    }
    await context.close();
  }
  const metrics = await (await fetch(`${product.address}/metrics`)).text();
  expect(metrics, 'violations of the policy').not.toMatch(/^headwater_csp_reports_total\{/m);
});

/** Returns the base paths of everything that the document is made of. */
const basesInPage = (page: Page): Promise<string[]> =>
  page.evaluate(
    `(({ shell, remotes }) => [shell, ...Object.values(remotes)].map(({ base }) => base))(
      JSON.parse(document.getElementById('headwater').textContent))`,
  );
