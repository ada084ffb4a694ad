import type { APIRequestContext, Page } from '@playwright/test';
import { saveAndSync, synced, uploadFile } from '../pages/source.ts';
import { grid } from '../pages/table.ts';
import { newAccount, signUp } from '../support/account.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { expect, test } from '../support/journey.ts';

const [SCRIPT, IMAGE] = ['<script>__hit=1</script>', '<img src=x onerror="__hit=1">'];
/** Short enough for every name, and at home in no language. */
const NAME = `"><svg onload=__hit=1>'{{1}}`;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const HOSTILE_CSV = [
  `id,${[SCRIPT, IMAGE, NAME].map(quoted).join(',')}`,
  ...HOSTILE_TEXTS.map((text, at) => [String(at), text, text, text].map(quoted).join(',')),
].join('\n');

test('texts that would be scripts are shown as texts, wherever they stand', async ({ page, product }) => {
  const dialogs: string[] = [];
  const outside: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(product.address))
      outside.push(request.url());
  });
  const harmless = async (where: string) => {
    expect(await page.evaluate('window.__hit'), where).toBeUndefined();
    expect([dialogs, outside], where).toEqual([[], []]);
  };

  const csrf = await signUp(page.request, product.address, newAccount());
  const send = sender(page.request, product.address, csrf);
  const { id } = await send('post', 'organizations', 'organizations', { name: 'Finch' });
  const base = `organizations/${id}`;
  await page.goto(`/w/${id}/source-connections`);
  await uploadFile(page, `${IMAGE.replaceAll('/', '')}.csv`, HOSTILE_CSV);
  await saveAndSync(page);
  await synced(page);
  const source = new URL(page.url()).pathname;
  await harmless('a connection');
  await page.getByRole('main').getByRole('table').getByRole('link').first().click();
  await expect(
    grid(page).getByRole('gridcell', { name: HOSTILE_TEXTS[0]!, exact: true }).first(),
  ).toBeVisible();
  const table = new URL(page.url()).pathname;
  const inApi = table.replace(/^\/w\/[^/]+\/data\/([^/]+)\//, `${base}/source-connections/$1/tables/`);

  await send(
    'patch',
    `${base}/source-connections/${source.split('/').at(-1)}`,
    'source_connections',
    { name: NAME },
    true,
  );
  await send(
    'patch',
    `${inApi}/description`,
    'table_descriptions',
    {
      ...{ description: HOSTILE_TEXTS.join('\n').slice(0, 900), tags: [NAME] },
      columns: [{ name: SCRIPT, description: IMAGE }],
    },
    true,
  );
  await send('post', `${base}/saved-queries`, 'saved_queries', {
    ...{ name: NAME, description: SCRIPT, sql: `select '${NAME.replaceAll("'", "''")}'`, parameters: {} },
  });
  await send('post', `${base}/service-accounts`, 'service_accounts', {
    ...{ name: NAME, description: IMAGE, scope: null, days: 1 },
  });
  const text = HOSTILE_TEXTS.join('\n\n');
  const layout = { x: 0, y: 0, w: 12, h: 6 };
  const report = await send('post', `${base}/reports`, 'reports', {
    name: NAME,
    content: { cards: [{ kind: 'text', id: 'note', title: NAME, layout, text }], filters: [] },
  });

  const sql = `select * from "${NAME.replaceAll('"', '""')}"."${decodeURIComponent(table.split('/').at(-1)!)}"`;
  for (const [path, ready] of [
    [`/w/${id}/data`, 'main a'],
    [table, '[role=gridcell]'],
    [`${table}?tab=columns`, 'main table'],
    [`${table}?tab=chart`, 'main [role=slider], main table'],
    [`${table}?tab=lineage`, 'main [role=group]'],
    [`${source}?tab=runs`, 'main table'],
    [`/w/${id}/reports/${report.id}`, 'main h1'],
    [`/w/${id}/reports`, 'main a'],
    [`/w/${id}/service-accounts`, 'main a'],
    [`/w/${id}/settings/audit-log`, 'main table'],
    [`/w/${id}/data-tools/sql-editor?sql=${encodeURIComponent(sql)}`, '.cm-content'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(ready).first(), path).toBeVisible();
    await harmless(path);
  }
  await page.locator('.cm-content').press('Control+Enter');
  await expect(
    grid(page).getByRole('gridcell', { name: HOSTILE_TEXTS[0]!, exact: true }).first(),
  ).toBeVisible();
  await harmless('a result');
  await find(page, 'svg');
  await harmless('the search');
});

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
}

const sender =
  (request: APIRequestContext, address: string, csrf: string) =>
  async (
    method: 'patch' | 'post',
    path: string,
    type: string,
    attributes: object,
    isEdit = false,
  ): Promise<{ id: string }> => {
    const version = isEdit ? await versionOf(request, `${address}/api/${path}`) : undefined;
    const response = await request[method](`${address}/api/${path}`, {
      headers: {
        ...{ 'content-type': 'application/json', origin: address, 'x-csrf-token': csrf },
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      data: JSON.stringify({ data: { type, attributes } }),
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return ((await response.json()) as { data: { id: string } }).data;
  };

/** A description that nobody has written yet has the version 0. */
async function versionOf(request: APIRequestContext, url: string): Promise<number> {
  const found = await request.get(url);
  if (!found.ok()) return 0;
  return ((await found.json()) as { data: { attributes: { version: number } } }).data.attributes.version;
}
