import {
  EXPORT_MAX_BYTES,
  type ConnectionExport,
  type ConnectionImportPreview,
} from '@headwater/shared/contract';
import {
  FakeUpload,
  collectionOf,
  documentOf,
  errorsOf,
  renderRoute,
  type Handlers,
} from '@headwater/shared/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import {
  catalogResponses,
  csv,
  LIST_PATH,
  MOUNT,
  postgres,
  ROUTES,
  source,
  SOURCE,
  stream,
} from '../../testing/fixtures.ts';

const PREVIEW = 'POST organizations/:organizationId/connection-import-previews';
const IMPORT = 'POST organizations/:organizationId/connection-imports';

const exported = (rest: Partial<ConnectionExport> = {}): ConnectionExport => ({
  format: 1,
  name: 'Shop',
  connector: 'postgres',
  configuration: { host: 'shop-db', port: 5432, database: 'shop', user: 'reader' },
  missingSecrets: ['password'],
  files: [],
  acceptsShrinking: false,
  changePolicy: 'approve',
  versionsKept: 3,
  versionDays: 7,
  schedule: null,
  streams: [],
  ...rest,
});

const previewOf = (content: ConnectionExport, rest: Partial<ConnectionImportPreview> = {}) =>
  documentOf('connection_import_previews', content.name, {
    exported: content,
    selectedTables: 2,
    isFollowedHere: null,
    ...rest,
  });

async function open(api: Handlers = {}) {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?import=`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [csv, postgres]),
      [PREVIEW]: previewOf(exported()),
      [IMPORT]: documentOf('source_connections', SOURCE, source(), 201),
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
      ...catalogResponses([stream('orders')]),
      ...api,
    },
  });
  const zone = (await screen.findByRole('button', { name: 'choose one' })).closest('div')!;
  const drop = (text: string, size = text.length) => {
    const file = new File([text], 'shop.json', { type: 'application/json' });
    Object.defineProperties(file, { size: { value: size }, text: { value: async () => text } });
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  };
  return { ...rendered, drop };
}

test('an exported file shows what it creates, and is imported with the secret that it lacks', async () => {
  const { user, api, drop, location } = await open();
  drop('the text of the file');
  expect(await screen.findByText('Shop: what the import creates')).toBeVisible();
  expect(screen.getByText('2 tables are synced, if the source has them.')).toBeVisible();
  expect(screen.getByText('Approve each change')).toBeVisible();
  expect(screen.getByText('The 3 newest of each table, and all of the last 7 days')).toBeVisible();
  expect(screen.getByText(/^Password, to be entered below/)).toBeVisible();
  expect(api.callsTo(PREVIEW)[0]?.body?.data.attributes).toEqual({ file: 'the text of the file' });
  expect(screen.getByLabelText('Host')).toHaveValue('shop-db');
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  expect(api.callsTo(IMPORT)).toEqual([]);
  expect(screen.getByLabelText('Password')).toHaveFocus();
  await user.type(screen.getByLabelText('Password'), 's3cret');
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  expect(await screen.findByRole('heading', { name: 'Select data' })).toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}/${SOURCE}/select-data`);
  expect(api.callsTo(IMPORT)[0]?.body?.data.attributes).toEqual({
    file: 'the text of the file',
    name: 'Shop',
    configuration: { host: 'shop-db', port: 5432, database: 'shop', user: 'reader', password: 's3cret' },
  });
});

test('everything that is wrong with a file is shown with its place, until another file is chosen', async () => {
  const { api, drop } = await open({
    [PREVIEW]: errorsOf(422, [
      {
        code: 'field_invalid',
        source: { pointer: '/data/attributes/file/streams/3/selected' },
        meta: { fault: 'must be boolean' },
      },
      {
        code: 'export_duplicate_stream',
        source: { pointer: '/data/attributes/file/streams/4' },
        meta: { stream: 'public.orders' },
      },
    ]),
  });
  drop('{}');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('streams[3].selected')).toBeVisible();
  expect(alert.getByText('must be boolean')).toBeVisible();
  expect(alert.getByText(/^The file has the table public\.orders twice\.$/)).toBeVisible();
  api.on({ [PREVIEW]: previewOf(exported()) });
  drop('{ "better": true }');
  expect(await screen.findByText('Shop: what the import creates')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a file that is too large isn’t sent', async () => {
  const { api, drop } = await open();
  drop('x', EXPORT_MAX_BYTES + 1);
  expect(await screen.findByText(/An exported connection can be up to 2 MB\./)).toBeVisible();
  expect(api.callsTo(PREVIEW)).toEqual([]);
});

test('says that a schedule waits for a connection that isn’t here', async () => {
  const after = { connection: 'Billing', when: 'succeeded', waitMinutes: 0 } as const;
  const schedule = {
    kind: 'after',
    interval: null,
    times: null,
    cron: null,
    after,
    zone: 'UTC',
    quietHours: null,
    overlap: 'skip',
    freshnessTargetMinutes: null,
  } as const;
  const { drop } = await open({ [PREVIEW]: previewOf(exported({ schedule }), { isFollowedHere: false }) });
  drop('{}');
  expect(await screen.findByText(/with the name “Billing”/)).toBeVisible();
});

test('files are chosen again: by their names if they are dropped, and each is loaded into its table', async () => {
  FakeUpload.all = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  const files = ['a', 'b', 'c'].map((name) => ({ fileName: `${name}.csv`, tableName: name }));
  const content = exported({
    connector: 'csv',
    configuration: { delimiter: ';' },
    missingSecrets: [],
    files,
  });
  const { user, api, drop } = await open({ [PREVIEW]: previewOf(content) });
  drop('{}');
  const list = within(await screen.findByRole('list', { name: 'Files of the exported connection' }));
  expect(list.getAllByText('Not chosen: its table is left out')).toHaveLength(3);
  const picked = (name: string) => new File(['x\n1\n'], name, { type: 'text/csv' });
  const zone = screen.getByRole('button', { name: 'choose them' }).closest('div')!;
  fireEvent.drop(zone, { dataTransfer: { files: [picked('b.csv'), picked('new.csv')] } });
  const input = list.getByRole('button', { name: 'Choose a.csv' }).parentElement!.querySelector('input')!;
  await user.upload(input, picked('a of today.csv'));
  expect(list.getByText('Will be loaded from a of today.csv')).toBeVisible();
  await act(async () => {
    for (const [at, upload] of FakeUpload.all.entries()) upload.arrive(`upl_${at}`);
  });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('heading', { name: 'Select data' });
  expect(api.callsTo(IMPORT)[0]?.body?.data.attributes.configuration).toEqual({
    files: [
      { uploadId: 'upl_2', tableName: 'a' },
      { uploadId: 'upl_0', tableName: 'b' },
      { uploadId: 'upl_1' },
    ],
    delimiter: ';',
  });
});
