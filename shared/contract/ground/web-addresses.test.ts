import { addressesOf, hasRange, MOST_ADDRESSES, withStars } from './web-addresses.ts';

const TODAY = new Date('2026-03-15T23:30:00Z');
const urls = (...given: string[]) => {
  const found = addressesOf(given, TODAY);
  return Array.isArray(found) ? found.map(({ url }) => url.replace('https://host/', '')) : found;
};

test.each([
  ['a-{8..11}.csv', ['a-8.csv', 'a-9.csv', 'a-10.csv', 'a-11.csv']],
  ['a-{08..10}.csv', ['a-08.csv', 'a-09.csv', 'a-10.csv']],
  ['{2023-11..2024-02}', ['2023-11', '2023-12', '2024-01', '2024-02']],
  ['{2024-02-28..2024-03-01}', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['{2026-01..today}', ['2026-01', '2026-02', '2026-03']],
  ['{2024..today}', ['2024', '2025', '2026']],
  ['{north,south}/{1..2}.csv', ['north/1.csv', 'north/2.csv', 'south/1.csv', 'south/2.csv']],
  ['one.csv', ['one.csv']],
  // Not ours.
  ['{id}.csv', ['{id}.csv']],
])('%s stands for each of its files', (given, expected) => {
  expect(urls(`https://host/${given}`)).toEqual(expected);
});

test('a file that is named twice is read once', () => {
  expect(urls('https://host/{1..2}', 'https://host/{2..3}')).toEqual(['1', '2', '3']);
});

test.each([
  '{5..1}',
  '{2024-06..2024-01}',
  '{2024-01..5}',
  '{2024-01..2024-01-31}',
  '{2024-13..2025-02}',
  '{2024-02-30..2024-03-02}',
])('%s is no range', (given) => {
  expect(urls(`https://host/${given}`)).toEqual({ code: 'range_wrong', part: given.slice(1, -1) });
});

test.each(['{1..1001}', '{1..999999999999}', '{1..40}/{1..40}', '{1000-01-01..today}'])(
  '%s is too many, however long it would take to list them',
  (given) => {
    expect(urls(`https://host/${given}`)).toMatchObject({ code: 'too_many' });
  },
);

test('so are URLs that are too many only together', () => {
  expect(urls('https://host/a{1..600}', 'https://host/b{1..600}')).toMatchObject({ code: 'too_many' });
  expect(urls(`https://host/{1..${MOST_ADDRESSES}}`)).toHaveLength(MOST_ADDRESSES);
});

test('a pattern stays the same when a range gets longer', () => {
  expect(withStars('https://host/{north,south}/a-{1..2}.csv')).toBe('https://host/*/a-*.csv');
  expect([hasRange('https://host/a-{1..2}.csv'), hasRange('https://host/{id}.csv')]).toEqual([true, false]);
});
