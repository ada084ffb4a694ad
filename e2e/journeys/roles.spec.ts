import type { Browser, Page } from '@playwright/test';
import { may, type Permission, type Role } from '@headwater/shared/contract';
import { newAccount } from '../support/account.ts';
import { expect, test, type Visit } from '../support/journey.ts';
import type { PageFaults } from '../support/page-faults.ts';
import type { Product } from '../support/product.ts';

/** Names of controls that change something, as admins see them, by the permission that the API asks for. */
const CONTROLS: Partial<Record<Permission, RegExp>> = {
  'syncs:run': /^(Sync now|More ways to sync|Sync chosen tables|Read everything again)$/,
  'sources:edit':
    /^(Connect a source|Load sample data|Import a connection|Import a file|Select data|Schedule|Pause|Resume|Refresh|Rename|Copy connection|Delete connection|Test|Save without testing|Save and choose tables|Use this manifest|Save and sync now|Deselect all .*|Keep .*)$/,
  'data:edit':
    /^(Describe this table|Set up checks|Add to report|New report|Share|Edit|Save|Save as view|Preview|Make a copy|Delete report|Create report)$/,
  'service_accounts:edit': /^(Create a service account|Create and show the token)$/,
  'members:edit': /^(Invite people|Create \d+ invitations?|More for .*|Role of .*)$/,
  'workspace:edit': /^Delete workspace$/,
  'notifications:edit': /^Add a channel$/,
};

/** The entries of menus that change something, by the permission that the API asks for. */
const CHANGES: Partial<Record<Permission, readonly string[]>> = {
  'syncs:run': ['Sync now', 'Sync chosen tables', 'Read everything again'],
  'sources:edit': ['Pause', 'Select data', 'Schedule', 'Delete connection'],
  'data:edit': ['Edit', 'Share', 'Make a copy', 'Delete report'],
  'service_accounts:edit': ['Replace…', 'Revoke…'],
  'members:edit': ['Remove from workspace', 'Cancel invitation'],
};
/** Those that everybody has. */
const SHOWS = [
  'Runs',
  'Settings',
  'Save as PDF',
  'Subscribe',
  'Alerts',
  'Versions',
  'Enlarge',
  'Show rows',
  'Show SQL',
  'Save as picture (PNG)',
  'Save values (CSV for spreadsheets)',
  'Save values (CSV, text as it is)',
];

/** Lists, and pages of what is in them, each with what is there once its menus are. */
const WITH_MENUS = {
  sources: 'main table',
  'source-tables': 'main table',
  data: 'main h1',
  table: 'main [role=gridcell]',
  reports: 'main table',
  report: 'main [role=slider]',
  'service-account': 'main table',
  'settings-members': 'main table',
};

test('no screen offers a reader or a runner what the API refuses them', async ({
  product,
  browser,
  faults,
  visit: { screens, state },
}) => {
  test.setTimeout(240_000);
  const workspace = screens.find(({ name }) => name === 'data')!.path.replace(/\/data$/, '');
  const paths = new Set(screens.map(({ path }) => path).filter((path) => path.startsWith(`${workspace}/`)));
  const admin = await pageOf(browser, product, faults, state);
  const visitAs = async (role: Role) => {
    const theirs = await memberPage(browser, admin, product, faults, workspace.replace('/w/', ''), role);
    const refused = refusalsTo(theirs);
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
  await Promise.all([visitAs('reader'), visitAs('runner')]);
  await admin.context().close();
});

test('menus offer each role what it may do, and nothing else', async ({
  product,
  browser,
  faults,
  visit: { screens, state },
}) => {
  const workspace = screens.find(({ name }) => name === 'data')!.path.split('/')[2]!;
  const admin = await pageOf(browser, product, faults, state);
  await invite(admin, product, workspace, newAccount().email, 'reader');
  const pages = new Map<Role, Page>([['admin', admin]]);
  for (const role of ['editor', 'runner', 'reader'] as const)
    pages.set(role, await memberPage(browser, admin, product, faults, workspace, role));
  await Promise.all(
    [...pages].map(async ([role, page]) => {
      const refused = refusalsTo(page);
      const entries = new Set<string>();
      for (const [name, ready] of Object.entries(WITH_MENUS)) {
        await page.goto(screens.find((screen) => screen.name === name)!.path);
        await expect(page.locator(ready).first(), `${name} as ${role}`).toBeVisible();
        for (const entry of await menuEntries(page)) entries.add(entry);
      }
      const changes = Object.entries(CHANGES).filter(([permission]) => may(role, permission as Permission));
      const expected = [...SHOWS, ...changes.flatMap(([, names]) => names)];
      expect.soft([...entries].sort(), `entries for a ${role}`).toEqual(expected.sort());
      expect.soft(refused, `what was refused to a ${role}`).toEqual([]);
      await page.context().close();
    }),
  );
});

/** Opens each menu of the page and returns the different entries that can be chosen. */
async function menuEntries(page: Page): Promise<string[]> {
  const entries = new Set<string>();
  for (const trigger of await page.locator('main [aria-haspopup=menu]:visible').all()) {
    await trigger.click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    for (const entry of await menu.locator('[role^=menuitem]:not([aria-disabled=true])').allInnerTexts())
      entries.add(entry);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  return [...entries];
}

/** Collects the requests of a page that the API refuses. */
function refusalsTo(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

async function pageOf(
  browser: Browser,
  product: Product,
  faults: PageFaults,
  storageState: Visit['state'],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, storageState });
  await faults.watch(context);
  return context.newPage();
}

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
  const { email, password } = newAccount();
  const invitation = await invite(admin, product, organizationId, email, role);
  const context = await browser.newContext({ baseURL: product.address });
  await faults.watch(context);
  const signedUp = await context.request.post(`${product.address}/api/email-signup`, {
    headers: headersFor(product),
    data: JSON.stringify({ data: { type: 'email_signups', attributes: { email, password, invitation } } }),
  });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);
  return context.newPage();
}

/** Invites someone, and returns the invitation's code. */
async function invite(
  { request }: Page,
  product: Product,
  organizationId: string,
  email: string,
  role: Role,
): Promise<string | null> {
  const api = `${product.address}/api`;
  const session = await (await request.get(`${api}/sessions`)).text();
  const invited = await request.post(`${api}/organizations/${organizationId}/invitations`, {
    headers: { ...headersFor(product), 'x-csrf-token': /"csrfToken":"([^"]+)"/.exec(session)![1]! },
    data: JSON.stringify({ data: { type: 'workspace_invitations', attributes: { emails: [email], role } } }),
  });
  expect(invited.ok(), await invited.text()).toBe(true);
  const { link } = (await invited.json()).data[0].attributes as { link: string };
  return new URL(link).searchParams.get('invitation');
}

const headersFor = ({ address }: Product) => ({ 'content-type': 'application/json', origin: address });
