import { expect, type Locator, type Page } from '@playwright/test';
import { newAccount, signUpWithWorkspace } from './account.ts';
import type { Product } from './product.ts';
import { synced } from '../pages/source.ts';

/** What screens belong to. Each has a test of its own, so that several workers share them. */
export const AREAS = ['public', 'sources', 'data', 'reports', 'workspace'] as const;
type Area = (typeof AREAS)[number];

export interface Screen {
  area: Area;
  name: string;
  path: string;
  signedIn: boolean;
  /** Opens the screen and waits until it is complete. */
  open(page: Page): Promise<void>;
}

type Ready = (page: Page) => Locator;

const form: Ready = (page) => page.getByRole('main').locator('form');
const heading: Ready = (page) => page.getByRole('main').getByRole('heading', { level: 1 });
const inMain =
  (role: Parameters<Page['getByRole']>[0]): Ready =>
  (page) =>
    page.getByRole('main').getByRole(role).first();

/** Signs up an account that may see everything, loads the sample data, and lists every screen. */
export async function prepareScreens(page: Page, product: Product): Promise<Screen[]> {
  const { organizationId, email } = await signUpWithWorkspace(page, product.address);
  await product.operate('superuser', 'grant', email);
  const workspace = `/w/${organizationId}`;
  const empty = await emptyWorkspace(page);
  await page.goto(`${workspace}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const source = new URL(page.url()).pathname;
  const table = source.replace('source-connections', 'data');
  const sampleReport = await sampleReportOf(page, workspace);
  const report = await reportOf(page, `${table}/orders`);
  await shareByLink(page);
  const account = await serviceAccountOf(page, workspace);
  return [
    ...publicScreens(),
    ...sourceScreens(workspace, empty, source),
    ...dataScreens(workspace, `${table}/orders`),
    ...reportScreens(workspace, empty, report, sampleReport),
    ...workspaceScreens(workspace, empty, account),
    ...superuserScreens(email),
    ...profileScreens(empty),
  ];
}

function publicScreens(): Screen[] {
  const screen = screensFor('public');
  return [
    screen('login', '/login', form),
    screen('signup', '/signup', form),
    screen('signup-faults', '/signup', form, async (page) => {
      await page.locator('input[name=email]').fill('mara@');
      await page.locator('button[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    }),
    screen('request-password-reset', '/request-password-reset', form),
    screen('request-password-reset-sent', '/request-password-reset', form, async (page) => {
      await page.locator('input[name=email]').fill('mara@finch-outdoor.com');
      await page.locator('button[type=submit]').click();
      await expect(page.getByText('mara@finch-outdoor.com')).toBeVisible();
    }),
    screen('reset-password', '/reset-password?code=x', form),
    screen('reset-password-no-code', '/reset-password', heading),
    screen('unsubscribe', '/unsubscribe/x', heading),
    screen('confirm-email', '/confirm-email?email=mara%40finch-outdoor.com', heading),
    screen('confirm-email-invalid', '/confirm-email?code=x', form),
    screen('demo-login', '/demo-login', (page) => page.getByRole('main').getByRole('button')),
    screen('oauth-redirects', '/oauth-redirects?error=denied', heading),
    screen('not-found', '/nowhere', (page) => page.getByText('404', { exact: true })),
  ];
}

function profileScreens(workspace: string): Screen[] {
  const screen = screensFor('workspace');
  const drawer: Ready = (page) => page.getByRole('dialog');
  const at = (section: string) => `${workspace}/source-connections?profile=${section}`;
  return [
    screen('profile', at('general'), (page) => drawer(page).locator('input[name=name]')),
    screen('profile-security', at('security'), (page) => drawer(page).getByRole('button').nth(3)),
    screen('profile-sessions', at('sessions'), (page) => drawer(page).getByRole('listitem').first()),
  ];
}

function sourceScreens(workspace: string, empty: string, source: string): Screen[] {
  const screen = screensFor('sources');
  const sources = `${workspace}/source-connections`;
  return [
    screen('sources-empty', `${empty}/source-connections`, (page) =>
      page.locator(`main a[href="${empty}/source-connections/new/select"]`),
    ),
    screen('sources', sources, inMain('table')),
    screen('palette', sources, inMain('table'), openPalette('')),
    screen('palette-found', sources, inMain('table'), openPalette('order')),
    screen('palette-nothing', sources, inMain('table'), openPalette('ordrs 2024', false)),
    screen('select-source', `${sources}/new/select`, (page) =>
      page.locator('main a[href*="connector=csv"]').first(),
    ),
    screen('connect-postgresql', `${sources}/new/connect?connector=postgres`, (page) =>
      page.locator('input[name=host]'),
    ),
    screen('connect-rest', `${sources}/new/connect?connector=rest`, (page) =>
      page.getByRole('main').locator('textarea'),
    ),
    screen('connect-rest-form', `${sources}/new/connect?connector=rest&manifest=form`, (page) =>
      page.locator('input[name=base_url]'),
    ),
    screen('connect-web-file', `${sources}/new/connect?connector=web_file`, (page) =>
      page.locator('input[name=url]'),
    ),
    screen('connect-google-sheets', `${sources}/new/connect?connector=google_sheets`, (page) =>
      page.locator('input[name=url]'),
    ),
    screen('connect-csv', `${sources}/new/connect?connector=csv`, (page) =>
      page.locator('input[type=file]').locator('..'),
    ),
    screen(
      'connect-csv-preview',
      `${sources}/new/connect?connector=csv`,
      (page) => page.locator('input[type=file]').locator('..'),
      async (page) => {
        const rows = ['Ort;Preis;Tag;Menge', 'Köln;1.234,50;31.12.2025;3', 'Brno;99,00;01.01.2026;12'];
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
        await expect(page.getByRole('main').locator('details ul[tabindex] > li').nth(3)).toBeVisible();
      },
    ),
    screen(
      'import-connection',
      `${sources}/new/connect?import=`,
      (page) => page.locator('input[type=file]').locator('..'),
      importSample(source),
    ),
    screen('source-tables', source, inMain('table')),
    screen('source-runs', `${source}?tab=runs`, inMain('table')),
    screen('source-run', `${source}?tab=runs`, inMain('table'), async (page) => {
      await page.getByRole('main').getByRole('table').getByRole('link').first().click();
      await expect(page).toHaveURL(/runs\/run_/);
      await expect(page.getByRole('main').getByRole('table')).toBeVisible();
    }),
    screen('source-changes', `${source}?tab=changes`, (page) => page.getByRole('main').getByRole('combobox')),
    screen('source-quality', `${source}?tab=quality`, inMain('table')),
    screen('source-settings', `${source}?tab=settings`, (page) => page.locator('input[name=name]').first()),
    screen('select-data', `${source}/select-data`, inMain('row')),
    screen('schedule-sync', `${source}/schedule-sync`, (page) =>
      page.getByRole('main').getByRole('radio').first(),
    ),
  ];
}

function dataScreens(workspace: string, table: string): Screen[] {
  const screen = screensFor('data');
  return [
    screen('data', `${workspace}/data`, (page) => page.locator(`main a[href="${table}"]`)),
    screen('table', table, (page) => page.getByRole('gridcell').first()),
    screen('table-columns', `${table}?tab=columns`, inMain('table')),
    screen('table-chart', `${table}?tab=chart`, inMain('slider')),
    screen('table-versions', `${table}?tab=versions`, inMain('table')),
    screen('table-lineage', `${table}?tab=lineage`, inMain('group')),
    screen('data-tools', `${workspace}/data-tools`, (page) =>
      page.locator(`main a[href="${workspace}/data-tools/sql-editor"]`),
    ),
    screen('file-import', `${workspace}/data-tools/file-import`, (page) =>
      page.locator('input[type=file]').locator('..'),
    ),
    screen('pii-scanner', `${workspace}/data-tools/pii-scanner`, inMain('combobox')),
    screen('json-flattener', `${workspace}/data-tools/json-flattener`, inMain('combobox')),
    screen('join-builder', `${workspace}/data-tools/join-builder`, inMain('combobox')),
    screen('compare', `${workspace}/data-tools/compare`, inMain('combobox')),
    screen('duplicate-finder', `${workspace}/data-tools/duplicate-finder`, inMain('combobox')),
    screen('profiler', `${workspace}/data-tools/profiler`, inMain('combobox')),
    screen(
      'sql-editor',
      `${workspace}/data-tools/sql-editor?sql=from+orders`,
      (page) => page.locator('.cm-content'),
      async (page) => {
        await page.locator('.cm-content').press('Control+Enter');
        await expect(page.getByRole('gridcell').first()).toBeVisible();
      },
    ),
  ];
}

/** Opens the palette and types a text, for which something or nothing is found. */
const openPalette =
  (text: string, isFound = true) =>
  async (page: Page) => {
    await page.keyboard.press('Control+k');
    const palette = page.locator('dialog[open]');
    await palette.getByRole('combobox').fill(text);
    if (isFound) await expect(palette.getByRole('option').nth(3)).toBeVisible();
    else await expect(palette.getByRole('status')).not.toBeEmpty();
  };

function reportScreens(workspace: string, empty: string, report: string, sampleReport: string): Screen[] {
  const screen = screensFor('reports');
  const chart: Ready = (page) => page.getByRole('main').getByRole('slider').first();
  return [
    screen('reports-empty', `${empty}/reports`, (page) => page.getByRole('main').getByRole('button').first()),
    screen('reports', `${workspace}/reports`, (page) => page.locator(`main a[href="${report}"]`)),
    screen('report', report, chart),
    screen('report-sample', sampleReport, (page) => page.getByRole('main').getByRole('slider').nth(1)),
    screen('report-versions', `${report}?dialog=versions`, (page) =>
      page.getByRole('dialog').getByRole('listitem').first(),
    ),
    screen('report-alerts', `${report}?dialog=alerts`, (page) =>
      page.getByRole('dialog').locator('button').first(),
    ),
    screen('report-subscribe', `${report}?dialog=subscribe`, (page) =>
      page.getByRole('dialog').getByRole('radiogroup').first(),
    ),
    screen('report-edit', `${report}?edit=1`, chart),
    // Beside the report, and on phones over it.
    screen('report-edit-add', `${report}?edit=1`, chart, async (page) => {
      await page.getByRole('main').locator(`${OPENS_PANEL}:not([aria-label])`).first().click();
      await expect(page.getByRole('searchbox').first()).toBeVisible();
    }),
    screen('report-edit-card', `${report}?edit=1`, chart, async (page) => {
      await page.locator(`main section > header > ${OPENS_PANEL}`).first().click();
      await expect(page.getByRole('combobox').last()).toBeVisible();
    }),
    screen('report-templates', `${workspace}/report-templates`, (page) =>
      page.getByRole('main').getByRole('list').getByRole('link').first(),
    ),
    screen('report-template', `${workspace}/report-templates/revenue-overview`, chart),
    // Nobody has created the table of the workspace's syncs yet.
    screen('report-template-syncs', `${workspace}/report-templates/data-operations`, (page) =>
      page.getByRole('main').getByRole('button'),
    ),
    screen('report-template-empty', `${empty}/report-templates/revenue-overview`, (page) =>
      page.getByRole('main').getByRole('link').nth(1),
    ),
  ];
}

/** A column beside the report, or a drawer over it. */
const OPENS_PANEL = 'button:is([aria-expanded="false"], [aria-haspopup="dialog"])';

/** Returns the path of the report that comes with the sample data. */
async function sampleReportOf(page: Page, workspace: string): Promise<string> {
  await page.goto(`${workspace}/reports`);
  return (await page.getByRole('link', { name: 'Revenue overview' }).getAttribute('href'))!;
}

/** Makes a report of a table's chart and returns its path. */
async function reportOf(page: Page, table: string): Promise<string> {
  await page.goto(`${table}?tab=chart`);
  await page.getByRole('button', { name: 'Add to report' }).click();
  await page.getByRole('button', { name: 'Add to a new report' }).click();
  await page.getByRole('link', { name: 'Open report' }).click();
  await expect(page).toHaveURL(/reports\/rep_/);
  return new URL(page.url()).pathname;
}

/** Shares the report that is open. */
async function shareByLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'New link' })).toBeVisible();
}

function workspaceScreens(workspace: string, empty: string, account: string): Screen[] {
  const screen = screensFor('workspace');
  return [
    screen('create-workspace', '/create-workspace', (page) => page.getByRole('main').getByRole('textbox')),
    screen('not-found-signed-in', '/nowhere', (page) => page.getByText('404', { exact: true })),
    screen('service-accounts-empty', `${empty}/service-accounts`, (page) =>
      page.locator(`main a[href="${empty}/service-accounts/new"]`),
    ),
    screen('service-accounts', `${workspace}/service-accounts`, (page) =>
      page.locator(`main a[href="${account}"]`),
    ),
    screen('new-service-account', `${workspace}/service-accounts/new`, (page) =>
      page.getByRole('main').getByRole('checkbox').first(),
    ),
    screen('service-account', account, form),
    screen('connect', `${workspace}/data-tools/connect`, (page) => page.getByRole('main').getByRole('code')),
    screen('connect-assistant', `${workspace}/data-tools/connect?client=claude_desktop`, (page) =>
      page.getByRole('main').getByRole('code'),
    ),
    screen('connect-empty', `${empty}/data-tools/connect`, (page) =>
      page.locator(`main a[href="${empty}/service-accounts/new"]`),
    ),
    screen('settings-members', `${workspace}/settings/members`, (page) =>
      page.getByRole('main').getByRole('table'),
    ),
    screen('settings-members-invite', `${workspace}/settings/members?dialog=invite`, (page) =>
      page.getByRole('dialog').getByRole('textbox'),
    ),
    screen('settings', `${workspace}/settings`, (page) =>
      page.getByRole('main').getByRole('definition').first(),
    ),
    screen(
      'settings-delete',
      `${workspace}/settings`,
      (page) => page.getByRole('main').getByRole('definition').first(),
      async (page) => {
        await page.getByRole('main').locator('button').last().click();
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
      },
    ),
    screen('settings-notifications', `${workspace}/settings/notifications`, (page) =>
      page.getByRole('main').getByRole('heading', { level: 2 }),
    ),
    screen('settings-audit-log', `${workspace}/settings/audit-log`, (page) =>
      page.getByRole('main').getByRole('table'),
    ),
    screen('settings-share-links', `${workspace}/settings/share-links`, (page) =>
      page.getByRole('main').getByRole('table'),
    ),
    screen('settings-share-links-none', `${workspace}/settings/share-links?search=nothing+like+it`, (page) =>
      page.getByRole('main').getByRole('heading', { level: 2 }),
    ),
    screen('settings-share-links-empty', `${empty}/settings/share-links`, (page) =>
      page.locator(`main a[href="${empty}/reports"]`),
    ),
    screen('settings-usage', `${workspace}/settings/usage`, (page) =>
      page.getByRole('main').getByRole('progressbar').first(),
    ),
  ];
}

/** Creates a service account that sees one connection and returns its path. */
async function serviceAccountOf(page: Page, workspace: string): Promise<string> {
  await page.goto(`${workspace}/service-accounts/new`);
  await page.locator('input[name=name]').fill('metabase');
  await page.getByRole('main').getByRole('checkbox').first().click();
  await page.locator('main button[type=submit]').click();
  await expect(page).toHaveURL(/service-accounts\/sva_/);
  return new URL(page.url()).pathname;
}

/** Chooses the export of a connection, up to the preview of what it creates. */
const importSample = (source: string) => async (page: Page) => {
  const file = await page.request.get(`/api${source.replace('/w/', '/organizations/')}/export-file`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'shop.json', mimeType: 'application/json', buffer: await file.body() });
  await expect(page.getByRole('main').locator('dl').first()).toBeVisible();
};

function superuserScreens(email: string): Screen[] {
  const screen = screensFor('workspace');
  const row: Ready = (page) => page.getByRole('main').getByRole('row').nth(1);
  return [
    screen('superuser-organizations', '/superuser/organizations', row),
    screen('superuser-users', `/superuser/users?q=${encodeURIComponent(email)}`, row),
  ];
}

function screensFor(area: Area) {
  return (name: string, path: string, ready: Ready, then?: (page: Page) => Promise<void>): Screen => ({
    area,
    name,
    path,
    signedIn: area !== 'public',
    open: async (page) => {
      await page.goto(path);
      await expect(ready(page), name).toBeVisible();
      await then?.(page);
      await page.evaluate('document.fonts.ready');
    },
  });
}

async function emptyWorkspace(page: Page): Promise<string> {
  await page.goto('/create-workspace');
  await page.getByRole('textbox').fill(`Empty ${newAccount().email.slice(5, 10)}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/source-connections$/);
  return new URL(page.url()).pathname.replace('/source-connections', '');
}
