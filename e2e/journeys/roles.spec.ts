import type { Browser, Page } from '@playwright/test';
import { may, type Permission, type Role } from '@headwater/shared/contract';
import { newAccount } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import type { PageFaults } from '../support/page-faults.ts';
import type { Product } from '../support/product.ts';
import { prepareScreens } from '../support/screen-list.ts';

/** Names of controls that change something, as admins see them, by the permission that the API asks for. */
const CONTROLS: Partial<Record<Permission, RegExp>> = {
  'syncs:run': /^(Sync now|More ways to sync|Sync chosen tables|Read everything again)$/,
  'sources:edit':
    /^(Connect a source|Load sample data|Import a connection|Select data|Schedule|Pause|Resume|Refresh|Rename|Copy connection|Delete connection|Test|Save without testing|Save and choose tables|Use this manifest|Save and sync now|Deselect all .*|Keep .*)$/,
  'data:edit':
    /^(Describe this table|Set up checks|Add to report|New report|Share|Edit|Save|Save as view|Preview|Make a copy|Delete report|Create report)$/,
  'service_accounts:edit': /^(Create a service account|Create and show the token)$/,
  'members:edit': /^(Invite people|Create \d+ invitations?|More for .*|Role of .*)$/,
  'workspace:edit': /^Delete workspace$/,
  'notifications:edit': /^Add a channel$/,
};

test('no screen offers a reader or a runner what the API refuses them', async ({
  page,
  product,
  browser,
  faults,
}) => {
  test.setTimeout(240_000);
  const screens = await prepareScreens(page, product);
  const workspace = screens.find(({ name }) => name === 'data')!.path.replace(/\/data$/, '');
  const paths = new Set(screens.map(({ path }) => path).filter((path) => path.startsWith(`${workspace}/`)));
  const visit = async (role: Role) => {
    const theirs = await memberPage(browser, page, product, faults, workspace.replace('/w/', ''), role);
    const refused: string[] = [];
    theirs.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
    });
    const forbidden = Object.entries(CONTROLS).filter(([permission]) => !may(role, permission as Permission));
    for (const path of paths) {
      await theirs.goto(path);
      await expect(theirs.locator('main h1, main h2, [role=dialog]').first(), path).toBeVisible();
      await expect(theirs.locator('main [aria-busy=true]')).toHaveCount(0);
      const names = await enabledControls(theirs);
      const offered = names.filter((name) => forbidden.some(([, pattern]) => pattern.test(name)));
      expect.soft(offered, `${path} as ${role}`).toEqual([]);
    }
    expect.soft(refused, `what was refused to a ${role}`).toEqual([]);
    await theirs.context().close();
  };
  await Promise.all([visit('reader'), visit('runner')]);
});

/** Returns the names of the controls in the page and its dialogs that can be used. */
const enabledControls = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main, [role=dialog]')].flatMap((part) =>
    [...part.querySelectorAll('button, a[href], input, select, textarea, [role=switch], [role=checkbox]')]
      .filter((one) => !one.matches(':disabled, [aria-disabled=true], [readonly]') && one.checkVisibility())
      .map((one) => (one.getAttribute('aria-label') ?? (one.innerText || one.labels?.[0]?.innerText || one.name))
        .replace(/\\s+/g, ' ').trim()))`);

/** Invites someone in a role and returns a page in which they are signed in. */
async function memberPage(
  browser: Browser,
  admin: Page,
  product: Product,
  faults: PageFaults,
  organizationId: string,
  role: Role,
): Promise<Page> {
  const api = `${product.address}/api`;
  const { email, password } = newAccount();
  const session = await (await admin.request.get(`${api}/sessions`)).text();
  const headers = { 'content-type': 'application/json', origin: product.address };
  const invited = await admin.request.post(`${api}/organizations/${organizationId}/invitations`, {
    headers: { ...headers, 'x-csrf-token': /"csrfToken":"([^"]+)"/.exec(session)![1]! },
    data: JSON.stringify({ data: { type: 'workspace_invitations', attributes: { emails: [email], role } } }),
  });
  expect(invited.ok(), await invited.text()).toBe(true);
  const { link } = (await invited.json()).data[0].attributes as { link: string };
  const invitation = new URL(link).searchParams.get('invitation');
  const context = await browser.newContext({ baseURL: product.address });
  await faults.watch(context);
  const signedUp = await context.request.post(`${api}/email-signup`, {
    headers,
    data: JSON.stringify({ data: { type: 'email_signups', attributes: { email, password, invitation } } }),
  });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  return context.newPage();
}
