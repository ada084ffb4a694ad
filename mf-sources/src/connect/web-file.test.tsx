import { collectionOf, documentOf, renderRoute } from '@headwater/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { LIST_PATH, MOUNT, ROUTES, source, SOURCE, step, webFile } from '../testing/fixtures.ts';

const CHECK = 'POST organizations/:organizationId/connection-checks';

beforeEach(() => sessionStorage.clear());

async function open(language: 'en' | 'de' = 'en') {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=web_file`, {
    mount: MOUNT,
    language,
    api: { 'GET connectors': collectionOf('connectors', [webFile]), [CHECK]: { status: 500 } },
  });
  const url = await screen.findByLabelText<HTMLInputElement>('URL');
  return { ...rendered, url, enter: (value: string) => fireEvent.change(url, { target: { value } }) };
}
const listed = () =>
  within(screen.getByRole('list', { name: 'URLs of the files' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the files that a range and further URLs stand for are listed while they are typed', async () => {
  const { enter } = await open();
  enter('https://host/orders.csv');
  expect(screen.queryByRole('list', { name: 'URLs of the files' })).toBeNull();
  enter('https://host/orders-{1..3}.csv');
  expect(screen.getByRole('heading', { name: '3 files as one table' })).toBeInTheDocument();
  expect(listed()).toEqual(['host/orders-1.csv', 'host/orders-2.csv', 'host/orders-3.csv']);
  const more = screen.getByLabelText(/^More URLs/);
  fireEvent.change(more, { target: { value: 'https://other/a,b.csv\n\nhttps://other/old.csv\n' } });
  expect(listed().slice(3)).toEqual(['other/a,b.csv', 'other/old.csv']);
});

test('is first called what it is, in the language of whoever connects it', async () => {
  await open('de');
  expect(screen.getByLabelText('Name')).toHaveValue('Datei aus dem Web');
});

test('a range that leads backward, and a line that is no URL, are reported at their fields', async () => {
  const { user, url, enter, api } = await open();
  enter('https://host/orders-{3..1}.csv');
  fireEvent.change(screen.getByLabelText(/^More URLs/), {
    target: { value: 'https://other/a.csv\nnonsense' },
  });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText(/A range leads from an earlier value to a later one/)).toBeInTheDocument();
  expect(screen.getByText("This isn't a valid value")).toBeInTheDocument();
  expect(url).toHaveFocus();
  expect(api.callsTo(CHECK)).toEqual([]);
});

const PREVIEW = 'POST organizations/:organizationId/file-previews';
const kind = { kind: 'text', type: 'VARCHAR', sourceType: 'text', nullable: false };
const table = {
  ...{ namespace: null, name: 'boats.xlsx', tableName: 'boats', columns: [{ name: 'boat', ...kind }] },
  ...{ columnCount: 1, rowCount: 2, rows: [['Heron']], findings: [], problem: null },
  layout: {
    ...{ sheet: 'Bay', headerRow: 1, headerRows: 1, reason: 'types', columns: ['A'] },
    rows: [{ number: 1, texts: ['boat'] }],
  },
};

test('once the test has read the file, its tables are shown, and what is chosen about them is saved', async () => {
  const checked = (state: string) =>
    documentOf('connection_checks', 'chk_1', { state, position: null, steps: [step('scan', 'passed')] });
  const { user, api } = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=web_file`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [webFile]),
      [CHECK]: { ...checked('succeeded'), status: 202 },
      'GET organizations/:organizationId/connection-checks/:id': checked('succeeded'),
      [PREVIEW]: documentOf('file_previews', 'web_file', { tables: [table], tableCount: 1, failure: null }),
      [`POST ${ROUTES.sources}`]: documentOf('source_connections', SOURCE, source({}), 201),
    },
  });
  fireEvent.change(await screen.findByLabelText('URL'), { target: { value: 'https://host/boats.xlsx' } });
  expect(screen.queryByRole('heading', { name: 'What is in the file' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByRole('heading', { name: 'What is in the file' })).toBeInTheDocument();
  await user.selectOptions(await screen.findByLabelText('Names of the columns'), 'No row has names');
  const sheets = [{ sheet: 'Bay', headerRow: 0 }];
  await waitFor(() =>
    expect(api.callsTo(PREVIEW).at(-1)?.body?.data.attributes).toEqual({
      connector: 'web_file',
      configuration: { url: 'https://host/boats.xlsx', sheets },
    }),
  );
  expect(screen.getByText('The form has changed since this test.')).toBeInTheDocument();
  const url = screen.getByLabelText('URL');
  fireEvent.change(url, { target: { value: 'https://host/cars.xlsx' } });
  expect(screen.queryByRole('heading', { name: 'What is in the file' })).toBeNull();
  fireEvent.change(url, { target: { value: 'https://host/boats.xlsx' } });
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  await waitFor(() =>
    expect(api.callsTo(`POST ${ROUTES.sources}`)[0]?.body?.data.attributes.configuration).toMatchObject({
      sheets,
    }),
  );
});
