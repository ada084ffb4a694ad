import { fileMatches } from './file-pattern.ts';

test.each([
  ['orders-1.csv', 'orders-*.csv', true],
  ['data/Orders-1.CSV', 'orders-*.csv', true],
  ['orders-1.csv', '*', true],
  ['orders.csv', 'orders.csv', true],
  ['a-1-b-2.csv', 'a*b*.csv', true],
  ['x/2024/a.csv', 'x/*/a.csv', true],
  ['orders-1.csv.gz', 'orders-*.csv', false],
  ['orders.csv', 'order', false],
  ['customers-1.csv', 'orders-*.csv', false],
  ['y/2024/a.csv', 'x/*/a.csv', false],
  // The same letters can't match twice.
  ['aba', 'ab*ba', false],
  ['orders.csv', 'o.ders.csv', false],
])('%s and %s: %s', (name, pattern, expected) => {
  expect(fileMatches(name, pattern)).toBe(expected);
});

test('a pattern of nothing but stars and letters takes no time', () => {
  expect(fileMatches('a'.repeat(10_000), `${'*a'.repeat(2_000)}b`)).toBe(false);
});
