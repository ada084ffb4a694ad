import { failure, run, runStream } from '../testing/fixtures.ts';
import { failuresOf } from './failures.ts';

const refused = failure();
const lost = (table: string) =>
  failure({ code: 'table_missing', message: `${table} is gone`, values: { table } });
const exhausted = failure({ code: 'retries_exhausted', message: 'Given up' });
const canceled = failure({ code: 'canceled', type: 'manual_cancellation', message: 'Canceled.' });
const failed = (tableName: string, why = lost(tableName)) =>
  runStream(tableName, { state: 'incomplete', failure: why });

const summaryOf = (...args: Parameters<typeof failuresOf>) => {
  const { whole, tables } = failuresOf(...args);
  return [whole?.code ?? null, tables.map(({ tableName }) => tableName)];
};

test.each([
  ['a good run', run(), null, []],
  [
    'a run that failed before it had tables',
    run({ state: 'failed', failure: refused, streams: [] }),
    'password_refused',
    [],
  ],
  [
    'one reason for every table',
    run({ state: 'failed', failure: refused, streams: [failed('a', refused), failed('b', refused)] }),
    'password_refused',
    [],
  ],
  [
    'a separate reason for each table',
    run({ state: 'failed', failure: lost('a'), streams: [failed('a'), failed('b'), runStream('c')] }),
    null,
    ['a', 'b'],
  ],
  [
    'only one table',
    run({ state: 'partially_succeeded', failure: lost('a'), streams: [failed('a'), runStream('c')] }),
    null,
    ['a'],
  ],
  [
    'a reason for the run in addition to those of its tables',
    run({ state: 'failed', failure: exhausted, streams: [failed('a'), failed('b')] }),
    'retries_exhausted',
    ['a', 'b'],
  ],
  [
    'a canceled run',
    run({ state: 'canceled', failure: canceled, streams: [failed('a', canceled), failed('b')] }),
    null,
    [],
  ],
] as const)('%s', (_, given, whole, tables) => {
  expect(summaryOf(given)).toEqual([whole, tables]);
});
