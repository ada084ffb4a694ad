import { stream } from '../testing/fixtures.ts';
import { matchOf, narrowed, spanIn } from './search.ts';

const customers = stream('sales.customers');
const emails = { total: 2, first: ['Email', 'email_2'] };
const byColumn = new Map([['sales.customers', emails]]);

test('a table is found by its name, ignoring case, or else by its columns', () => {
  const byName = { total: 0, first: [] };
  expect(matchOf(customers, ' CUST ', byColumn)).toEqual(byName);
  expect(matchOf(customers, 'sales.', new Map())).toEqual(byName);
  expect(matchOf(customers, '', new Map())).toEqual(byName);
  expect(matchOf(customers, 'EMAIL', byColumn)).toEqual(emails);
  expect(matchOf(customers, 'phone', new Map())).toBeNull();
});

test('the matches of one search that also match the next one are kept', () => {
  const matches = new Map([
    ['sales.customers', { total: 9, first: ['Email', 'email_2'] }],
    ['orders', { total: 1, first: ['em'] }],
  ]);
  expect([...narrowed(matches, 'EMAIL_')]).toEqual([['sales.customers', { total: 1, first: ['email_2'] }]]);
});

test('finds the part of a text to mark', () => {
  expect(spanIn('customer_Email', 'email')).toEqual([9, 14]);
  expect(spanIn('customers', 'x')).toBeNull();
});
