import { fieldsFor, fieldsOf } from './specification.ts';

const specification = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['host', 'port'],
  properties: {
    password: { type: 'string', title: 'Password', airbyte_secret: true, order: 3 },
    host: {
      type: 'string',
      title: 'Host',
      description: 'Name or address.',
      examples: ['shop-db', 'db2'],
      order: 0,
    },
    port: { type: 'integer', title: 'Port', default: 5432, minimum: 1, maximum: 65535, order: 1 },
    sslmode: { type: 'string', enum: ['prefer', 'require'], default: 'prefer', order: 4 },
    schemas: { type: 'array', items: { type: 'string' }, default: ['public', 'sales'], order: 2 },
    compress: { type: ['boolean', 'null'] },
    last: { type: 'string', pattern: '^a+$' },
    internal: { type: 'string', airbyte_hidden: true },
  },
};

test('fields are in the schema’s order, followed by those without one, and hidden fields are omitted', () => {
  expect(fieldsOf(specification).map((field) => `${field.name} ${field.kind}`)).toEqual([
    'host text',
    'port integer',
    'schemas list',
    'password secret',
    'sslmode choice',
    'compress boolean',
    'last text',
  ]);
});

test('a field has everything that its input needs', () => {
  const fields = Object.fromEntries(fieldsOf(specification).map((field) => [field.name, field]));
  expect(fields.host).toMatchObject({
    title: 'Host',
    description: 'Name or address.',
    example: 'shop-db',
    required: true,
  });
  expect(fields.port).toMatchObject({ initial: '5432', minimum: 1, maximum: 65535, required: true });
  expect(fields.schemas).toMatchObject({ initial: 'public, sales', required: false });
  expect(fields.sslmode).toMatchObject({
    initial: 'prefer',
    options: ['prefer', 'require'],
    title: 'sslmode',
  });
  expect(fields.compress).toMatchObject({ initial: false });
  expect(fields.last?.pattern?.test('aaa')).toBe(true);
});

test('a schema without properties has no fields', () => {
  expect(fieldsOf({})).toEqual([]);
});

test('a field that depends on a hidden one is hidden, too', () => {
  const choice = (name: string, when?: object) => [name, { enum: ['no', 'yes'], default: 'yes', ...when }];
  const fields = fieldsOf({
    properties: Object.fromEntries([
      choice('tunnel'),
      choice('by_key', { when: { field: 'tunnel', value: 'yes' } }),
      choice('passphrase', { when: { field: 'by_key', value: 'yes' } }),
    ]),
  });
  const shown = (tunnel: string) =>
    fieldsFor(fields, { tunnel, by_key: 'yes', passphrase: 'yes' }).map(({ name }) => name);
  expect(shown('yes')).toEqual(['tunnel', 'by_key', 'passphrase']);
  expect(shown('no')).toEqual(['tunnel']);
});
