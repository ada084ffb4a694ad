import { RemoteLoadError } from '../remotes/load-failure.ts';
import { writePageBlock } from '../testing/page-block.ts';
import { report } from './report.ts';

let console_: jest.SpyInstance;
beforeAll(writePageBlock);
beforeEach(() => {
  console_ = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => console_.mockRestore());

const reported = () => console_.mock.calls.at(-1)![1];

test('names the owner of the code that an error comes from', () => {
  const error = new Error('boom');
  error.stack = [
    'Error: boom',
    '    at Table (https://bi.example/r/mf-data/1.2.3-abc/table.0f.js:1:10)',
    '    at renderWithHooks (https://bi.example/r/shell/1.0.0-def/main.js:8:2)',
  ].join('\n');
  const reportId = report(error, { kind: 'route', page: '/w/org_a/data' });
  expect(console_).toHaveBeenCalledWith(error, expect.anything());
  expect(reported()).toEqual({
    kind: 'route',
    page: '/w/org_a/data',
    remote: 'mf-data',
    version: '1.2.3-abc',
    owner: 'team of mf-data',
    composition: 'a0d28bbc7809',
    rev: 7,
    reportId,
  });
});

test('names the owner of a file that could not be loaded', () => {
  const failure = {
    remote: 'mf-auth',
    version: '1.2.3-abc',
    kind: 'timeout',
    address: '/r/mf-auth/…',
  } as const;
  report(new RemoteLoadError(failure), { kind: 'load' });
  expect(reported()).toMatchObject({ remote: 'mf-auth', version: '1.2.3-abc', owner: 'team of mf-auth' });
});

test('reports the same error once, under the same id', () => {
  const error = new Error('boom');
  const id = report(error, { kind: 'api' });
  expect(report(error, { kind: 'route' })).toBe(id);
  expect(console_).toHaveBeenCalledTimes(1);
});

test('takes whatever was thrown', () => {
  expect(report('just a word', { kind: 'uncaught' })).toMatch(/^[0-9a-f]{12}$/);
  expect(report(undefined, { kind: 'uncaught' })).toMatch(/^[0-9a-f]{12}$/);
});
