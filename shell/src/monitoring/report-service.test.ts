import { writePageBlock } from '../testing/page-block.ts';
import { ApiError } from '@headwater/shared/api';
import { report, setUpReporting } from './report.ts';

const sent: { url: string; body: string }[] = [];

beforeAll(() => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] });
  jest.spyOn(console, 'error').mockImplementation(() => {});
  Object.assign(performance, { getEntriesByType: () => [] });
  Object.assign(navigator, { sendBeacon: () => true }); // reports to delivery
  globalThis.fetch = async (url, init) => {
    sent.push({ url: String(url), body: String(init!.body) });
    return { status: 200, ok: true, headers: new Headers(), text: async () => '' } as Response;
  };
  writePageBlock({ sentryDsn: 'https://key@errors.example/1' });
});
afterAll(() => jest.useRealTimers());

const aWhile = () => jest.advanceTimersByTimeAsync(10_000);
const reported = (message: string) =>
  sent.some(({ url, body }) => url.startsWith('https://errors.example/') && body.includes(message));

test('the service is loaded once the page works, and then receives earlier reports', async () => {
  let work = () => {};
  setUpReporting(new Promise<void>((resolve) => (work = resolve)));
  report(new Error('before anything was shown'), { phase: 'call' });
  await aWhile();
  expect(sent).toEqual([]);

  work();
  await aWhile();
  await aWhile();
  expect(reported('before anything was shown')).toBe(true);
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('uncaught later') }));
  await aWhile();
  expect(reported('uncaught later')).toBe(true);
});

test('what the API refuses is not sent, because it may quote data', async () => {
  const apiError = (status: number, detail: string) =>
    new ApiError(status, { errors: [{ detail }] }, new Headers());
  report(apiError(422, "Could not convert 'mara@example.com'"), { phase: 'call' });
  report(apiError(500, 'the server failed'), { phase: 'call' });
  await aWhile();
  expect(reported('the server failed')).toBe(true);
  expect(reported('Could not convert')).toBe(false);
});
