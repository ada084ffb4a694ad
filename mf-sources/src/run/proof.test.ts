import { failure, run, runStream } from '../testing/fixtures.ts';
import { proofOf } from './proof.ts';

const open = (rowsRead: number) => runStream('visits', { state: 'incomplete', rowsRead, rowsLoaded: 0 });
const reading = runStream('visits', { state: 'running', rowsRead: 179_164, rowsLoaded: 0 });
const empty = runStream('notes', { rowsRead: 0, rowsLoaded: 0 });
const orders = runStream('orders', { rowsRead: 124, rowsLoaded: 100, rowsRejected: 24 });

test.each([
  ['a good run', 'succeeded', [orders, runStream('shops')], 'all', '224 = 200 + 24'],
  ['a run whose tables have no rows', 'succeeded', [empty], 'empty', '0 = 0 + 0'],
  ['a run that is in progress', 'running', [orders, reading], 'counting', '124 = 100 + 24'],
  ['a run that was interrupted', 'incomplete', [orders, open(9)], 'interrupted', '124 = 100 + 24'],
  ['a canceled run', 'canceled', [orders, open(396_305)], 'canceled', '124 = 100 + 24'],
  ['a failed run', 'failed', [open(396_305)], 'none', '0 = 0 + 0'],
  ['a run in which one table failed', 'partially_succeeded', [orders, open(9)], 'some', '124 = 100 + 24'],
  ['a run that has not started', 'queued', [], 'counting', '0 = 0 + 0'],
] as const)('%s', (_, state, streams, verdict, equation) => {
  const proof = proofOf(run({ state, streams: [...streams] }));
  expect(`${proof.read} = ${proof.written} + ${proof.rejected}`).toBe(equation);
  expect(proof.verdict).toBe(verdict);
  expect(proof.missing).toBe(0);
});

test('rows that were there already, and rows that were left out, are accounted for', () => {
  const streams = [
    runStream('orders', {
      rowsRead: 10,
      rowsLoaded: 3,
      rowsDeduplicated: 4,
      rowsFiltered: 2,
      rowsRejected: 1,
    }),
  ];
  expect(proofOf(run({ streams }))).toMatchObject({ verdict: 'all', unchanged: 4, filtered: 2, missing: 0 });
});

test('missing rows of one table are not offset by excess rows of another', () => {
  const streams = [
    runStream('orders', { rowsRead: 10, rowsLoaded: 9 }),
    runStream('shops', { rowsRead: 10, rowsLoaded: 11 }),
  ];
  expect(proofOf(run({ streams }))).toMatchObject({ verdict: 'missing', missing: 2 });
});

test('rows of tables without a new version are counted apart, and so are those that wait for a decision', () => {
  const held = runStream('shops', {
    state: 'incomplete',
    rowsRead: 9,
    failure: failure({ code: 'rows_dropped' }),
  });
  const proof = proofOf(run({ state: 'failed', streams: [orders, open(396_305), held] }));
  expect(proof).toMatchObject({ unswapped: 396_305, held: 9 });
});
