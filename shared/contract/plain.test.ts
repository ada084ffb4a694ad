import * as plain from './plain.ts';

jest.mock('@sinclair/typebox', () => {
  throw new Error('The schema library was loaded.');
});

test('what needs no schema loads no schemas', () => {
  expect(plain.tableNameOf('Sales Report (2024).csv')).toBe('sales_report_2024');
});
