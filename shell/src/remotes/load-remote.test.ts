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
  fakeApi(); // a network without any response
  noteRequests({});
});
afterEach(() => {
  jest.useRealTimers();
  forgetEntries();
});

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Returns the script tags that are loading. */
const tags = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
const urls = () => tags().map((tag) => untimed(tag.getAttribute('src')));
/** Completes or fails the one script that is loading. */
async function respond(event: 'load' | 'error') {
  expect(tags()).toHaveLength(1);
  tags()[0]!.dispatchEvent(new Event(event));
  await wait(0);
}
/** Starts to load a remote. Returns an object that receives the outcome. */
async function begin(name: string) {
  const outcome: { routes?: unknown; kind?: string } = {};
  loadRemote(name).then(
    (found) => Object.assign(outcome, { routes: found }),
    (error) => Object.assign(outcome, { kind: loadFailureOf(error)?.kind }),
  );
  await wait(0);
  return outcome;
}

test('the loader runs the entry with its hash and returns its routes, and a second call requests nothing', async () => {
  const outcome = await begin('mf-auth');
  expect(urls()).toEqual(['/r/mf-auth/1.2.3-abc/remoteEntry.js']);
  expect(tags()[0]).toMatchObject({ crossOrigin: 'anonymous', integrity: expect.stringMatching(/^sha384-/) });
  runEntry('mf-auth', routes);
  await respond('load');
  expect(outcome).toEqual({ routes });

  expect(await begin('mf-auth')).toEqual({ routes });
  expect(tags()).toEqual([]);
});

test('an entry that the page has run is used', async () => {
  runEntry('mf-workspace', routes);
  expect(await begin('mf-workspace')).toEqual({ routes });
});

test('a failed load is tried once more with another URL, and the next call starts over', async () => {
  const outcome = await begin('mf-data');
  await respond('error');
  await wait(SECOND);
  expect(urls()).toEqual(['/r/mf-data/1.2.3-abc/remoteEntry.js?r=1']);
  await respond('error');
  expect(outcome).toEqual({ kind: 'network' });

  const again = await begin('mf-data');
  runEntry('mf-data', routes);
  await respond('load');
  expect(again).toEqual({ routes });
});

test('retries at different times have different URLs, as the earlier one may hang or be cached as broken', async () => {
  const seconds: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await begin('mf-data');
    await respond('error');
    await wait(SECOND);
    seconds.push(tags()[0]!.src);
    await respond('error');
  }
  expect(new Set(seconds).size).toBe(2);
});

test('a script of the page that hangs is requested with another URL, and other remotes don’t wait for it', async () => {
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
    expect(urls()).toEqual([
      '/r/mf-sources/1.2.3-abc/remoteEntry.js',
      '/r/mf-data/1.2.3-abc/remoteEntry.js?r=1',
    ]);
  });
  Reflect.deleteProperty(document, 'readyState');
  for (const tag of tags()) tag.remove();
});

test('each of the two attempts times out after eight seconds', async () => {
  const outcome = await begin('mf-sources');
  await wait(7.9 * SECOND);
  expect(urls()).toEqual(['/r/mf-sources/1.2.3-abc/remoteEntry.js']);
  await wait(SECOND);
  expect(urls()).toEqual(['/r/mf-sources/1.2.3-abc/remoteEntry.js?r=1']);
  await wait(8 * SECOND);
  expect(outcome).toEqual({ kind: 'timeout' });
  expect(tags()).toEqual([]);
});

test('a script that runs but defines no remote is requested again', async () => {
  const outcome = await begin('mf-superuser');
  await respond('load');
  await wait(SECOND);
  await respond('load');
  expect(outcome).toEqual({ kind: 'missing' });
});

test('an entry that throws is not requested again, as it would throw again', async () => {
  const outcome = await begin('mf-superuser');
  window.dispatchEvent(new ErrorEvent('error', { filename: tags()[0]!.src, error: new Error('boom') }));
  await respond('load');
  expect(outcome).toEqual({ kind: 'evaluation' });
  expect(tags()).toEqual([]);
});

const ENTRY = '/r/mf-superuser/1.2.3-abc/remoteEntry.js';

test('a version that is gone is not requested again', async () => {
  noteRequests({ [ENTRY]: { responseStatus: 410 } });
  const outcome = await begin('mf-superuser');
  await respond('error');
  await wait(SECOND);
  expect(outcome).toEqual({ kind: 'gone' });
  expect(tags()).toEqual([]);
});

test('the failure of the second attempt is reported', async () => {
  noteRequests({ [ENTRY]: { responseStatus: 503 }, [`${ENTRY}?r=1`]: { responseStatus: 404 } });
  const outcome = await begin('mf-superuser');
  await respond('error');
  await wait(SECOND);
  await respond('error');
  expect(outcome).toEqual({ kind: 'http' });
});

test('bytes that the browser refuses are an integrity failure', async () => {
  const all = { responseStatus: 200, encodedBodySize: 4_000 };
  noteRequests({ [ENTRY]: all, [`${ENTRY}?r=1`]: all });
  fakeApi({ [`HEAD ${ENTRY}`]: { status: 200, headers: { 'content-length': '4000' } } });
  const outcome = await begin('mf-superuser');
  await respond('error');
  await wait(SECOND);
  await respond('error');
  expect(outcome).toEqual({ kind: 'integrity' });
});

test('a remote that needs another version of a shared module is a share failure', async () => {
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
  ['without routes', () => ({}), 'expose'],
  ['whose code throws', () => thrown(new TypeError('x is undefined')), 'evaluation'],
  ['that needs a missing shared module', () => thrown(new Error('Loading failed: #RUNTIME-012')), 'share'],
])('a remote %s fails with its kind of failure', async (_, run, kind) => {
  Object.assign(window, { mf_superuser: { init: () => {}, get: async () => run } });
  expect(await begin('mf-superuser')).toEqual({ kind });
});

const thrown = (error: Error): never => {
  throw error;
};

test('a remote that rejects the shared modules is a share failure', async () => {
  Object.assign(window, { mf_superuser: { init: () => thrown(new Error('unfit')), get: async () => {} } });
  expect(await begin('mf-superuser')).toEqual({ kind: 'share' });
});

test('a chunk of the exposed module is requested once more', async () => {
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
