import {
  collectionOf,
  documentOf,
  membership,
  noContent,
  renderRoute,
  type Handlers,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';

const WORKSPACE = 'GET organizations/:organizationId';
const workspace = documentOf('organizations', 'org_finch', {
  name: 'Finch Outdoor',
  role: 'admin',
  createdAt: '2024-03-12T09:30:00Z',
  ...{ timeZone: null, currency: null, weekStart: 'monday' },
});
const open = (path: string, api: Handlers = {}, language: 'en' | 'de' = 'en') =>
  renderRoute(routes, `/w/org_finch/settings${path}`, {
    mount: '/w/:organizationId',
    language,
    api: { [WORKSPACE]: workspace, ...api },
  });

test('general settings show what the workspace is', async () => {
  await open('');
  expect(await screen.findByText('Finch Outdoor')).toBeVisible();
  expect(screen.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText(/^Mar 12, 2024/)).toBeVisible();
  expect(screen.getByText('org_finch')).toBeVisible();
  expect(screen.getByText(/can’t be changed later/)).toBeVisible();
  expect(document.title).toBe('General settings - Headwater');
});

const CHANGE = 'PATCH organizations/:organizationId';

test('an admin changes the time zone, the currency, and the first day of the week', async () => {
  const changed = documentOf('organizations', 'org_finch', {
    ...{ name: 'Finch Outdoor', role: 'admin', createdAt: '2024-03-12T09:30:00Z' },
    ...{ timeZone: 'Asia/Tokyo', currency: 'SEK', weekStart: 'sunday' },
  });
  const { user, api } = await open('', { [CHANGE]: changed });
  const zone = await screen.findByRole('combobox', { name: 'Time zone' });
  expect(zone).toHaveValue('Each member’s own');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await user.clear(zone);
  await user.type(zone, 'tokyo{Enter}');
  const currency = screen.getByRole('combobox', { name: 'Currency' });
  await user.clear(currency);
  await user.type(currency, 'SEK{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Weeks start on' }), 'Sunday');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Settings saved/)).toBeVisible();
  expect(api.callsTo(CHANGE).map(({ body }) => body!.data.attributes)).toEqual([
    { timeZone: 'Asia/Tokyo', currency: 'SEK', weekStart: 'sunday' },
  ]);
});

test('a workspace is deleted once its name is entered, which leads to where it can be restored', async () => {
  const deletion = 'DELETE organizations/:organizationId';
  const { user, api, location } = await open('', {
    [deletion]: noContent,
    'GET deleted-organizations': collectionOf('deleted_organizations', []),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete workspace' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Finch Outdoor?' }));
  const until = new Date(Date.now() + 30 * 86_400_000).getFullYear();
  expect(dialog.getByText(new RegExp(`^Until .* ${until}, each admin can restore`))).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.type(dialog.getByRole('textbox', { name: 'Enter Finch Outdoor to confirm' }), 'Finch Outdoor');
  await user.click(confirm);
  await waitFor(() => expect(location()).toBe('/create-workspace'));
  expect(api.callsTo(deletion)[0]!.query.get('name')).toBe('Finch Outdoor');
});

test('others see the settings, and who can change them', async () => {
  const read = documentOf('organizations', 'org_finch', {
    ...{ name: 'Finch Outdoor', role: 'reader', createdAt: '2024-03-12T09:30:00Z' },
    ...{ timeZone: 'Asia/Tokyo', currency: 'SEK', weekStart: 'sunday' },
  });
  await open('', { [WORKSPACE]: read });
  expect(await screen.findByText(/^Asia\/Tokyo, /)).toBeVisible();
  expect(screen.getByText('SEK, Swedish Krona')).toBeVisible();
  expect(screen.getByText('Admins of this workspace can change this.')).toBeVisible();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete workspace' })).not.toBeInTheDocument();
});

test.each(['notifications', 'audit-log', 'share-links'])(
  'whoever isn’t an admin reads who sees %s, and nothing is asked of the API',
  async (section) => {
    // A request would fail the test: the API has no routes here.
    await renderRoute(routes, `/w/org_finch/settings/${section}`, {
      mount: '/w/:organizationId',
      session: { organizations: [membership({ role: 'editor' })] },
      api: {},
    });
    expect(await screen.findByText(/^Only admins of this workspace see this/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  },
);

test('settings are available in German', async () => {
  await open('', {}, 'de');
  expect(await screen.findByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
});
