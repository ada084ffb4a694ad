import { attemptOf, loadFailureOf, mayComeYet, RemoteLoadError, type LoadFailure } from './load-failure.ts';

const chunkError = (request: string, type: string) =>
  Object.assign(new Error('Loading chunk 715 failed.'), { name: 'ChunkLoadError', request, type });
const failure = (change: Partial<LoadFailure>): LoadFailure => ({
  remote: 'mf-data',
  version: '1',
  kind: 'network',
  address: '/r/mf-data/1/x.js',
  ...change,
});

test.each([
  ['error', 'network'],
  ['timeout', 'timeout'],
  ['missing', 'missing'],
])('a chunk error names the build by the URL of the chunk (%s)', (type, kind) => {
  const address = 'https://bi.example/r/mf-data/1.0.0-abc/table.0f.js';
  expect(loadFailureOf(chunkError(address, type))).toEqual({
    remote: 'mf-data',
    version: '1.0.0-abc',
    kind,
    address,
  });
});

test('a load failure is found as the cause of other errors', () => {
  const cause = new RemoteLoadError(failure({ kind: 'expose' }));
  expect(loadFailureOf(new Error('The page failed', { cause }))).toBe(cause.failure);
});

test('other errors are not load failures', () => {
  expect(loadFailureOf(new TypeError('x is undefined'))).toBeUndefined();
  expect(loadFailureOf({ status: 404, statusText: 'Not Found' })).toBeUndefined();
  expect(loadFailureOf(undefined)).toBeUndefined();
});

test('the error message says what failed in terms that logs can be searched for', () => {
  const words = (change: Partial<LoadFailure>) => new RemoteLoadError(failure(change)).message;
  expect(words({})).toBe('mf-data@1: network, /r/mf-data/1/x.js');
  expect(words({ kind: 'http', httpStatus: 502 })).toBe('mf-data@1: http 502, /r/mf-data/1/x.js');
});

test.each<[Partial<LoadFailure>, boolean]>([
  [{ kind: 'network' }, true],
  [{ kind: 'timeout' }, true],
  [{ kind: 'missing' }, true],
  [{ kind: 'integrity', httpStatus: 200 }, true],
  [{ kind: 'http', httpStatus: 502 }, true],
  [{ kind: 'http', httpStatus: 404 }, false],
  [{ kind: 'gone', httpStatus: 410 }, false],
  [{ kind: 'evaluation' }, false],
  [{ kind: 'share' }, false],
  [{ kind: 'expose' }, false],
])('%j can be retried: %j', (change, expected) => expect(mayComeYet(failure(change))).toBe(expected));

test('attempts are counted by the URL', () => {
  expect(attemptOf(failure({}))).toBe(1);
  expect(attemptOf(failure({ address: 'https://bi.example/r/mf-data/1/x.js?r=2.mhq1x0' }))).toBe(3);
});
