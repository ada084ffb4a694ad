import { act, screen } from '@testing-library/react';
import { setLanguage } from '@headwater/shared/messages';
import { forgetEntries } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(async () => {
  await network('online');
  forgetEntries();
});

const network = (state: 'online' | 'offline') => act(async () => void window.dispatchEvent(new Event(state)));

test.each([
  ['/login', sessionOf(null)],
  ['/confirm-email', sessionOf(null)],
  ['/w/org_finch/data', sessionOf({})],
  ['/superuser/users', sessionOf({ isSuperuser: true })],
])('%s shows a banner while there is no network', async (at, api) => {
  await startShell(at, api);
  await screen.findByRole('heading', { level: 1 });
  const words = /^You're offline\. What you see may be out of date\.$/;
  expect(screen.queryByText(words)).not.toBeInTheDocument();
  await network('offline');
  expect(screen.getByText(words).closest('[role=status]')).toBeVisible();
  await act(() => setLanguage('de'));
  expect(screen.getByText(/^Sie sind offline\./)).toBeVisible();
  await network('online');
  expect(screen.queryByText(/^Sie sind offline/)).not.toBeInTheDocument();
});
