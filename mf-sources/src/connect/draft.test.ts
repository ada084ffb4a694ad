import { draftKey, dropDraft, readDraft, saveDraft } from './draft.ts';
import { fieldsOf } from './specification.ts';

const fields = fieldsOf({
  properties: {
    host: { type: 'string' },
    password: { type: 'string', airbyte_secret: true },
    tls: { type: 'boolean' },
  },
});
const initial = { name: '', host: '', password: '', tls: false };
const key = draftKey('org_1', 'postgres');

afterEach(() => sessionStorage.clear());

test('a draft keeps what was typed, except secrets', () => {
  saveDraft(key, fields, { name: 'Shop', host: 'shop-db', password: 'secret', tls: true });
  expect(readDraft(key, initial)).toEqual({ name: 'Shop', host: 'shop-db', password: '', tls: true });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
});

test('a draft that was dropped, is damaged, or belongs to another workspace is not read', () => {
  saveDraft(key, fields, { ...initial, host: 'shop-db' });
  expect(readDraft(draftKey('org_2', 'postgres'), initial)).toEqual(initial);
  dropDraft(key);
  expect(readDraft(key, initial)).toEqual(initial);
  sessionStorage.setItem(key, '{');
  expect(readDraft(key, initial)).toEqual(initial);
});

test('a value whose type does not match the form is ignored', () => {
  sessionStorage.setItem(key, JSON.stringify({ host: true, tls: true }));
  expect(readDraft(key, initial)).toEqual({ ...initial, tls: true });
});
