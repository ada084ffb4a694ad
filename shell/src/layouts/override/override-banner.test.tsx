import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { setLanguage } from '@headwater/shared/messages';
import { errorsOf, noContent } from '@headwater/shared/testing';
import { browser } from '../../remotes/reload-once.ts';
import { writePageBlock } from '../../testing/page-block.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../../testing/start-shell.tsx';

const EXPIRES = '2026-11-22T08:04:00.000Z';
let open: jest.SpyInstance;
beforeAll(() =>
  writePageBlock({
    override: {
      set: ['mf-data@1.2.4-ccc', 'mf-auth@2.0.0-ddd'],
      expires: EXPIRES,
      ignored: ['mf-sources@1.0.0-eee'],
    },
  }),
);
beforeEach(() => {
  runEntries();
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  forgetEntries();
});

const banner = () => screen.findByRole('region', { name: 'Version override' });
const inZone = { ...sessionOf({ timeZone: 'Europe/Berlin' }) };

test.each([
  ['/login', sessionOf(null)],
  ['/w/org_finch/data', inZone],
  ['/nothing', inZone],
])(
  'every screen shows which versions are overridden, until when, and which are ignored (%s)',
  async (at, api) => {
    await startShell(at, api);
    const text = (await banner()).textContent;
    expect(text).toContain('This browser is using mf-data@1.2.4-ccc, mf-auth@2.0.0-ddd until Nov 22, 2026, ');
    expect(text).toContain('so the current version is used: mf-sources@1.0.0-eee.');
  },
);

test('the banner uses the language and time zone of the visitor', async () => {
  await startShell('/w/org_finch/data', inZone);
  expect(await banner()).toHaveTextContent('until Nov 22, 2026, 09:04');
  await act(() => setLanguage('de'));
  const german = await screen.findByRole('region', { name: 'Versions-Override' });
  expect(german).toHaveTextContent('bis 22.11.2026, 09:04.');
});

const press = async (api: Parameters<typeof startShell>[1]) => {
  const shell = await startShell('/w/org_finch/data', { ...inZone, ...api });
  await shell.user.click(within(await banner()).getByRole('button', { name: 'Clear' }));
  return shell;
};

test('Clear clears the override on the server, then reloads the page', async () => {
  const { api } = await press({ 'DELETE /delivery/override': noContent });
  await waitFor(() => expect(open).toHaveBeenCalledWith(location.href));
  expect(api.callsTo('DELETE /delivery/override')).toHaveLength(1);
});

test('if clearing fails, an error is shown and the banner stays', async () => {
  await press({ 'DELETE /delivery/override': errorsOf(503, []) });
  expect(await screen.findByText(/couldn't be cleared/)).toBeVisible();
  expect(open).not.toHaveBeenCalled();
  expect(within(await banner()).getByRole('button', { name: 'Clear' })).toBeEnabled();
});
