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

test('a choice may be a blank, as a tab is', () => {
  const delimiter = fieldsOf({ properties: { delimiter: { type: 'string', enum: [',', '\t'] } } });
  expect(configurationOf(delimiter, { delimiter: '\t' })).toEqual({ delimiter: '\t' });
});

test('text becomes what the schema asks for; a password keeps its blanks', () => {
  expect(configurationOf(fields, typed)).toEqual({
    host: 'shop-db',
    port: 5433,
    schemas: ['sales', 'audit'],
    password: ' pa ',
    compress: true,
  });
});

test('what is left empty is left out', () => {
  const empty = { host: 'h', port: '', schemas: '', password: '', compress: false };
  expect(configurationOf(fields, empty)).toEqual({ host: 'h', compress: false });
});

test('a stored secret is never shown, and kept unless it is typed again', () => {
  const configuration = { host: 'h', port: 1, schemas: ['a', 'b'], password: { set: true }, compress: true };
  const values = valuesOf(fields, configuration);
  expect(values).toEqual({ host: 'h', port: '1', schemas: 'a, b', password: '', compress: true });
  const stored = storedSecrets(configuration);
  expect(configurationOf(fields, values, { stored }).password).toEqual({ set: true });
  expect(configurationOf(fields, { ...values, password: 'new' }, { stored }).password).toBe('new');
});

test('a new form begins with the schema’s defaults', () => {
  expect(valuesOf(fields)).toEqual({ host: '', port: '5432', schemas: '', password: '', compress: false });
});

test('a secret that reads null is not stored', () => {
  expect([...storedSecrets({ password: null, host: 'h' })]).toEqual([]);
});

test('files go by the ids of their uploads, there and back', () => {
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
