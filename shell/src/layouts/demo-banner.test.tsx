import { act, screen } from '@testing-library/react';
import { forgetEntries } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

beforeEach(() => {
  runEntries();
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-03-01T10:00:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
  forgetEntries();
});

const startDemo = (demoEndsAt: string | null) => startShell('/w/org_finch/data', sessionOf({ demoEndsAt }));
/** Passes time in steps, as each figure sets the timer for the next. */
async function pass(minutes: number) {
  for (let passed = 0; passed < minutes; passed += 1) {
    await act(async () => jest.advanceTimersByTime(60_000));
  }
}
const banner = (text: string) => screen.findByText(text);

test('the banner shows the remaining minutes and is announced only at the end', async () => {
  await startDemo('2026-03-01T11:57:30Z');
  expect(await banner("You're in the demo. It ends in 1 h 58 min.")).toBeVisible();
  await pass(1);
  expect(await banner("You're in the demo. It ends in 1 h 57 min.")).toBeVisible();
  await pass(58);
  expect(await banner("You're in the demo. It ends in 59 min.")).toBeVisible();
  const spoken = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  expect(spoken()).toBe('');
  await pass(59);
  expect(spoken()).toBe('The demo has ended. Sign up to continue with your own account.');
  expect(screen.queryByText(/You're in the demo/)).not.toBeInTheDocument();
});

test('the banner leads to the sign-up page, which is open to demo accounts', async () => {
  const { heading, user, address } = await startDemo('2026-03-01T12:00:00Z');
  await user.click(await screen.findByRole('link', { name: 'Sign up' }));
  expect(await heading('Sign up')).toBeVisible();
  expect(address()).toBe('/signup');
});

test('permanent accounts have no banner', async () => {
  const { heading } = await startDemo(null);
  await heading('Data');
  expect(screen.queryByRole('link', { name: 'Sign up' })).not.toBeInTheDocument();
});
