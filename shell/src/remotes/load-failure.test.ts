import { loadFailureOf, RemoteLoadError } from './load-failure.ts';

const chunkError = (request: string, type: string) =>
  Object.assign(new Error('Loading chunk 715 failed.'), { name: 'ChunkLoadError', request, type });

test.each([
  ['error', 'network'],
  ['timeout', 'timeout'],
  ['missing', 'missing'],
])('knows a chunk of a build by its address (%s)', (type, kind) => {
  const address = 'https://bi.example/r/mf-data/1.0.0-abc/table.0f.js';
  expect(loadFailureOf(chunkError(address, type))).toEqual({
    remote: 'mf-data',
    version: '1.0.0-abc',
    kind,
    address,
  });
});

test('finds it behind other errors', () => {
  const cause = new RemoteLoadError({
    remote: 'mf-data',
    version: '1',
    kind: 'expose',
    address: '/r/mf-data/1/x.js',
  });
  expect(loadFailureOf(new Error('The page failed', { cause }))).toBe(cause.failure);
});

test('other errors are no failed load', () => {
  expect(loadFailureOf(new TypeError('x is undefined'))).toBeUndefined();
  expect(loadFailureOf({ status: 404, statusText: 'Not Found' })).toBeUndefined();
  expect(loadFailureOf(undefined)).toBeUndefined();
});
