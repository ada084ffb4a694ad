import { writtenAs } from './figures.ts';

const amount = { name: 'total', kind: 'number', type: 'DECIMAL(38,2)' } as const;

test.each([
  ['1398.25', 'en', '1,398.25'],
  ['1398.25', 'de', '1.398,25'],
  ['-1234567', 'en', '-1,234,567'],
  ['0.10', 'en', '0.10'],
  ['1e300', 'en', '1e300'],
  ['NaN', 'en', 'NaN'],
] as const)('%s in %s is written %s', (value, language, text) =>
  expect(writtenAs(value, amount, language)).toBe(text),
);

test('a number keeps all of its digits, however many there are', () => {
  expect(writtenAs('12345678901234567890123.45', amount, 'en')).toBe('12,345,678,901,234,567,890,123.45');
});

test.each([
  { name: 'year', kind: 'number', type: 'BIGINT' },
  { name: 'id', kind: 'number', type: 'DECIMAL(20,0)', primaryKey: true },
  { name: 'reference', kind: 'number', type: 'DECIMAL(38,0)' },
  { name: 'code', kind: 'text', type: 'VARCHAR' },
] as const)('the column $name is unchanged', (column) =>
  expect(writtenAs('123456', column, 'en')).toBe('123456'),
);
