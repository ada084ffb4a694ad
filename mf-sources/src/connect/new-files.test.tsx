import {
  FakeUpload,
  collectionOf,
  documentOf,
  errorsOf,
  renderRoute,
  type Handlers,
} from '@headwater/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalogResponses,
  csv,
  LIST_PATH,
  MOUNT,
  ROUTES,
  source,
  SOURCE,
  stream,
} from '../testing/fixtures.ts';

const CREATE = `POST ${ROUTES.sources}`;
const file = (name: string) => new File(['id\n1\n'], name, { type: 'text/csv' });

beforeEach(() => {
  FakeUpload.all = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
});

async function open(more: Handlers = {}) {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=csv`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [csv]),
      [CREATE]: documentOf('source_connections', SOURCE, source({ connector: 'csv' }), 201),
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source({ connector: 'csv' })),
      ...catalogResponses([stream('orders')]),
      ...more,
    },
  });
  const zone = (await screen.findByRole('button', { name: 'choose them' })).closest('div')!;
  const drop = (...files: File[]) => fireEvent.drop(zone, { dataTransfer: { files } });
  return { ...rendered, drop };
}
const save = () => screen.getByRole('button', { name: 'Save and choose tables' });
const uploadOf = (name: string) => FakeUpload.all.find(({ path }) => path.endsWith(`?fileName=${name}`))!;

test('dropped files are uploaded at once, give the connection its name, and lead to their tables', async () => {
  const { user, api, drop, location } = await open();
  drop(file('orders.csv'), file('customers.csv'));
  expect(screen.getByLabelText('Name')).toHaveValue('orders');
  act(() => uploadOf('orders.csv').progress(0.4));
  expect(screen.getByRole('progressbar', { name: 'Uploading orders.csv' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  );
  await user.click(save());
  expect(await screen.findByText('Wait for the uploads to finish, or remove the files')).toBeInTheDocument();
  await act(async () => uploadOf('orders.csv').arrive('upl_1'));
  await act(async () => uploadOf('customers.csv').arrive('upl_2'));
  await user.click(save());
  expect(await screen.findByRole('heading', { name: 'Select data' })).toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}/${SOURCE}/select-data`);
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes).toEqual({
    name: 'orders',
    connector: 'csv',
    configuration: { files: [{ uploadId: 'upl_1' }, { uploadId: 'upl_2' }] },
  });
});

test('files whose names look alike can become one table, by a pattern that can be edited', async () => {
  const { user, api, drop } = await open();
  drop(file('orders-2024-01.csv'), file('orders-2024-02.csv'), file('stores.csv'));
  expect(await screen.findByText('2 files look alike: orders-*.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Read orders-*.csv as one table' }));
  expect(await screen.findByText('orders-*.csv: 2 files as one table')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Keep the files of orders-*.csv separate' })).toHaveFocus();
  const patterns = screen.getByLabelText(/^Files that are one table/, { selector: 'textarea' });
  expect(patterns).toHaveValue('orders-*.csv');
  fireEvent.change(patterns, { target: { value: '*-02.csv\nnothing-*' } });
  expect(screen.getByText('*-02.csv: 1 file as one table')).toBeInTheDocument();
  expect(screen.getByText('No file matches. Those in a zip still can.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Keep the files of nothing-* separate' }));
  for (const [at, { path }] of FakeUpload.all.entries())
    await act(async () => uploadOf(path.split('=')[1]!).arrive(`upl_${at}`));
  await user.click(save());
  await waitFor(() => expect(api.callsTo(CREATE)).toHaveLength(1));
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes.configuration).toMatchObject({
    together: ['*-02.csv'],
  });
});

test('the settings for how files are read are collapsed until someone opens them', async () => {
  const { user } = await open();
  expect(screen.getByLabelText(/^Delimiter/)).not.toBeVisible();
  await user.click(screen.getByText('How the files are read'));
  expect(screen.getByLabelText(/^Delimiter/)).toBeVisible();
});

test('removing a file that is being uploaded stops its upload', async () => {
  const { user, drop } = await open();
  drop(file('orders.csv'));
  await user.click(screen.getByRole('button', { name: 'Remove orders.csv' }));
  expect(uploadOf('orders.csv').aborted).toBe(true);
  expect(screen.queryByText('orders.csv')).not.toBeInTheDocument();
});

test('a failed upload shows the reason next to its file, which must be removed before saving', async () => {
  const { user, drop, api } = await open();
  drop(file('orders.csv'));
  await act(async () =>
    uploadOf('orders.csv').respond(507, { errors: [{ code: 'x', detail: 'The disk is full.' }] }),
  );
  expect(screen.getByText("Couldn't upload orders.csv. The disk is full.")).toBeInTheDocument();
  await user.click(save());
  expect(await screen.findByText(/^Remove the files/)).toBeInTheDocument();
  expect(api.callsTo(CREATE)).toEqual([]);
});

test('nothing is saved without a file', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), 'Shop');
  await user.click(save());
  expect(await screen.findByText('Add at least one file')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'choose them' })).toHaveFocus());
});

const PREVIEW = 'POST organizations/:organizationId/file-previews';
const preview = (rows: string[][]) =>
  documentOf('file_previews', 'csv', {
    tables: [
      {
        namespace: null,
        name: 'places.csv',
        tableName: 'places',
        columns: ['Ort', 'Preis'].map((name) => ({
          name,
          kind: 'text',
          type: 'VARCHAR',
          sourceType: 'text',
          nullable: true,
        })),
        columnCount: 2,
        rowCount: 2,
        rows,
        findings: [],
        problem: null,
      },
    ],
    tableCount: 14,
    failure: null,
  });

test('what is in the files is shown once they are uploaded, and again as the form says how to read them', async () => {
  const { user, api, drop } = await open({ [PREVIEW]: preview([['Köln', '1.5']]) });
  drop(file('places.csv'));
  expect(screen.queryByText('What is in the files')).not.toBeInTheDocument();
  await act(async () => uploadOf('places.csv').arrive('upl_1'));
  const columns = await screen.findByRole('list', { name: 'Columns of places' });
  expect(columns).toHaveTextContent('OrtVARCHARKöln');
  expect(screen.getByText('2 rows, 2 columns')).toBeInTheDocument();
  expect(screen.getByText('13 more tables are shown once you have saved.')).toBeInTheDocument();
  await user.click(screen.getByText('How the files are read'));
  await user.selectOptions(screen.getByLabelText(/^Delimiter/), ';');
  await waitFor(() => expect(api.callsTo(PREVIEW)).toHaveLength(2));
  expect(api.callsTo(PREVIEW)[1]?.body?.data.attributes).toEqual({
    connector: 'csv',
    configuration: { files: [{ uploadId: 'upl_1' }], delimiter: ';' },
  });
});

test('why the files can’t be looked at is said, with a way to try again', async () => {
  const { api, drop, user } = await open({ [PREVIEW]: errorsOf(503, [{ code: 'busy', detail: 'Busy' }]) });
  drop(file('places.csv'));
  await act(async () => uploadOf('places.csv').arrive('upl_1'));
  await user.click(await screen.findByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(api.callsTo(PREVIEW)).toHaveLength(2));
});

const sheet = {
  namespace: null,
  name: 'ferries.xlsx',
  tableName: 'ferries',
  columns: [{ name: 'boat', kind: 'text', type: 'VARCHAR', sourceType: 'text', nullable: true }],
  columnCount: 1,
  rowCount: 2,
  rows: [['Heron']],
  findings: [],
  problem: null,
  upload: 'upl_1',
  layout: {
    sheet: 'Bay',
    headerRow: 3,
    headerRows: 1,
    reason: 'types',
    columns: ['B'],
    rows: [
      { number: 1, texts: ['Ferries'] },
      { number: 3, texts: ['boat', 'day'] },
    ],
  },
};

test('where the table of a sheet is can be seen with its reason, and chosen otherwise', async () => {
  const found = documentOf('file_previews', 'csv', { tables: [sheet], tableCount: 1, failure: null });
  const { user, api, drop } = await open({ [PREVIEW]: found });
  drop(file('ferries.xlsx'));
  await act(async () => uploadOf('ferries.xlsx').arrive('upl_1'));
  const header = await screen.findByLabelText(/^Names of the columns/);
  expect(header).toHaveDisplayValue('Detected: row 3');
  expect(header).toHaveAccessibleDescription(
    'Row 3 has a name for each column, above values of another kind.',
  );
  const wanted = async (sheets: object[] | undefined) => {
    const last = () => api.callsTo(PREVIEW).at(-1)?.body?.data.attributes;
    const files = [{ uploadId: 'upl_1', ...(sheets && { sheets }) }];
    await waitFor(() => expect(last()).toEqual({ connector: 'csv', configuration: { files } }));
  };
  await user.selectOptions(header, 'Row 1: Ferries');
  await wanted([{ sheet: 'Bay', headerRow: 1 }]);
  await user.type(screen.getByLabelText(/^Range/), 'b3:');
  expect(screen.getByText(/^Enter two corners/)).toBeInTheDocument();
  await user.type(screen.getByLabelText(/^Range/), 'c9');
  await wanted([{ sheet: 'Bay', headerRow: 1, range: 'B3:C9' }]);
  await user.click(screen.getByText('Names and types'));
  await user.selectOptions(screen.getByLabelText('Type of column B'), 'Date');
  await user.type(screen.getByLabelText('Name of column B'), 'ship');
  const columns = [{ column: 'B', name: 'ship', type: 'date' }];
  await wanted([{ sheet: 'Bay', headerRow: 1, range: 'B3:C9', columns }]);
  await user.click(save());
  await waitFor(() => expect(api.callsTo(CREATE)).toHaveLength(1));
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes.configuration).toEqual({
    files: [{ uploadId: 'upl_1', sheets: [{ sheet: 'Bay', headerRow: 1, range: 'B3:C9', columns }] }],
  });
});

test('what was chosen about a sheet can be taken back', async () => {
  const found = documentOf('file_previews', 'csv', { tables: [sheet], tableCount: 1, failure: null });
  const { user, api, drop } = await open({ [PREVIEW]: found });
  drop(file('ferries.xlsx'));
  await act(async () => uploadOf('ferries.xlsx').arrive('upl_1'));
  const header = await screen.findByLabelText(/^Names of the columns/);
  await user.selectOptions(header, 'No row has names');
  await user.selectOptions(header, '');
  await user.click(save());
  await waitFor(() => expect(api.callsTo(CREATE)).toHaveLength(1));
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes.configuration).toEqual({
    files: [{ uploadId: 'upl_1' }],
  });
});
