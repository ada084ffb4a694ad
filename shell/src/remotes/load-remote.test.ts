import { forgetEntries, runEntry, runFailingEntry, startFederation } from '../testing/remote-entries.ts';
import { fakeApi } from '@headwater/shared/testing';
import { noteRequests, untimed } from '../testing/file-requests.ts';
import { writePageBlock } from '../testing/page-block.ts';
import { loadFailureOf } from './load-failure.ts';
import { createRemoteLoader, type LoadRemote } from './load-remote.ts';

const SECOND = 1_000;
let loadRemote: LoadRemote;
const routes = [{ path: 'login' }];

beforeAll(() => {
  writePageBlock();
  startFederation();
});
beforeEach(() => {
  loadRemote = createRemoteLoader();
  jest.useFakeTimers();
  fakeApi(); // a network on which nothing answers
  noteRequests({});
});
afterEach(() => {
  jest.useRealTimers();
  forgetEntries();
});

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** The script tags that are on their way. */
const tags = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
const addresses = () => tags().map((tag) => untimed(tag.getAttribute('src')));
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

test('tries once more at another address, then gives up; the next call begins again', async () => {
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

test('no two tries of different times share an address, under which the first may hang or lie broken', async () => {
  const seconds: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await begin('mf-data');
    await answer('error');
    await wait(SECOND);
    seconds.push(tags()[0]!.src);
    await answer('error');
  }
  expect(new Set(seconds).size).toBe(2);
});

test('a script of the page that hangs is asked for under another address; nobody else waits for it', async () => {
  const hanging = Object.assign(document.createElement('script'), { type: 'application/json' });
  hanging.setAttribute('src', '/r/mf-data/1.2.3-abc/remoteEntry.js');
  Object.defineProperty(document, 'readyState', { value: 'loading', configurable: true });
  await jest.isolateModulesAsync(async () => {
    const { loadContainer } = await import('./load-container.ts');
    const { readPage } = await import('../page.ts');
    document.head.append(hanging);
    for (const name of ['mf-data', 'mf-sources'])
      void loadContainer(name, readPage().remotes[name]!).catch(() => {});
    await wait(9 * SECOND);
    hanging.remove();
    expect(addresses()).toEqual([
      '/r/mf-sources/1.2.3-abc/remoteEntry.js',
      '/r/mf-data/1.2.3-abc/remoteEntry.js?r=1',
    ]);
  });
  Reflect.deleteProperty(document, 'readyState');
  for (const tag of tags()) tag.remove();
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

test('a script that runs and brings no remote is asked for again', async () => {
  const outcome = await begin('mf-superuser');
  await answer('load');
  await wait(SECOND);
  await answer('load');
  expect(outcome).toEqual({ kind: 'missing' });
});

test('an entry that throws is not, as it would throw again', async () => {
  const outcome = await begin('mf-superuser');
  window.dispatchEvent(new ErrorEvent('error', { filename: tags()[0]!.src, error: new Error('boom') }));
  await answer('load');
  expect(outcome).toEqual({ kind: 'evaluation' });
  expect(tags()).toEqual([]);
});

const ENTRY = '/r/mf-superuser/1.2.3-abc/remoteEntry.js';

test('a version that is gone is not asked for again', async () => {
  noteRequests({ [ENTRY]: { responseStatus: 410 } });
  const outcome = await begin('mf-superuser');
  await answer('error');
  await wait(SECOND);
  expect(outcome).toEqual({ kind: 'gone' });
  expect(tags()).toEqual([]);
});

test('what the second try meets is what is said', async () => {
  noteRequests({ [ENTRY]: { responseStatus: 503 }, [`${ENTRY}?r=1`]: { responseStatus: 404 } });
  const outcome = await begin('mf-superuser');
  await answer('error');
  await wait(SECOND);
  await answer('error');
  expect(outcome).toEqual({ kind: 'http' });
});

test('bytes that the browser refuses are named', async () => {
  const all = { responseStatus: 200, encodedBodySize: 4_000 };
  noteRequests({ [ENTRY]: all, [`${ENTRY}?r=1`]: all });
  fakeApi({ [`HEAD ${ENTRY}`]: { status: 200, headers: { 'content-length': '4000' } } });
  const outcome = await begin('mf-superuser');
  await answer('error');
  await wait(SECOND);
  await answer('error');
  expect(outcome).toEqual({ kind: 'integrity' });
});

test('a remote that needs another version of what the shell shares says so', async () => {
  const unfit = 'Version 19.3.1 of shared singleton module react does not satisfy the requirement of ^99.0.0';
  runFailingEntry('mf-superuser', new Error(unfit));
  expect(await begin('mf-superuser')).toEqual({ kind: 'share' });
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

test.each([
  ['that brings no routes', () => ({}), 'expose'],
  ['whose code throws', () => thrown(new TypeError('x is undefined')), 'evaluation'],
  ['that needs what the shell has not', () => thrown(new Error('Loading failed: #RUNTIME-012')), 'share'],
])('a remote %s says so', async (_, run, kind) => {
  Object.assign(window, { mf_superuser: { init: () => {}, get: async () => run } });
  expect(await begin('mf-superuser')).toEqual({ kind });
});

const thrown = (error: Error): never => {
  throw error;
};

test('a remote that cannot take what the shell shares says so', async () => {
  Object.assign(window, { mf_superuser: { init: () => thrown(new Error('unfit')), get: async () => {} } });
  expect(await begin('mf-superuser')).toEqual({ kind: 'share' });
});

test('a chunk behind the exposed module is asked for once more', async () => {
  const lost = Object.assign(new Error('Loading chunk 1 failed.'), {
    name: 'ChunkLoadError',
    type: 'timeout',
    request: 'https://bi.example/r/mf-superuser/1.2.3-abc/routes.0f.js',
  });
  const get = jest.fn(async () => () => ({ routes })).mockRejectedValueOnce(lost);
  Object.assign(window, { mf_superuser: { init: () => {}, get } });
  const outcome = await begin('mf-superuser');
  expect(outcome).toEqual({});
  await wait(SECOND);
  expect(outcome).toEqual({ routes });
});
