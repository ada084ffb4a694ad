import { forgetEntries, runEntry, runFailingEntry, startFederation } from '../testing/remote-entries.ts';
import { writePageBlock } from '../testing/page-block.ts';
import { loadFailureOf } from './load-failure.ts';
import { createRemoteLoader } from './load-remote.ts';

const SECOND = 1_000;
const loadRemote = createRemoteLoader();
const routes = [{ path: 'login' }];

beforeAll(() => {
  writePageBlock();
  startFederation();
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  forgetEntries();
});

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** The script tags that are on their way. */
const tags = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
const addresses = () => tags().map((tag) => tag.getAttribute('src'));
/** The network's word on the one script that is on its way. */
async function answer(event: 'load' | 'error') {
  expect(tags()).toHaveLength(1);
  tags()[0]!.dispatchEvent(new Event(event));
  await wait(0);
}
/** Begins to load; what came of it, once something has. */
async function begin(name: string) {
  const outcome: { routes?: unknown; kind?: string } = {};
  loadRemote(name).then(
    (found) => Object.assign(outcome, { routes: found }),
    (error) => Object.assign(outcome, { kind: loadFailureOf(error)?.kind }),
  );
  await wait(0);
  return outcome;
}

test('runs the entry with its hash and answers its routes; a second call asks nothing', async () => {
  const outcome = await begin('mf-auth');
  expect(addresses()).toEqual(['/r/mf-auth/1.2.3-abc/remoteEntry.js']);
  expect(tags()[0]).toMatchObject({ crossOrigin: 'anonymous', integrity: expect.stringMatching(/^sha384-/) });
  runEntry('mf-auth', routes);
  await answer('load');
  expect(outcome).toEqual({ routes });

  expect(await begin('mf-auth')).toEqual({ routes });
  expect(tags()).toEqual([]);
});

test('takes an entry that the page has run', async () => {
  runEntry('mf-workspace', routes);
  expect(await begin('mf-workspace')).toEqual({ routes });
});

test('tries once more at another address, then gives up; the next call begins anew', async () => {
  const outcome = await begin('mf-data');
  await answer('error');
  await wait(SECOND);
  expect(addresses()).toEqual(['/r/mf-data/1.2.3-abc/remoteEntry.js?r=1']);
  await answer('error');
  expect(outcome).toEqual({ kind: 'network' });

  const again = await begin('mf-data');
  runEntry('mf-data', routes);
  await answer('load');
  expect(again).toEqual({ routes });
});

test('waits eight seconds for each of the two', async () => {
  const outcome = await begin('mf-sources');
  await wait(7.9 * SECOND);
  expect(addresses()).toEqual(['/r/mf-sources/1.2.3-abc/remoteEntry.js']);
  await wait(SECOND);
  expect(addresses()).toEqual(['/r/mf-sources/1.2.3-abc/remoteEntry.js?r=1']);
  await wait(8 * SECOND);
  expect(outcome).toEqual({ kind: 'timeout' });
  expect(tags()).toEqual([]);
});

test('a script that runs and brings no remote is a fault of its own', async () => {
  const outcome = await begin('mf-superuser');
  await answer('load');
  expect(outcome).toEqual({ kind: 'evaluation' });
});

test('a remote whose routes fail can be tried again', async () => {
  runFailingEntry('mf-superuser', new Error('Loading chunk 1 failed.'));
  expect(await begin('mf-superuser')).toEqual({ kind: 'expose' });
  runEntry('mf-superuser', routes);
  expect(await begin('mf-superuser')).toEqual({ routes });
});

test('a remote that the page does not name is missing', async () => {
  expect(await begin('mf-nothing')).toEqual({ kind: 'missing' });
});
