import { configurationOf, filesOf, storedSecrets, valuesOf } from './configuration.ts';
import { fieldsOf } from './specification.ts';

const fields = fieldsOf({
  required: ['host'],
  properties: {
    host: { type: 'string', order: 0 },
    port: { type: 'integer', default: 5432, order: 1 },
    schemas: { type: 'array', order: 2 },
    password: { type: 'string', airbyte_secret: true, order: 3 },
    compress: { type: 'boolean', order: 4 },
  },
});
const typed = { host: ' shop-db ', port: '5433', schemas: 'sales, audit,', password: ' pa ', compress: true };

test('a choice can be whitespace, such as a tab', () => {
  const delimiter = fieldsOf({ properties: { delimiter: { type: 'string', enum: [',', '\t'] } } });
  expect(configurationOf(delimiter, { delimiter: '\t' })).toEqual({ delimiter: '\t' });
});

test('text is converted to the type in the schema, and a password keeps its spaces', () => {
  expect(configurationOf(fields, typed)).toEqual({
    host: 'shop-db',
    port: 5433,
    schemas: ['sales', 'audit'],
    password: ' pa ',
    compress: true,
  });
});

test('empty fields are omitted', () => {
  const empty = { host: 'h', port: '', schemas: '', password: '', compress: false };
  expect(configurationOf(fields, empty)).toEqual({ host: 'h', compress: false });
});

test('a stored secret is never shown, and is kept unless it is typed again', () => {
  const configuration = { host: 'h', port: 1, schemas: ['a', 'b'], password: { set: true }, compress: true };
  const values = valuesOf(fields, configuration);
  expect(values).toEqual({ host: 'h', port: '1', schemas: 'a, b', password: '', compress: true });
  const stored = storedSecrets(configuration);
  expect(configurationOf(fields, values, { stored }).password).toEqual({ set: true });
  expect(configurationOf(fields, { ...values, password: 'new' }, { stored }).password).toBe('new');
});

test('a new form starts with the schema’s defaults', () => {
  expect(valuesOf(fields)).toEqual({ host: '', port: '5432', schemas: '', password: '', compress: false });
});

test('a secret that is null is not stored', () => {
  expect([...storedSecrets({ password: null, host: 'h' })]).toEqual([]);
});

test('files are referred to by the IDs of their uploads in both directions', () => {
  const files = { type: 'array', items: { type: 'object', properties: { uploadId: { type: 'string' } } } };
  const csv = fieldsOf({ properties: { files, delimiter: { enum: [',', ';'] } } });
  expect(valuesOf(csv)).toEqual({ files: '', delimiter: '' });
  const configuration = configurationOf(csv, valuesOf(csv), {
    files: [{ uploadId: 'upl_1' }, { uploadId: 'upl_2', tableName: 'n' }],
  });
  expect(configuration).toEqual({ files: [{ uploadId: 'upl_1' }, { uploadId: 'upl_2', tableName: 'n' }] });
  expect(filesOf(csv, configuration)).toEqual([{ uploadId: 'upl_1' }, { uploadId: 'upl_2', tableName: 'n' }]);
  expect(filesOf(fields, { host: 'h' })).toEqual([]);
});
