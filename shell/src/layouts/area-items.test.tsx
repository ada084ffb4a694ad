import { act, screen, within } from '@testing-library/react';
import type { PageBlock, PageRemote } from '@headwater/shared/contract';
import { setLanguage } from '@headwater/shared/messages';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import { forgetEntries, runEntry } from '../testing/remote-entries.ts';
import { documentOf } from '@headwater/shared/testing';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

const TIDES = '/w/:organizationId/tides';
const entry: PageRemote['menu'][number] = {
  place: 'workspace',
  order: 15,
  icon: 'reports',
  path: TIDES,
  label: { en: 'Tides', de: 'Gezeiten' },
  permission: 'sources:edit',
  attention: { request: 'organizations/:organizationId/tides/attention', events: 'tides' },
};

/**
 * Returns remotes that this shell was not built with. The newer one declares things that only a later shell
 * knows.
 */
function withNewcomers(): Partial<PageBlock> {
  const { remotes } = pageBlock();
  const some = remotes['mf-data']!;
  const tides = { ...some, areas: [{ group: 'workspace' as const, mount: TIDES, paths: [TIDES] }] };
  const newer = {
    areas: [
      { group: 'workspace', mount: '/w/:organizationId/moons', paths: ['/w/:organizationId/moons'] },
      { group: 'embedded', mount: '/tiles', paths: ['/tiles'] },
    ],
    menu: [
      { ...entry, order: 30, icon: 'moon', path: '/w/:organizationId/moons', label: { en: 'Moons' } },
      { ...entry, path: '/w/:organizationId/moons', permission: 'moons:read' },
      { ...entry, path: '/tiles', permission: 'data:read' },
      { ...entry, path: '/w/:organizationId/nowhere' },
      { ...entry, place: 'home' },
    ],
  };
  const entries = { 'mf-tides': { ...tides, menu: [entry] }, 'mf-newer': { ...some, ...newer } };
  return { remotes: { ...remotes, ...(entries as Record<string, PageRemote>) } };
}

beforeAll(() => writePageBlock(withNewcomers()));
beforeEach(() => {
  runEntries();
  runEntry('mf-tides', [{ index: true, Component: () => <h1>Ebb and flow</h1> }]);
});
afterEach(() => forgetEntries());

const links = (name = 'Workspace') =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('an area that the shell was not built with is in the menu at its position and can be opened', async () => {
  const { heading, user } = await startShell('/w/org_finch/data');
  await heading('Data');
  expect(links()).toEqual(['Source connections', 'Tides', 'Data', 'Moons']);
  await user.click(screen.getByRole('link', { name: 'Tides' }));
  expect(await heading('Ebb and flow')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Tides' })).toHaveAttribute('aria-current', 'page');
});

test('its label follows the language, or is English if the remote has none', async () => {
  const { heading } = await startShell('/w/org_finch/data');
  await heading('Data');
  await act(() => setLanguage('de'));
  expect(links('Arbeitsbereich')).toEqual(['Datenquellen', 'Gezeiten', 'Daten', 'Moons']);
});

test('says how many things behind it need someone, once that is known, and nothing if none does', async () => {
  const COUNT = 'GET organizations/:organizationId/tides/attention';
  const counted = (count: number) => documentOf('attention', 'org_finch', { count });
  const { heading } = await startShell('/w/org_finch/data', { ...sessionOf({}), [COUNT]: counted(2) });
  await heading('Data');
  const link = await screen.findByRole('link', { name: /Tides.*2 need you/ });
  expect(link).toHaveAttribute('href', '/w/org_finch/tides');
  expect(screen.getByRole('link', { name: 'Data' })).not.toHaveTextContent(/need/);
});

test('users whose role lacks the permission don’t see it', async () => {
  const { heading } = await startShell('/w/org_kestrel/data');
  await heading('Data');
  expect(links()).toEqual(['Source connections', 'Data']);
});

test('an area for a layout that this shell doesn’t have is not found and breaks nothing', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { heading, router } = await startShell('/tiles');
  expect(await heading('Page not found')).toBeVisible();
  await act(() => router.navigate('/w/org_finch/tides'));
  expect(await heading('Ebb and flow')).toBeVisible();
  errors.mockRestore();
});
