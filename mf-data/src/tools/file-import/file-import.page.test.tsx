import {
  DEFAULT_STREAM_SETTINGS,
  type CatalogAttributes,
  type CatalogStream,
  type Role,
  type SourceConnectionAttributes,
} from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  FakeUpload,
  type Handlers,
  membership,
  MOUNT,
  noContent,
  renderRoute,
  SOURCE,
} from '@headwater/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const PATH = '/w/org_finch/data-tools/file-import';
const SOURCES = 'organizations/:organizationId/source-connections';
const ONE = `${SOURCES}/:sourceConnectionId`;
const STREAM = `${ONE}/catalog/streams/:tableName`;

const PREVIEW = 'POST organizations/:organizationId/file-previews';

const connector = {
  id: 'csv',
  ...{ name: 'Files', category: 'file', supportLevel: 'built_in', aliases: [], takesUploads: true },
  tile: { letters: 'Fi', hue: 2 },
  connectionSpecification: {
    properties: {
      files: { type: 'array', order: 0 },
      delimiter: { enum: [',', ';'], group: 'dialect', order: 1 },
      nullWords: { type: 'array', group: 'dialect', order: 2 },
    },
  },
};
const source = (rest: Partial<SourceConnectionAttributes> = {}): SourceConnectionAttributes => ({
  name: 'people',
  connector: 'csv',
  configuration: { files: [{ uploadId: 'upl_1', tableName: 'people' }], nullWords: ['none'] },
  address: 'people.csv',
  status: 'pending',
  setup: 'unverified',
  lifecycle: 'active',
  pause: null,
  schedule: null,
  schemaState: 'ready',
  discoveredAt: '2026-11-20T11:00:00Z',
  failure: null,
  selectedTables: 1,
  missingTables: 1,
  outdatedTables: null,
  lastRun: null,
  failedRuns: 0,
  freshAsOf: null,
  lateAt: null,
  acceptsShrinking: false,
  changePolicy: 'propagate_columns',
  pendingChanges: 0,
  versionsKept: 5,
  versionDays: 7,
  createdAt: '2026-11-20T10:00:00Z',
  version: 4,
  can: { edit: true, sync: true },
  ...rest,
});
const catalog: CatalogAttributes = {
  state: 'ready',
  position: null,
  discoveredAt: '2026-11-20T11:00:00Z',
  failure: null,
  tables: 1,
  missingTables: { total: 0, first: [] },
  rowsPerSecond: null,
  version: 4,
};
const stream = (rest: Partial<CatalogStream> = {}): CatalogStream => ({
  namespace: null,
  name: 'people.csv',
  tableName: 'people',
  columnCount: 1,
  primaryKey: [],
  estimatedRows: 2,
  estimatedBytes: 20,
  selected: true,
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  droppedColumns: 0,
  suggestedCursor: null,
  change: null,
  isLoaded: false,
  comment: null,
  problem: null,
  findings: [],
  ...rest,
});
const preview = {
  columns: [{ name: 'id', kind: 'number', type: 'BIGINT', sourceType: 'number', nullable: true }],
  rows: [['1'], ['2']],
  ...{ newestBy: null, searchedRows: null, sampledRows: 2, statistics: [], milliseconds: 3 },
};

const sheet = {
  ...{
    namespace: null,
    name: 'people.xlsx',
    tableName: 'people',
    columnCount: 1,
    rowCount: 2,
    rows: [['1']],
  },
  ...{ columns: preview.columns, findings: [], problem: null, upload: 'upl_1' },
  layout: {
    ...{ sheet: 'Bay', headerRow: 2, headerRows: 1, reason: 'first_full', columns: ['A'] },
    rows: [{ number: 1, texts: ['All people'] }],
  },
};
const found = documentOf('file_previews', 'csv', { tables: [sheet], tableCount: 1, failure: null });

const open = (search = '', rest: Handlers = {}, role: Role = 'admin') => {
  FakeUpload.all = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  return renderRoute(routes, `${PATH}${search}`, {
    mount: MOUNT,
    session: { organizations: [membership({ role })] },
    api: {
      'GET connectors': collectionOf('connectors', [connector]),
      [`GET ${SOURCES}`]: collectionOf('source_connections', []),
      [SOURCE]: documentOf('source_connections', 'src_1', source()),
      [`POST ${SOURCES}`]: documentOf('source_connections', 'src_1', source(), 201),
      [`PATCH ${ONE}`]: documentOf('source_connections', 'src_1', source()),
      [`GET ${ONE}/catalog`]: documentOf('catalogs', 'src_1', catalog),
      [`GET ${ONE}/catalog/streams`]: {
        status: 200,
        body: {
          data: {
            type: 'stream_pages',
            id: 'src_1',
            attributes: { streams: [stream()], discoveredAt: catalog.discoveredAt, version: 4 },
          },
          links: { next: null },
        },
      },
      [`GET ${STREAM}/settings`]: documentOf('stream_settings', 'people', DEFAULT_STREAM_SETTINGS),
      [`POST ${STREAM}/previews`]: documentOf('stream_previews', 'people', { preview, failure: null }),
      [`GET ${ONE}/files`]: collectionOf('source_files', [
        {
          id: 'upl_1',
          ...{ fileName: 'people.csv', bytes: 20, uploadedAt: '2026-11-20T10:00:00Z' },
          ...{ tableName: 'people', problem: null },
        },
      ]),
      [`GET ${ONE}/sync-runs`]: collectionOf('sync_runs', []),
      [`GET ${ONE}/tables`]: collectionOf('tables', []),
      [PREVIEW]: found,
      ...rest,
    },
  });
};
const drop = async (name: string) => {
  const zone = (await screen.findByRole('button', { name: 'choose one' })).closest('div')!;
  fireEvent.drop(zone, { dataTransfer: { files: [new File(['id\n1\n'], name)] } });
};

test('a file is uploaded while its table is named, shown from the upload alone, and imported', async () => {
  const { user, api, location } = await open('', {
    [`POST ${ONE}/sync-runs`]: documentOf('sync_runs', 'run_1', { state: 'queued' }, 202),
    [PREVIEW]: documentOf('file_previews', 'csv', { tables: [sheet], tableCount: 1, failure: null }),
  });
  await drop('Sales Report.csv');
  expect(screen.getByRole('textbox', { name: 'Table name' })).toHaveValue('sales_report');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(screen.getByText('Wait until the file is uploaded.')).toBeInTheDocument();
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Delimiter' }), 'Semicolon');
  await waitFor(() =>
    expect(api.callsTo(PREVIEW).at(-1)?.body?.data.attributes).toMatchObject({
      configuration: { delimiter: ';' },
    }),
  );
  expect(api.callsTo(`POST ${SOURCES}`)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(api.callsTo(`POST ${ONE}/sync-runs`)).toHaveLength(1));
  await waitFor(() => expect(location()).toBe(`${PATH}?source=src_1`));
  expect(api.callsTo(`POST ${SOURCES}`)[0]?.body?.data.attributes).toEqual({
    name: 'sales_report',
    connector: 'csv',
    configuration: { files: [{ uploadId: 'upl_9', tableName: 'sales_report' }], delimiter: ';' },
  });
});

test('an import that was asked for begins as soon as the file is read, also after a reload', async () => {
  const { api, location } = await open('?source=src_1&import=now', {
    [`POST ${ONE}/sync-runs`]: documentOf('sync_runs', 'run_1', { state: 'queued' }, 202),
  });
  await waitFor(() => expect(location()).toBe(`${PATH}?source=src_1`));
  expect(api.callsTo(`POST ${ONE}/sync-runs`)).toHaveLength(1);
});

test('an import that has begun doesn’t begin again for who comes back', async () => {
  const lastRun = {
    ...{ id: 'run_1', number: 1, state: 'succeeded', rowsRead: 2, rowsLoaded: 2, rowsRejected: 0 },
    ...{ startedAt: '2026-11-20T11:00:00Z', endedAt: '2026-11-20T11:00:01Z', tables: 1, tablesFailed: 0 },
  } as SourceConnectionAttributes['lastRun'];
  const { api } = await open('?source=src_1&import=now', {
    [SOURCE]: documentOf('source_connections', 'src_1', source({ lastRun, status: 'synced' })),
  });
  await screen.findByRole('button', { name: 'Import again' });
  await screen.findByText('The first 2 rows, as they will be imported');
  expect(api.callsTo(`POST ${ONE}/sync-runs`)).toHaveLength(0);
});

test('of several tables, some can be chosen before any is imported', async () => {
  const { user, api, location } = await open('', {
    [PREVIEW]: documentOf('file_previews', 'csv', {
      tables: [sheet, { ...sheet, name: 'Pier' }],
      tableCount: 2,
      failure: null,
    }),
  });
  await drop('people.xlsx');
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  expect(await screen.findByRole('button', { name: 'Import 2 tables' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Choose tables first' }));
  await waitFor(() => expect(location()).toBe(`${PATH}?source=src_1`));
  await screen.findByText('The first 2 rows, as they will be imported');
  expect(api.callsTo(`POST ${ONE}/sync-runs`)).toHaveLength(0);
});

test('a file that can’t be read makes no import', async () => {
  const failure = {
    ...{ code: 'file_empty', type: 'config_error', origin: 'source', message: 'people.csv is empty.' },
    ...{ fix: '', values: { file: 'people.csv' }, field: null, retryable: false, internalMessage: null },
  };
  const { user, api } = await open('', {
    [PREVIEW]: documentOf('file_previews', 'csv', { tables: [], tableCount: 0, failure }),
  });
  await drop('people.csv');
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  await screen.findByText('people.csv is empty.');
  const button = screen.getByRole('button', { name: 'Import' });
  expect(button).toHaveAccessibleDescription("This file can't be imported as it is.");
  await user.click(button);
  expect(api.callsTo(`POST ${SOURCES}`)).toHaveLength(0);
});

test('an upload that stops says so, and can be sent again', async () => {
  const { user, api } = await open();
  await drop('people.csv');
  await act(async () => FakeUpload.all[0]!.onerror?.());
  expect(await screen.findByText(/Couldn't upload people\.csv/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(screen.getByText('Upload the file again, or choose another one.')).toBeInTheDocument();
  expect(api.callsTo(`POST ${SOURCES}`)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Upload again' }));
  await act(async () => FakeUpload.all[1]!.arrive('upl_9'));
  expect(screen.queryByText(/Couldn't upload/)).not.toBeInTheDocument();
});

test('a file that is removed, or that another one replaces, is deleted at once', async () => {
  const DELETE = 'DELETE organizations/:organizationId/uploads/:uploadId';
  const { user, api } = await open('', { [DELETE]: noContent });
  const deleted = () => api.callsTo(DELETE).map(({ path }) => path.split('/').at(-1));
  await drop('people.csv');
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  await drop('others.csv');
  await waitFor(() => expect(deleted()).toEqual(['upl_9']));
  await act(async () => FakeUpload.all[1]!.arrive('upl_10'));
  await user.click(await screen.findByRole('button', { name: 'Remove others.csv' }));
  await waitFor(() => expect(deleted()).toEqual(['upl_9', 'upl_10']));
  expect(screen.queryByText('others.csv')).not.toBeInTheDocument();
});

test('a name that no table can have, and a refusal, lose nothing', async () => {
  const { user, api } = await open('', {
    [`POST ${SOURCES}`]: errorsOf(409, [{ code: 'limit_reached', title: 'No room' }]),
  });
  await drop('people.csv');
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  const name = screen.getByRole('textbox', { name: 'Table name' });
  await user.clear(name);
  await user.type(name, 'my people');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(screen.getByText('Use letters, digits and underscores only.')).toBeInTheDocument();
  expect(api.callsTo(`POST ${SOURCES}`)).toHaveLength(0);
  await user.clear(name);
  await user.type(name, 'my_people');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't create the import");
  expect(name).toHaveValue('my_people');
});

test('the rows of a newer file can be added to those of the table', async () => {
  const { user, api } = await open('?source=src_1', {
    [SOURCE]: documentOf('source_connections', 'src_1', source({ freshAsOf: '2026-11-20T12:00:00Z' })),
    [`PATCH ${ONE}/selection`]: documentOf('catalogs', 'src_1', catalog),
    [`POST ${ONE}/sync-runs`]: documentOf('sync_runs', 'run_1', { state: 'queued' }, 202),
  });
  await user.click(await screen.findByRole('radio', { name: 'Add the rows' }));
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('button', { name: 'Import' });
  const [selection] = api.callsTo(`PATCH ${ONE}/selection`);
  expect(selection?.headers['if-match']).toBe('4');
  expect(selection?.body?.data.attributes).toEqual({
    settings: [{ tables: ['people'], change: { destinationSyncMode: 'append' } }],
  });
  expect(api.callsTo(`POST ${ONE}/sync-runs`)).toHaveLength(1);
});

test('a newer file takes the place of the old one, and keeps its table and how it is read', async () => {
  const { api } = await open('?source=src_1');
  const picker = await screen.findByRole('button', { name: 'Replace people.csv' });
  const input = picker.parentElement!.querySelector('input')!;
  fireEvent.change(input, { target: { files: [new File(['id\n'], 'people-2.csv')] } });
  expect(await screen.findByText('Replaces people.csv')).toBeInTheDocument();
  await act(async () => FakeUpload.all[0]!.arrive('upl_2'));
  expect(api.callsTo(`PATCH ${ONE}`)[0]?.body?.data.attributes).toEqual({
    configuration: { files: [{ uploadId: 'upl_2', tableName: 'people' }], nullWords: ['none'] },
  });
});

test('a file that cannot be read says why, and cannot be imported', async () => {
  const problem = {
    ...{ code: 'file_empty', type: 'config_error', origin: 'source', message: 'people.csv is empty.' },
    ...{ fix: 'Upload a file with a header line and rows.', values: { file: 'people.csv' } },
    ...{ field: null, retryable: false, internalMessage: null },
  } as unknown as CatalogStream['problem'];
  await open('?source=src_1', {
    [`GET ${ONE}/catalog/streams`]: {
      status: 200,
      body: {
        data: {
          type: 'stream_pages',
          id: 'src_1',
          attributes: { streams: [stream({ problem })], discoveredAt: catalog.discoveredAt, version: 4 },
        },
        links: { next: null },
      },
    },
  });
  expect(await screen.findByText('people.csv is empty.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toHaveAccessibleDescription(
    "This file can't be imported as it is.",
  );
});

test('people who may not change connections are told who can', async () => {
  await open('', {}, 'runner');
  expect(await screen.findByText(/Only editors and admins can import files/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test('where the table of a new file is can be chosen before anything is imported', async () => {
  const upload = { ...sheet, upload: 'upl_9' };
  const { user, api } = await open('', {
    [PREVIEW]: documentOf('file_previews', 'csv', { tables: [upload], tableCount: 1, failure: null }),
  });
  await drop('people.xlsx');
  await act(async () => FakeUpload.all[0]!.arrive('upl_9'));
  await user.selectOptions(await screen.findByLabelText(/^Names of the columns/), 'Row 1: All people');
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('The first 2 rows, as they will be imported')).toBeInTheDocument();
  const sheets = [{ sheet: 'Bay', headerRow: 1 }];
  expect(api.callsTo(`POST ${SOURCES}`)[0]?.body?.data.attributes.configuration).toEqual({
    files: [{ uploadId: 'upl_9', tableName: 'people', sheets }],
  });
});

test('where the table of an import is can be chosen afterward, and the file is read again', async () => {
  const { user, api } = await open('?source=src_1', { [PREVIEW]: found });
  await user.click(await screen.findByRole('button', { name: 'Show how the files are read' }));
  await user.selectOptions(await screen.findByLabelText(/^Names of the columns/), 'No row has names');
  await user.click(screen.getByRole('button', { name: 'Read the file again' }));
  const sheets = [{ sheet: 'Bay', headerRow: 0 }];
  expect(api.callsTo(`PATCH ${ONE}`)[0]?.body?.data.attributes).toEqual({
    configuration: { files: [{ uploadId: 'upl_1', tableName: 'people', sheets }], nullWords: ['none'] },
  });
});
