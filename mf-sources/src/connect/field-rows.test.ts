import { rowsOf } from './field-rows.ts';
import { fieldsOf } from './specification.ts';

test('a number shares the row of the text field before it, and all other fields have their own', () => {
  const fields = fieldsOf({
    properties: {
      host: { type: 'string' },
      port: { type: 'integer' },
      retries: { type: 'integer' },
      database: { type: 'string' },
      password: { type: 'string', airbyte_secret: true },
      timeout: { type: 'integer' },
    },
  });
  expect(rowsOf(fields).map((row) => row.map((field) => field.name))).toEqual([
    ['host', 'port'],
    ['retries'],
    ['database'],
    ['password'],
    ['timeout'],
  ]);
});
