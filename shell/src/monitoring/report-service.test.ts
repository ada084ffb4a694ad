import { writePageBlock } from '../testing/page-block.ts';
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
