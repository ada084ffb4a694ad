import { fakeApi, noContent, type FakeApi } from '@headwater/shared/testing';
import { writePageBlock } from '../testing/page-block.ts';

const REPORTS = 'POST /delivery/reports';
let api: FakeApi;
let report: typeof import('./report.ts').report;
let ApiError: typeof import('@headwater/shared/api').ApiError;
let NetworkError: typeof import('@headwater/shared/api').NetworkError;

beforeAll(() => writePageBlock());
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  api = fakeApi({ [REPORTS]: noContent });
  // as in a new document
  await jest.isolateModulesAsync(async () => {
    ({ report } = await import('./report.ts'));
    ({ ApiError, NetworkError } = await import('@headwater/shared/api'));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(navigator, { sendBeacon: undefined });
});

const sent = () => api.callsTo(REPORTS).map(({ body }) => body as unknown as Record<string, unknown>);

test('a report is sent to delivery with the ID that the error page shows', () => {
  const id = report(new Error(`${'long '.repeat(100)}`), { phase: 'uncaught' });
  expect(sent()).toEqual([expect.objectContaining({ id, page: '5eaf00d05eaf00d0', kind: 'uncaught' })]);
  expect(sent()[0]!.message).toHaveLength(200);
});

test('a report is sent by a beacon if possible, because it outlives the page', async () => {
  const beacons: [string, Blob][] = [];
  Object.assign(navigator, { sendBeacon: (...beacon: [string, Blob]) => beacons.push(beacon) > 0 });
  report(new Error('boom'), { phase: 'uncaught' });
  expect(beacons).toHaveLength(1);
  expect(beacons[0]![0]).toBe('/delivery/reports');
  expect(beacons[0]![1].type).toBe('application/json');
  expect(sent()).toEqual([]);
});

test('a report is sent by a request if the browser refuses the beacon', () => {
  Object.assign(navigator, { sendBeacon: () => false });
  report(new Error('boom'), { phase: 'uncaught' });
  expect(sent()).toHaveLength(1);
});

test('a similar error gets the same ID and is not sent again', () => {
  const ids = [1, 2, 3].map(() => report(new Error('boom'), { phase: 'uncaught' }));
  expect(new Set(ids).size).toBe(1);
  expect(console.error).toHaveBeenCalledTimes(3);
  expect(sent()).toHaveLength(1);
});

test('a page sends at most ten reports', () => {
  for (let count = 1; count <= 20; count += 1) report(new Error(`boom ${count}`), { phase: 'uncaught' });
  expect(sent()).toHaveLength(10);
});

test.each([
  [422, 0],
  [500, 1],
  [502, 0],
  [503, 0],
  [504, 0],
])('a response %i of the API is sent %i times', (status, times) => {
  report(new ApiError(status, undefined, new Headers()), { phase: 'call', path: 'profile' });
  expect(sent()).toHaveLength(times);
});

test('a page that got no response from the API is not reported as one that fails', () => {
  report(new NetworkError('No response to GET profile'), { phase: 'navigation' });
  expect(sent()).toEqual([]);
});

test('there is an ID even if nothing can be sent', () => {
  globalThis.fetch = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(report(new Error('boom'), { phase: 'uncaught' })).toMatch(/^[0-9a-f]{12}$/);
});
