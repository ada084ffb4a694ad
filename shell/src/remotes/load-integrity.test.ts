import { fakeApi, type FakeResponse } from '@headwater/shared/testing';
import { noteRequests } from '../testing/file-requests.ts';
import { NO_HASH, pageBlock, writePageBlock } from '../testing/page-block.ts';
import { loadFailureOf } from './load-failure.ts';
import { loadIntegrity } from './load-integrity.ts';

const SECOND = 1_000;
const LIST = '/r/mf-data/1.2.3-abc/integrity.json';
const HASH = `sha384-${'1'.repeat(64)}`;
const record = { ...pageBlock().remotes['mf-data']!, integrity: { url: LIST, sri: HASH } };
const hashes = { 'remoteEntry.js': NO_HASH, 'table.0f.js': HASH };

const addIntegrity = jest.fn();
beforeAll(() => {
  writePageBlock();
  Object.assign(window, { __HEADWATER__: { requests: {}, addIntegrity } });
});
beforeEach(() => {
  addIntegrity.mockClear();
  jest.useFakeTimers();
  noteRequests({});
});
afterEach(() => jest.useRealTimers());

/** Returns the outcome after all timeouts. */
async function load() {
  const outcome = loadIntegrity('mf-data', record).then(() => 'loaded', loadFailureOf);
  await jest.advanceTimersByTimeAsync(20 * SECOND);
  return outcome;
}
const list = (body: unknown): FakeResponse => ({ status: 200, body });

test('the hashes are added from a list that is verified by its own hash', async () => {
  fakeApi({ [`GET ${LIST}`]: list(hashes) });
  const fetchList = jest.spyOn(globalThis, 'fetch');
  expect(await load()).toBe('loaded');
  expect(fetchList).toHaveBeenCalledWith(LIST, expect.objectContaining({ integrity: HASH }));
  expect(addIntegrity.mock.calls).toEqual([['/r/mf-data/1.2.3-abc/', hashes]]);
});

test('nothing is requested if the page has the hashes', async () => {
  const { calls } = fakeApi();
  await loadIntegrity('mf-auth', pageBlock().remotes['mf-auth']!);
  expect(calls).toEqual([]);
});

test('a list that fails to load is requested once more with another URL', async () => {
  const api = fakeApi();
  api.on({ [`GET ${LIST}`]: ({ query }) => (query.has('r') ? list(hashes) : broken()) });
  expect(await load()).toBe('loaded');
  expect(api.callsTo(`GET ${LIST}`)).toHaveLength(2);
});

const broken = (): never => {
  throw new TypeError('Failed to fetch');
};
const refused = { [`GET ${LIST}`]: broken };

test.each([
  ['network', {}, undefined],
  ['http', { [`HEAD ${LIST}`]: { status: 500 } }, 500],
  ['gone', { [`HEAD ${LIST}`]: { status: 410 } }, 410],
  ['integrity', { [`HEAD ${LIST}`]: { status: 200 } }, 200],
  ['integrity', { [`GET ${LIST}`]: list({ 'table.0f.js': 'md5-nope' }) }, undefined],
  ['integrity', { [`GET ${LIST}`]: list({ '/r/shell/1/main.js': NO_HASH }) }, undefined],
  ['integrity', { [`GET ${LIST}`]: list([]) }, undefined],
])(
  'a remote without a valid list of hashes is not loaded, and the failure is %s',
  async (kind, responses, httpStatus) => {
    fakeApi({ ...refused, ...responses } as Parameters<typeof fakeApi>[0]);
    expect(await load()).toMatchObject({ remote: 'mf-data', version: '1.2.3-abc', kind });
    expect(((await load()) as { httpStatus?: number }).httpStatus).toBe(httpStatus);
    expect(addIntegrity).not.toHaveBeenCalled();
  },
);

test('each of the two attempts times out after eight seconds', async () => {
  globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init!.signal!.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  expect(await load()).toMatchObject({
    kind: 'timeout',
    address: expect.stringMatching(/integrity\.json\?r=1\.\w+$/),
  });
});
