import { fakeApi, type FakeResponse } from '@headwater/shared/testing';
import { noteRequests } from '../testing/file-requests.ts';
import { whyFailed } from './why-failed.ts';

const FILE = '/r/mf-data/1.2.3-abc/table.0f.js?r=1';
const HEAD = 'HEAD /r/mf-data/1.2.3-abc/table.0f.js';
const head = (status: number, headers: Record<string, string> = {}): FakeResponse => ({ status, headers });

afterEach(() => noteRequests({}));

test.each([
  [404, { kind: 'http', httpStatus: 404 }],
  [500, { kind: 'http', httpStatus: 500 }],
  [410, { kind: 'gone', httpStatus: 410 }],
])('status %i is known without another request', async (responseStatus, expected) => {
  noteRequests({ [FILE]: { responseStatus } });
  const { calls } = fakeApi();
  expect(await whyFailed(FILE)).toEqual(expected);
  expect(calls).toEqual([]);
});

test.each([
  ['an error', head(503), { kind: 'http', httpStatus: 503 }],
  ['gone', head(410), { kind: 'gone', httpStatus: 410 }],
  ['gone behind another status', head(404, { 'x-delivery': 'gone' }), { kind: 'gone', httpStatus: 404 }],
  ['nothing wrong', head(200), { kind: 'integrity', httpStatus: 200 }],
])('one request finds the status if the browser has recorded none: %s', async (_, response, expected) => {
  const { calls } = fakeApi({ [HEAD]: response });
  expect(await whyFailed(FILE)).toEqual(expected);
  expect(calls).toHaveLength(1);
});

test('without a response, the failure is a network failure', async () => {
  fakeApi();
  expect(await whyFailed(FILE)).toEqual({ kind: 'network' });
});

test.each([
  ['refused complete responses are integrity failures', 20_000, { kind: 'integrity', httpStatus: 200 }],
  ['interrupted connections are network failures', 5_000, { kind: 'network' }],
  ['connections interrupted before the first byte are network failures', 0, { kind: 'network' }],
])('%s', async (_, encodedBodySize, expected) => {
  noteRequests({ [FILE]: { responseStatus: 200, encodedBodySize } });
  fakeApi({ [HEAD]: head(200, { 'content-length': '20000' }) });
  expect(await whyFailed(FILE)).toEqual(expected);
});

test('nothing is requested while offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { calls } = fakeApi({ [HEAD]: head(200) });
  expect(await whyFailed(FILE)).toEqual({ kind: 'network' });
  expect(calls).toEqual([]);
  jest.restoreAllMocks();
});
