import { ApiError } from '@headwater/shared/api';
import { RemoteLoadError, type LoadFailure } from '../remotes/load-failure.ts';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import { report, setUpReporting } from './report.ts';

let console_: jest.SpyInstance;
beforeAll(() => {
  const { remotes } = pageBlock();
  writePageBlock({ remotes: { ...remotes, 'mf-data': { ...remotes['mf-data']!, canary: true } } });
});
beforeEach(() => {
  console_ = jest.spyOn(console, 'error').mockImplementation(() => {});
  history.replaceState(null, '', '/w/org_a/data?q=secret#rows');
});
afterEach(() => console_.mockRestore());

const reported = () => console_.mock.calls.at(-1)![1];
const apiError = (status: number) => new ApiError(status, undefined, new Headers());
const loadError = (change: Partial<LoadFailure> = {}) =>
  new RemoteLoadError({
    remote: 'mf-auth',
    version: '1.2.3-abc',
    kind: 'http',
    httpStatus: 502,
    address: 'https://bi.example/r/mf-auth/1.2.3-abc/login.0f.js?r=1.mhq1x0',
    ...change,
  });

test('a report names the owner of the code that an error comes from', () => {
  const error = new Error('boom at https://bi.example/w/org_a/data?q=secret');
  error.stack = [
    'Error: boom',
    '    at Table (https://bi.example/r/mf-data/1.2.3-abc/table.0f.js:1:10)',
    '    at renderWithHooks (https://bi.example/r/shell/1.0.0-def/main.js:8:2)',
  ].join('\n');
  const reportId = report(error, { phase: 'render' });
  expect(console_).toHaveBeenCalledWith(error, expect.anything());
  expect(reported()).toEqual({
    page: '5eaf00d05eaf00d0',
    remote: 'mf-data',
    version: '1.2.3-abc',
    owner: 'team of mf-data',
    composition: 'a0d28bbc7809',
    rev: 7,
    shell: '1.0.0-def',
    kind: 'render',
    phase: 'render',
    canary: true,
    override: false,
    route: '/w/org_a/data',
    attempt: 1,
    tabAgeMs: expect.any(Number),
    message: 'boom at https://bi.example/w/org_a/data',
    reportId,
  });
});

test('a report names the file that could not be loaded and its owner', () => {
  report(loadError(), { phase: 'navigation' });
  expect(reported()).toMatchObject({
    remote: 'mf-auth',
    owner: 'team of mf-auth',
    kind: 'http',
    phase: 'start', // nothing has been shown yet
    httpStatus: 502,
    url: '/r/mf-auth/1.2.3-abc/login.0f.js',
    attempt: 2,
    canary: false,
  });
});

test('only the canary’s version is reported as a canary', () => {
  report(loadError({ remote: 'mf-data', version: '1.0.0' }), { phase: 'preload' });
  expect(reported()).toMatchObject({ remote: 'mf-data', canary: false, phase: 'preload' });
});

test('a report names the call that failed, without its query', () => {
  report(apiError(500), { phase: 'call', path: 'organizations/org_a/tables?filter[q]=secret' });
  expect(reported()).toMatchObject({ kind: 'api', httpStatus: 500, url: '/api/organizations/org_a/tables' });
});

test('an error that cannot be attributed belongs to the platform', () => {
  report('just a word', { phase: 'uncaught' });
  expect(reported()).toMatchObject({
    remote: 'shell',
    version: '1.0.0-def',
    owner: 'platform',
    message: 'just a word',
  });
});

test('the same error is reported once, under the same ID', () => {
  const error = new Error('boom');
  const id = report(error, { phase: 'call' });
  expect(report(error, { phase: 'render' })).toBe(id);
  expect(console_).toHaveBeenCalledTimes(1);
});

test('any thrown value can be reported', () => {
  expect(report('another word', { phase: 'uncaught' })).toMatch(/^[0-9a-f]{12}$/);
  expect(report(undefined, { phase: 'uncaught' })).toMatch(/^[0-9a-f]{12}$/);
});

test('errors of a window that is closing are ignored', () => {
  Object.defineProperty(window, 'closed', { value: true, configurable: true });
  report(loadError({ address: '/r/mf-auth/1.2.3-abc/closing.0f.js' }), { phase: 'preload' });
  Reflect.deleteProperty(window, 'closed');
  expect(console_).not.toHaveBeenCalled();
});

test('after the first screen, navigation errors have the phase navigation', async () => {
  setUpReporting(Promise.resolve());
  await Promise.resolve();
  report(loadError({ address: '/r/mf-auth/1.2.3-abc/signup.0f.js' }), { phase: 'navigation' });
  expect(reported()).toMatchObject({ phase: 'navigation' });
});
