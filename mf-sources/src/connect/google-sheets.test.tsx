import { collectionOf, renderRoute } from '@headwater/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { googleSheets, LIST_PATH, MOUNT } from '../testing/fixtures.ts';

const KEY = `{
  "type": "service_account",
  "client_email": "reader@shop.iam.gserviceaccount.com",
  "private_key": "-----BEGIN PRIVATE KEY-----\\nabc"
}`;
/** This browser's files have no `text`. */
const keyFile = (text = KEY, name = 'shop-key.json') =>
  Object.assign(new File([text], name, { type: 'application/json' }), { text: () => Promise.resolve(text) });
const CHECK = 'POST organizations/:organizationId/connection-checks';

beforeEach(() => sessionStorage.clear());

async function open() {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=google_sheets`, {
    mount: MOUNT,
    api: { 'GET connectors': collectionOf('connectors', [googleSheets]), [CHECK]: { status: 500 } },
  });
  const key = await screen.findByLabelText<HTMLInputElement>('Google service account key');
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  return { ...rendered, key, picker };
}

test('a key is chosen as a file, and the guide then says with whom to share the spreadsheet', async () => {
  const { user, key, picker } = await open();
  expect(screen.getByText(/The address is in the key/)).toBeInTheDocument();
  await user.upload(picker, keyFile());
  expect(await screen.findByText('Read from shop-key.json.')).toBeInTheDocument();
  expect(JSON.parse(key.value)).toEqual(JSON.parse(KEY));
  expect(key).toHaveFocus();
  expect(screen.getByLabelText('Address of the service account')).toHaveTextContent(
    'reader@shop.iam.gserviceaccount.com',
  );
});

test('a key can be pasted or dropped as well, and stays out of the draft', async () => {
  const { user, key } = await open();
  await user.click(key);
  await user.paste(KEY);
  expect(screen.getByLabelText('Address of the service account')).toBeInTheDocument();
  await user.clear(key);
  fireEvent.drop(key, { dataTransfer: { files: [keyFile()] } });
  await waitFor(() => expect(key.value).toContain('service_account'));
  await user.type(screen.getByLabelText('Spreadsheet URL'), 'https://docs.google.com/');
  expect(JSON.stringify({ ...sessionStorage })).toContain('docs.google.com');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('PRIVATE KEY');
});

test('a file that can’t be a key changes nothing', async () => {
  const { user, key, picker } = await open();
  await user.upload(picker, keyFile('x'.repeat(100_001), 'photo.json'));
  expect(await screen.findByText('photo.json is too large to be a key.')).toBeInTheDocument();
  expect(key).toHaveValue('');
});
