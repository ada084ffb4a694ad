import { firstBroken } from '@headwater/shared/contract';
import { messages } from '../messages.ts';
import { renderHook } from '@testing-library/react';
import { nameRules, rulesOf } from './field-rules.ts';
import { fieldsOf } from './specification.ts';

const fields = fieldsOf({
  required: ['host', 'password'],
  properties: {
    host: { type: 'string', pattern: '^[\\p{L}.-]+$', maxLength: 10, order: 0 },
    port: { type: 'integer', minimum: 1, maximum: 65535, order: 1 },
    password: { type: 'string', airbyte_secret: true, order: 2 },
  },
});

beforeAll(() => messages.load());
const broken = (name: string, value: string, isStored = false) => {
  const t = renderHook(() => messages.use()).result.current;
  const field = fields.find((one) => one.name === name)!;
  return firstBroken(rulesOf(field, isStored, t), value)?.message;
};

test.each([
  ['host', '', 'Fill this in'],
  ['host', 'shop db', "This doesn't have the form that is needed here"],
  ['host', 'höst.example', 'At most 10 characters'],
  ['host', ' shop-db ', undefined],
  ['port', '', undefined],
  ['port', '5x', 'Enter a whole number'],
  ['port', '0', '1 is the least'],
  ['port', '70000', '65535 is the most'],
  ['port', '5432', undefined],
  ['password', '', 'Fill this in'],
])('%s: %j → %s', (name, value, message) => {
  expect(broken(name, value)).toBe(message);
});

test('a secret that the server has need not be typed again', () => {
  expect(broken('password', '', true)).toBeUndefined();
});

test('a name is anything but nothing', () => {
  const t = renderHook(() => messages.use()).result.current;
  expect(firstBroken(nameRules(t), '  ')?.message).toBe('Give the connection a name');
  expect(firstBroken(nameRules(t), 'x'.repeat(81))?.message).toBe('At most 80 characters');
  expect(firstBroken(nameRules(t), 'Shop')).toBeUndefined();
});
