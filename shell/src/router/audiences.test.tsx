import { act } from '@testing-library/react';
import type { Area, PageBlock, PageRemote } from '@headwater/shared/contract';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import { forgetEntries, runEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

const area = (group: Area['group'], audience: unknown, path: string) =>
  ({ group, audience, mount: path, paths: [path] }) as Area;

/** Declares a remote that this shell was not built with, whose areas declare who they are for. */
function withNewcomer(): Partial<PageBlock> {
  const { remotes } = pageBlock();
  const areas = [
    area('standalone', 'everyone', '/imprint'),
    area('standalone', 'signed-out', '/welcome'),
    area('public', 'signed-in', '/survey'),
    area('public', 'without-account', '/prices'),
    area('public', 'subscribers', '/beta'), // from a later shell
    area('public', undefined, '/anything'),
  ];
  const newcomer: PageRemote = { ...remotes['mf-data']!, areas, menu: [] };
  return { remotes: { ...remotes, 'mf-pages': newcomer } };
}

beforeAll(() => writePageBlock(withNewcomer()));
beforeEach(() => {
  runEntries();
  runEntry('mf-pages', [{ index: true, Component: () => <h1>A page of its own</h1> }]);
});
afterEach(() => forgetEntries());

const PAGE = 'A page of its own';
const HOME = 'Source connections';
const anonymous = sessionOf(null);
const signedIn = sessionOf({});
const inDemo = sessionOf({ demoEndsAt: '2026-11-21T14:00:00.000Z' });

test.each([
  ['/imprint', 'signed out', anonymous, PAGE],
  ['/imprint', 'signed in', signedIn, PAGE],
  ['/welcome', 'signed out', anonymous, PAGE],
  ['/welcome', 'signed in', signedIn, HOME],
  ['/welcome', 'in the demo', inDemo, HOME],
  ['/survey', 'signed out', anonymous, 'Log in'],
  ['/survey', 'signed in', signedIn, PAGE],
  ['/prices', 'signed out', anonymous, PAGE],
  ['/prices', 'signed in', signedIn, HOME],
  ['/prices', 'in the demo', inDemo, PAGE],
  ['/beta', 'signed in', signedIn, 'Page not found'],
  ['/anything', 'signed in', signedIn, 'Page not found'],
])(
  '%s of a remote that the shell was not built with shows the right page to a visitor who is %s',
  async (path, _, session, words) => {
    const { heading } = await startShell(path, session);
    expect(await heading(words)).toBeVisible();
  },
);

test('logging in leads to the page that required it', async () => {
  const { address, heading, router } = await startShell('/survey?week=7', anonymous);
  await heading('Log in');
  expect(address()).toBe('/login?next=%2Fsurvey%3Fweek%3D7');
  await act(() => router.navigate('/imprint'));
  expect(await heading(PAGE)).toBeVisible();
});
