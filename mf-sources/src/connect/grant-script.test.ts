import { grantScript } from './grant-script.ts';

const later = 'include tables created later';

test('contains the names in the form, leaves the password open, and grants access to every schema', () => {
  expect(grantScript({ database: 'shop', username: 'reader' }, later)).toBe(
    [
      "create role reader login password '…';",
      'grant connect on database shop to reader;',
      'do $$',
      'declare',
      '  s name;',
      'begin',
      '  for s in',
      '    select nspname from pg_namespace',
      "    where nspname !~ '^pg_' and nspname <> 'information_schema'",
      "      and has_schema_privilege(oid, 'usage with grant option')",
      '  loop',
      "    execute format('grant usage on schema %I to %I', s, 'reader');",
      "    execute format('grant select on all tables in schema %I to %I', s, 'reader');",
      '    -- include tables created later',
      "    execute format('alter default privileges in schema %I grant select on tables to %I', s, 'reader');",
      '  end loop;',
      'end',
      '$$;',
    ].join('\n'),
  );
});

test('quotes names that need it, so that a name cannot become a statement', () => {
  const script = grantScript({ database: 'Shop DB', username: `a"'; $$; drop role b; --` }, later);
  expect(script).toContain(`grant connect on database "Shop DB" to "a""'; $$; drop role b; --";`);
  expect(script).toContain(`s, 'a"''; $$; drop role b; --');`);
  expect(script).toMatch(/^do \$_1\$$/m);
  expect(script).toMatch(/^\$_1\$;$/m);
});

test('keeps a backslash literal', () => {
  expect(grantScript({ database: '', username: String.raw`a\'` }, later)).toContain(
    String.raw`s, E'a\\''');`,
  );
});

test('uses placeholders for names that are not typed yet', () => {
  const script = grantScript({ database: '', username: '' }, later);
  expect(script).toContain('on database your_database to headwater_reader;');
});
