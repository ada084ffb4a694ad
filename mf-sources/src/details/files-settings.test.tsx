import { FakeUpload, collectionOf, documentOf, errorsOf, renderRoute } from '@headwater/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalogResponses,
  csv,
  failure,
  MOUNT,
  ROUTES,
  source,
  SOURCE,
  SOURCE_PATH,
  stream,
} from '../testing/fixtures.ts';

const PATCH = `PATCH ${ROUTES.source}`;
const facts = { bytes: 2048, uploadedAt: '2026-11-20T09:00:00Z', problem: null };
const problem = failure({
  code: 'file_empty',
  message: 'stores.csv is empty.',
  values: { file: 'stores.csv' },
});

const FILES = [
  { id: 'upl_1', fileName: 'orders.csv', tableName: 'orders', ...facts },
  { id: 'upl_2', fileName: 'stores.csv', tableName: 'stores', ...facts, problem },
];

beforeEach(() => {
  FakeUpload.all = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
});

async function open(field = '') {
  const configuration = { files: [{ uploadId: 'upl_1' }, { uploadId: 'upl_2' }], delimiter: ';' };
  const shop = documentOf('source_connections', SOURCE, source({ connector: 'csv', configuration }));
  const rendered = await renderRoute(routes, `${SOURCE_PATH}?tab=settings${field && `&field=${field}`}`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [csv]),
      [`GET ${ROUTES.source}`]: shop,
      // This list isn't paged: the API rejects a page size.
      [`GET ${ROUTES.source}/files`]: ({ query }) =>
        query.size > 0 ? errorsOf(422, [{ code: 'field_unknown' }]) : collectionOf('source_files', FILES),
      [PATCH]: shop,
      [`GET ${ROUTES.source}/state`]: documentOf('connection_states', SOURCE, { tables: [] }),
      ...catalogResponses([stream('orders')]),
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Files of this source' }));
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save and choose tables' }));
  const saved = () => rendered.api.callsTo(PATCH)[0]?.body?.data.attributes;
  return { ...rendered, list, save, saved };
}
const pick = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, file: string) => {
  const input = screen.getByRole('button', { name }).parentElement!.querySelector('input')!;
  await user.upload(input, new File(['id\n1\n'], file, { type: 'text/csv' }));
};

test('lists the files and what is wrong with them', async () => {
  const { list } = await open();
  expect(list.getByText('orders.csv')).toBeInTheDocument();
  expect(list.getAllByText(/^Uploaded Nov 20, 2026/)).toHaveLength(2);
  expect(list.getByText('stores.csv is empty.')).toBeInTheDocument();
});

test('replaces one file but keeps its table, and leaves the others unchanged', async () => {
  const { user, list, save, saved, location } = await open();
  await pick(user, 'Replace orders.csv', 'orders of 2026.csv');
  expect(list.getByText('Replaces orders.csv when you save')).toBeInTheDocument();
  await save();
  expect(await screen.findByText('Wait for the uploads to finish, or remove the files')).toBeInTheDocument();
  await act(async () => FakeUpload.all[0]!.arrive('upl_3'));
  await save();
  expect(await screen.findByRole('heading', { name: 'Select data' })).toBeInTheDocument();
  expect(location()).toBe(`${SOURCE_PATH}/select-data`);
  expect(saved()).toEqual({
    configuration: {
      files: [{ uploadId: 'upl_3', tableName: 'orders' }, { uploadId: 'upl_2' }],
      delimiter: ';',
    },
  });
});

test('removes a file, and can undo that', async () => {
  const { user, list, save, saved } = await open();
  await user.click(list.getByRole('button', { name: 'Remove orders.csv' }));
  await user.click(list.getByRole('button', { name: 'Remove stores.csv' }));
  expect(list.queryByText('stores.csv is empty.')).not.toBeInTheDocument();
  await save();
  expect(await screen.findByText('Add at least one file')).toBeInTheDocument();
  await user.click(list.getAllByRole('button', { name: 'Undo' })[0]!);
  await save();
  await screen.findByRole('heading', { name: 'Select data' });
  expect(saved()).toEqual({ configuration: { files: [{ uploadId: 'upl_1' }], delimiter: ';' } });
});

test('a URL that names a field expands its group and focuses the field', async () => {
  await open('delimiter');
  const field = screen.getByRole('combobox', { name: /^Delimiter/ });
  expect(field).toHaveFocus();
  expect(field).toBeVisible();
});
