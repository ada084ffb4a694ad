import { stream } from '../testing/fixtures.ts';
import { matchOf, spanIn } from './search.ts';

const column = (name: string) =>
  ({ name, kind: 'text', type: 'VARCHAR', sourceType: 'text', nullable: true }) as const;
const customers = stream('sales.customers', { columns: ['id', 'Email', 'email_2'].map(column) });

test('a table is found by its name, or else by its columns, whatever the case', () => {
  expect(matchOf(customers, ' CUST ')).toEqual({ columns: [] });
  expect(matchOf(customers, 'sales.')).toEqual({ columns: [] });
  expect(matchOf(customers, 'EMAIL')).toEqual({ columns: ['Email', 'email_2'] });
  expect(matchOf(customers, 'phone')).toBeNull();
  expect(matchOf(customers, '')).toEqual({ columns: [] });
});

test('knows which part of a text to mark', () => {
  expect(spanIn('customer_Email', 'email')).toEqual([9, 14]);
  expect(spanIn('customers', 'x')).toBeNull();
});
