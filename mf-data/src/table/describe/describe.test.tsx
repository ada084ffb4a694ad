import {
  collectionOf,
  documentOf,
  errorsOf,
  MOUNT,
  NOT_DESCRIBED,
  renderRoute,
  rowPage,
  ROWS,
  table,
  TABLE,
} from '@headwater/shared/testing';
import { screen, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { profile, PROFILE, COLUMN_PROFILE, TABLE_PATH } from '../../testing/fixtures.ts';

const SAVE = `${TABLE.replace('GET', 'PATCH')}/description`;
const MEMBERS = 'GET organizations/:organizationId/members';
const mara = { id: 'usr_mara', name: 'Mara Finch' };
const MEMBER = { ...mara, email: 'mara@finch.example', role: 'admin' };
const tableOf = (about = NOT_DESCRIBED, describe = true) =>
  documentOf('tables', 'tbl_1', table({ about, can: { delete: false, restore: true, describe } }));
const open = (about = NOT_DESCRIBED, query = '', describe = true) =>
  renderRoute(routes, TABLE_PATH + query, {
    mount: MOUNT,
    api: {
      [TABLE]: tableOf(about, describe),
      [ROWS]: rowPage({}),
      [PROFILE]: documentOf('table_profiles', 'tbl_1', profile()),
      [COLUMN_PROFILE]: errorsOf(422, [{ detail: 'Not needed here.' }]),
      [MEMBERS]: collectionOf('members', [MEMBER]),
    },
  });
const said = {
  ...NOT_DESCRIBED,
  description: 'One row per order.',
  owner: mara,
  tags: ['money'],
  version: 4,
};

test('an editor describes a table, names its owner, and tags it', async () => {
  const { user, api } = await open();
  await user.click(await screen.findByRole('button', { name: 'Describe this table' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Describe orders' }));
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'One row per order.');
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Owner' }),
    await dialog.findByText('Mara Finch'),
  );
  await user.type(dialog.getByRole('textbox', { name: 'Tags' }), 'money, ');
  api.on({ [SAVE]: tableOf({ ...said, version: 1 }), [TABLE]: tableOf({ ...said, version: 1 }) });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('One row per order.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mara Finch' })).toHaveAttribute(
    'href',
    '/w/org_finch/data?owner=usr_mara',
  );
  expect(screen.getByRole('link', { name: 'money' })).toHaveAttribute('href', '/w/org_finch/data?tag=money');
  const [call] = api.callsTo(SAVE);
  expect(call?.body).toMatchObject({
    data: { attributes: { description: 'One row per order.', ownerId: 'usr_mara', tags: ['money'] } },
  });
});

test('what was typed stays if someone else was quicker', async () => {
  const { user, api } = await open(said);
  await user.click(await screen.findByRole('button', { name: 'Describe this table' }));
  const field = await screen.findByRole('textbox', { name: 'Description' });
  await user.type(field, ' Or more.');
  api.on({ [SAVE]: errorsOf(412, [{ code: 'version_conflict' }]) });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Someone else has just changed this/)).toBeVisible();
  expect(field).toHaveValue('One row per order. Or more.');
});

test('a column is described where its facts are', async () => {
  const about = { ...said, columns: [{ name: 'note', description: 'Free text.' }] };
  const { user, api } = await open(about, '?tab=columns&column=note');
  const drawer = within(await screen.findByRole('dialog', { name: /note/ }));
  expect(await drawer.findByText('Free text.')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Edit' }));
  const field = drawer.getByRole('textbox', { name: 'Description' });
  await user.clear(field);
  await user.type(field, 'What the customer said.');
  const changed = { ...about, columns: [{ name: 'note', description: 'What the customer said.' }] };
  api.on({ [SAVE]: tableOf(changed), [TABLE]: tableOf(changed) });
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  expect(await drawer.findByText('What the customer said.')).toBeVisible();
  expect(api.callsTo(SAVE)[0]?.body).toMatchObject({
    data: { attributes: { columns: [{ name: 'note', description: 'What the customer said.' }] } },
  });
});

test('readers see it and can’t change it', async () => {
  await open(said, '', false);
  expect(await screen.findByText('One row per order.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Describe this table' })).not.toBeInTheDocument();
});

describe('what the source says', () => {
  const source = {
    description: 'An order a row.',
    columns: [{ name: 'note', description: 'What was said.' }],
  };

  test('is shown as the source’s where nobody here has written anything', async () => {
    const { user } = await open({ ...NOT_DESCRIBED, source }, '?tab=columns&column=note');
    expect(await screen.findByText(/^An order a row\./)).toHaveTextContent('An order a row. From the source');
    const drawer = within(await screen.findByRole('dialog', { name: /note/ }));
    expect(await drawer.findByText(/^What was said\./)).toHaveTextContent('What was said. From the source');
    await user.click(drawer.getByRole('button', { name: 'Add a description' }));
    expect(drawer.getByRole('textbox', { name: 'Description' })).toHaveValue('');
  });

  test('gives way to what people write, who see it while they do', async () => {
    const { user } = await open({ ...said, source });
    expect(await screen.findByText('One row per order.')).toBeVisible();
    expect(screen.queryByText(/From the source/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Describe this table' }));
    expect(await screen.findByText(/The source says: “An order a row\.”/)).toBeVisible();
  });
});
