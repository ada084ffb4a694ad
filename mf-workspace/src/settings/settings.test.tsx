import { documentOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen } from '@testing-library/react';
import { routes } from '../routes.tsx';

const WORKSPACE = 'GET organizations/:organizationId';
const workspace = documentOf('organizations', 'org_finch', {
  name: 'Finch Outdoor',
  role: 'admin',
  createdAt: '2024-03-12T09:30:00Z',
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
  expect(screen.getByText(/^12 Mar 2024/)).toBeVisible();
  expect(screen.getByText('org_finch')).toBeVisible();
  expect(screen.getByText(/can’t be changed later/)).toBeVisible();
  expect(document.title).toBe('General settings - Headwater');
});

test('settings are available in German', async () => {
  await open('', {}, 'de');
  expect(await screen.findByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
});
