import type { WorkspaceShareLinkResource } from '@headwater/shared/contract';
import {
  collectionOf,
  errorsOf,
  membership,
  noContent,
  renderRoute,
  type Handlers,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const LIST = 'GET organizations/:organizationId/share-links';
const REVOKE = 'DELETE organizations/:organizationId/reports/:reportId/share-links/:id';

const link = (id: string, rest: Partial<WorkspaceShareLinkResource['attributes']> = {}) => ({
  id,
  report: { id: 'rep_revenue', name: 'Revenue overview' },
  ...{ hasPassword: true, filtersOpen: false, createdBy: 'Mara Lindqvist', isExpired: false, isBacked: true },
  ...{ createdAt: '2026-11-20T12:00:00Z', expiresAt: '2099-12-24T12:00:00Z', lastUsedAt: null },
  ...rest,
});
const open = (api: Handlers, query = '', role: 'admin' | 'editor' = 'admin', language: 'en' | 'de' = 'en') =>
  renderRoute(routes, `/w/org_finch/settings/share-links${query}`, {
    mount: '/w/:organizationId',
    session: { organizations: [membership({ role })] },
    language,
    api,
  });

test('shows each link with its report, its maker, and what it lets people do', async () => {
  const unbacked = link('shr_2', {
    report: { id: 'rep_board', name: 'Board pack' },
    ...{ hasPassword: false, filtersOpen: true, isBacked: false, createdBy: 'Tomás Okonkwo' },
  });
  await open({ [LIST]: collectionOf('share_links', [link('shr_1'), unbacked]) });
  const row = within(await screen.findByRole('row', { name: /Revenue overview/ }));
  expect(row.getByRole('link', { name: 'Revenue overview' })).toHaveAttribute(
    'href',
    '/w/org_finch/reports/rep_revenue',
  );
  expect(row.getByText('By Mara Lindqvist')).toBeVisible();
  expect(row.getAllByText('With a password').at(-1)).toBeVisible();
  expect(row.getByText('Never')).toBeVisible();
  expect(row.getByText('Dec 24, 2099')).toBeVisible();
  const other = within(screen.getByRole('row', { name: /Board pack/ }));
  expect(other.getByText('Doesn’t work: Tomás Okonkwo can’t edit reports anymore')).toBeVisible();
  expect(other.getAllByText('Filters can be changed').at(-1)).toBeVisible();
  expect(screen.getByText('2 of 2')).toBeVisible();
  expect(document.title).toBe('Share links - Headwater');
});

test('revokes a link only after asking, and reads the list again', async () => {
  let rows = [link('shr_1')];
  const { user, api } = await open({
    [LIST]: () => collectionOf('share_links', rows),
    [REVOKE]: () => {
      rows = [];
      return noContent;
    },
  });
  const button = await screen.findByRole('button', {
    name: 'Revoke the link to Revenue overview by Mara Lindqvist',
  });
  await user.click(button);
  const dialog = screen.getByRole('dialog', { name: 'Revoke this link to Revenue overview?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(api.callsTo(REVOKE)).toEqual([]);
  await user.click(button);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No report is shared by a link')).toBeVisible();
  expect(await screen.findByText(/^Link to Revenue overview revoked/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to reports' })).toHaveAttribute('href', '/w/org_finch/reports');
  expect(api.callsTo(REVOKE)).toHaveLength(1);
});

test('says why a link could not be revoked, and keeps it', async () => {
  const { user } = await open({
    [LIST]: collectionOf('share_links', [link('shr_1')]),
    [REVOKE]: errorsOf(403, [{ code: 'permission_denied' }]),
  });
  await user.click(await screen.findByRole('button', { name: /^Revoke/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/An admin can change your role/)).toBeVisible();
  expect(screen.getByRole('row', { name: /Revenue overview/ })).toBeVisible();
});

test('the search is in the URL and in the request, and can find nothing', async () => {
  const { user, api, location } = await open({
    [LIST]: ({ query }) => collectionOf('share_links', query.has('search') ? [] : [link('shr_1')]),
  });
  await screen.findByRole('row', { name: /Revenue overview/ });
  await user.type(screen.getByRole('searchbox', { name: 'Find a link by report or person' }), 'board');
  expect(await screen.findByText('No link matches')).toBeVisible();
  // On a busy machine, typing pauses for long enough that half the word is searched first.
  await waitFor(() => expect(location()).toBe('/w/org_finch/settings/share-links?search=board'));
  await waitFor(() => expect(api.callsTo(LIST).at(-1)!.query.get('search')).toBe('board'));
  await user.click(screen.getByRole('button', { name: 'Show all links' }));
  await waitFor(() => expect(screen.getByRole('row', { name: /Revenue overview/ })).toBeVisible());
  expect(location()).toBe('/w/org_finch/settings/share-links');
});

test('others have no such section, and are told who can let them in', async () => {
  await open({ [LIST]: errorsOf(403, [{ code: 'permission_denied' }]) }, '', 'editor');
  expect(await screen.findByText(/An admin can change your role/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Share links' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
});

test('the demo has nobody who could let them in, and says to sign up', async () => {
  await renderRoute(routes, '/w/org_finch/settings/share-links', {
    mount: '/w/:organizationId',
    session: { organizations: [membership({ role: 'runner' })], demoEndsAt: '2099-11-21T14:00:00.000Z' },
    api: { [LIST]: errorsOf(403, [{ code: 'permission_denied' }]) },
  });
  expect(await screen.findByText(/isn't available in the demo. Sign up/)).toBeVisible();
  expect(screen.queryByText(/An admin can change your role/)).not.toBeInTheDocument();
});

test('is available in German', async () => {
  await open({ [LIST]: collectionOf('share_links', [link('shr_1')]) }, '', 'admin', 'de');
  expect(await screen.findByRole('link', { name: 'Freigabelinks' })).toHaveAttribute('aria-current', 'page');
  expect(
    screen.getByRole('button', { name: 'Link zu Revenue overview von Mara Lindqvist widerrufen' }),
  ).toBeVisible();
});
