import { act, screen, waitFor } from '@testing-library/react';
import { setLanguage, setTimeZone, useFormat } from '@headwater/shared/messages';
import { clearSession, storeSession } from '@headwater/shared/session';
import { forgetEntries, runEntry } from '../testing/remote-entries.ts';
import { MARA, runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { profileOf } from '../testing/profile.ts';

const Moment = () => <h1>{useFormat().dateTime('2026-01-02T12:00:00Z')}</h1>;
beforeEach(() => {
  runEntries();
  runEntry('mf-data', [{ index: true, Component: Moment }]);
});
afterEach(async () => {
  forgetEntries();
  act(() => setTimeZone(null));
  await act(() => setLanguage('en'));
});

const CHOICES = { language: 'de', theme: 'dark', timeZone: 'Asia/Kathmandu' } as const;
const theme = () => document.documentElement.dataset.theme;
const inGerman = () => screen.findByRole('navigation', { name: 'Arbeitsbereich' });

test("the profile's choices override the browser's, which remembers them for its next page", async () => {
  const { heading } = await startShell('/w/org_finch/data', sessionOf(CHOICES));
  expect(await inGerman()).toBeVisible();
  expect(await heading('02.01.2026, 17:45')).toBeVisible();
  expect(theme()).toBe('dark');
  expect(document.cookie).toContain('hw-lang=de');
  expect(localStorage.getItem('hw-theme')).toBe('dark');
});

test("the browser's own choices apply if the profile has none", async () => {
  await act(() => setLanguage('de'));
  const { heading } = await startShell('/login', sessionOf(null));
  await heading('Log in');
  await act(async () => storeSession({ id: 'ses_new', type: 'sessions', ...MARA }));
  expect(document.cookie).toContain('hw-lang=en'); // what startShell chose
  expect(theme()).toBe('light');
});

test('the choices are applied when someone signs in on the page, even after someone else has signed out', async () => {
  const { heading } = await startShell('/w/org_finch/data', sessionOf({ theme: 'dark' }));
  await heading(/2026/);
  expect(theme()).toBe('dark');
  await act(async () => clearSession());
  await act(async () => storeSession({ id: 'ses_2', type: 'sessions', ...MARA, theme: 'light' }));
  expect(theme()).toBe('light');
});

test('choices in the menu and by the toggle are saved in the profile and stay', async () => {
  const { user, api } = await startShell('/w/org_finch/data', {
    ...sessionOf({ theme: 'dark' }),
    'PATCH profile': profileOf(),
  });
  await user.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
  await user.click(screen.getByRole('button', { name: /Mara/ }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }));
  await inGerman();
  const edits = () => api.callsTo('PATCH profile').map(({ body }) => body!.data.attributes);
  await waitFor(() => expect(edits()).toEqual([{ theme: 'light' }, { language: 'de' }]));
  expect(theme()).toBe('light');
});

test('choices of anonymous visitors apply only to this browser', async () => {
  const { user, api, heading } = await startShell('/login', sessionOf(null));
  await heading('Log in');
  await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
  expect(theme()).toBe('dark');
  expect(api.calls.map(({ path }) => path)).toEqual(['sessions']);
});
