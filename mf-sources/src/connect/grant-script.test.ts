import { grantScript } from './grant-script.ts';

const later = 'includes tables created later';

test('has the form’s own names in it and leaves the password open', () => {
  expect(grantScript({ database: 'shop', username: 'reader', schemas: ['public'] }, later)).toBe(
    [
      "create role reader login password '…';",
      'grant connect on database shop to reader;',
      'grant usage on schema public to reader;',
      'grant select on all tables in schema public to reader;',
      '-- includes tables created later',
      'alter default privileges in schema public',
      '  grant select on tables to reader;',
    ].join('\n'),
  );
});

test('quotes names that need it, so that a name cannot become a statement', () => {
  const script = grantScript(
    { database: 'Shop DB', username: 'a"; drop role b; --', schemas: ['order'] },
    later,
  );
  expect(script).toContain('grant connect on database "Shop DB" to "a""; drop role b; --";');
  expect(script).toContain('grant usage on schema "order" to');
});

test('grants each schema and stands in for what is not typed yet', () => {
  const script = grantScript({ database: '', username: '', schemas: ['sales', 'audit'] }, later);
  expect(script).toContain('grant usage on schema sales to headwater_reader;');
  expect(script).toContain('grant usage on schema audit to headwater_reader;');
  expect(script).toContain('on database your_database to');
});
