import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DETECTORS } from './detectors.ts';
import { maskedExample } from './masked.ts';

const kindOf = (value: string) =>
  DETECTORS.find(({ looks, isValid }) => looks?.test(value) && isValid(value))?.kind ?? null;

test('values are told by what they look like and by their check digits', () => {
  const cases: [string, string | null][] = [
    ['mara@finch.example', 'email'],
    ['mara@finch', null],
    ['DE89 3704 0044 0532 0130 00', 'iban'],
    ['DE88370400440532013000', null],
    ['4111 1111 1111 1111', 'card'],
    ['4111 1111 1111 1112', null],
    ['0000000000000000', null],
    ['192.168.1.20', 'ip_address'],
    ['192.168.1.256', null],
    ['078-05-1120', 'social_security'],
    ['000-05-1120', null],
    ['+49 30 1234567', 'phone'],
    ['+49 30', null],
    ['20261123', null],
    ['3.14', null],
  ];
  for (const [value, kind] of cases) assert.equal(kindOf(value), kind, value);
});

test('columns are told by their names', () => {
  const namesLike = (name: string) =>
    DETECTORS.filter(({ named }) => named.test(name)).map(({ kind }) => kind);
  assert.deepEqual(namesLike('customer_email'), ['email']);
  assert.deepEqual(namesLike('last_name'), ['person_name']);
  assert.deepEqual(namesLike('dob'), ['birth_date']);
  assert.deepEqual(namesLike('product_name'), []);
  assert.deepEqual(namesLike('description'), []);
});

test('long values take no longer than others', () => {
  const long = `${'a.'.repeat(100)}${'1 '.repeat(100)}`.slice(0, 200);
  for (const { looks } of DETECTORS) assert.equal(looks?.test(long) ?? false, false);
});

test('an example shows hardly anything', () => {
  assert.equal(maskedExample('mara@finch.example'), 'm•••@•••.example');
  assert.equal(maskedExample('4111 1111 1111 1111'), '41•••11');
  assert.equal(maskedExample('Mara'), '•••');
});
