import * as Sentry from '@sentry/browser';
import { pageBlock } from '../testing/page-block.ts';
import { start, type ErrorService } from './error-service.ts';

/** What was sent to the service. Only the network is faked. */
const sent: string[] = [];
let service: ErrorService;

beforeAll(() => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] });
  jest.spyOn(console, 'warn').mockImplementation(() => {}); // without a worker there is no compression
  jest.spyOn(Math, 'random').mockReturnValue(0.09); // within the tenth of sessions that are recorded
  Object.assign((globalThis as unknown as { process: object }).process, { type: 'renderer' }); // otherwise, Sentry takes Jest for a server and records nothing
  Object.assign(performance, { getEntriesByType: () => [] });
  globalThis.fetch = async (_url, init) => {
    sent.push(
      typeof init!.body === 'string' ? init!.body : new TextDecoder().decode(init!.body as Uint8Array),
    );
    return { status: 200, ok: true, headers: new Headers(), text: async () => '' } as Response;
  };
  history.replaceState(null, '', '/reset-password?code=secret-code');
  document.body.innerHTML = `
    <p>seen at first</p><input value="typed at first">
    <button aria-label="Delete Finch Outdoor" title="Finch Outdoor"></button>`;
  service = start('https://key@errors.example/1', pageBlock());
});
afterAll(() => jest.useRealTimers());

/** Waits longer than the shortest session that is worth recording. */
const aWhile = () => jest.advanceTimersByTimeAsync(20_000);

test('sample rates match the specification', () => {
  expect(Sentry.getClient()!.getOptions()).toMatchObject({
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  });
});

test('errors with their owner, traces, and a recording are sent without anything that people see, type, or are sent', async () => {
  document.querySelector('button')!.click();
  document.querySelector('p')!.textContent = 'seen later';
  const input = document.querySelector('input')!;
  input.value = 'typed later';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  history.pushState(null, '', '/login?next=%2Fw%2Forg_secret');
  await aWhile();
  service.capture(new Error('boom'), {
    kind: 'render',
    phase: 'render',
    remote: 'mf-data',
    version: '1.2.3-abc',
    owner: 'data',
    reportId: 'a1b2',
    path: '/rows?filter=secret',
  });
  await Sentry.getReplay()!.flush();
  await aWhile();

  const everything = sent.join('\n');
  for (const item of ['event', 'span', 'replay_event', 'replay_recording'])
    expect(everything).toContain(`{"type":"${item}"`);
  expect(everything).toContain(
    '"tags":{"composition":"a0d28bbc7809","kind":"render","phase":"render","remote":"mf-data","version":"1.2.3-abc","owner":"data","reportId":"a1b2"',
  );
  expect(everything).toContain('"message":"body > button"');
  expect(everything).toContain('/reset-password"');
  expect(everything).not.toMatch(/seen (at|later)|typed (at|later)|Finch|secret/);
});
