import { screen, within } from '@testing-library/react';
import { collectionOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

const ORGANIZATIONS = 'GET superuser/organizations';
const FINCH = {
  id: 'org_1',
  name: 'Finch Outdoor',
  createdAt: '2026-03-12T08:00:00Z',
  members: 4,
  connections: 5,
  failingConnections: 2,
  rows: 1_234_567,
  bytes: 5 * 1024 ** 2,
  lastActivityAt: null,
  deletedAt: null,
};

const open = (api: Handlers, at = '/superuser/organizations') =>
  renderRoute(routes, at, { mount: '/superuser', session: { isSuperuser: true }, api });

test('shows each organization with its numbers and failing connections', async () => {
  await open({
    [ORGANIZATIONS]: collectionOf('organizations', [
      FINCH,
      { ...FINCH, id: 'org_2', name: 'Retkikauppa', failingConnections: 0 },
    ]),
  });
  const finch = within(await screen.findByRole('row', { name: /Finch Outdoor/ }));
  expect(finch.getByText('2 failing')).toBeVisible();
  expect(finch.getByRole('cell', { name: '1,234,567' })).toBeVisible();
  expect(finch.getByRole('cell', { name: '5 MB' })).toBeVisible();
  expect(finch.getByText('never')).toBeVisible();
  expect(
    within(screen.getByRole('row', { name: /Retkikauppa/ })).queryByText(/failing/),
  ).not.toBeInTheDocument();
  expect(screen.getByText('2 organizations')).toBeVisible();
  expect(document.title).toBe('Organizations - Headwater');
});

test('marks a deleted organization, with the day', async () => {
  const gone = { ...FINCH, id: 'org_2', name: 'Retkikauppa', deletedAt: '2026-11-27T12:00:00Z' };
  await open({ [ORGANIZATIONS]: collectionOf('organizations', [FINCH, gone]) });
  const row = within(await screen.findByRole('row', { name: /Retkikauppa/ }));
  expect(row.getByText('deleted')).toHaveAttribute(
    'title',
    expect.stringMatching(/^Deleted on Nov 27, 2026/),
  );
  expect(screen.getAllByText('deleted')).toHaveLength(1);
});

test('offers to create the first organization', async () => {
  await open({ [ORGANIZATIONS]: collectionOf('organizations', []) });
  expect(await screen.findByRole('link', { name: 'Create a workspace' })).toHaveAttribute(
    'href',
    '/create-workspace',
  );
});

test('is the first page of the superuser area', async () => {
  const { location } = await open({ [ORGANIZATIONS]: collectionOf('organizations', [FINCH]) }, '/superuser');
  await screen.findByRole('row', { name: /Finch Outdoor/ });
  expect(location()).toBe('/superuser/organizations');
});
