import { cleanup, screen, waitFor } from '@testing-library/react';
import { browser } from '../remotes/reload-once.ts';
import { profileOf } from '../testing/profile.ts';
import { forgetEntries } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { messages } from './messages.ts';

const gone = () =>
  Object.assign(new Error('Loading chunk profile failed.'), {
    name: 'ChunkLoadError',
    type: 'error',
    request: 'https://bi.example/r/shell/1.0.0-def/profile.0f.js',
  });

let open: jest.SpyInstance;
let load: jest.SpyInstance;
beforeEach(() => {
  runEntries();
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  load = jest.spyOn(messages, 'load');
  jest.spyOn(console, 'error').mockImplementation(() => {}); // reports are logged here
});
afterEach(() => {
  jest.restoreAllMocks();
  forgetEntries();
});

const start = (at: string) => startShell(at, { ...sessionOf({}), 'GET profile': profileOf() });

test('a drawer that cannot be loaded reloads the page once with the drawer open, then shows an error and can be remembered again', async () => {
  load.mockRejectedValueOnce(gone()).mockRejectedValueOnce(gone());
  await start('/w/org_finch/data?profile=general');
  await waitFor(() => expect(open).toHaveBeenCalledWith(location.href));
  expect(location.search).toBe('?profile=general');

  const remembered = { ...sessionStorage };
  cleanup();
  load.mockRejectedValueOnce(gone()).mockRejectedValueOnce(gone());
  const { user, address } = await start('/w/org_finch/source-connections');
  Object.assign(sessionStorage, remembered); // as the reloaded page finds it
  await user.click(await screen.findByRole('button', { name: /Mara/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
  expect(await screen.findByText(/^Your profile couldn't be loaded/)).toBeVisible();
  await waitFor(() => expect(address()).toBe('/w/org_finch/source-connections'));
  expect(open).toHaveBeenCalledTimes(1);

  await user.click(screen.getByRole('button', { name: /Mara/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
  expect(await screen.findByRole('dialog', { name: 'Your profile' })).toBeVisible();
});
