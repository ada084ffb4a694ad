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
const errorOf = (name: string, value: string, isStored = false) => {
  const t = renderHook(() => messages.use()).result.current;
  const field = fields.find((one) => one.name === name)!;
  return firstBroken(rulesOf(field, isStored, t), value)?.message;
};

test.each([
  ['host', '', 'This field is required'],
  ['host', 'shop db', "This isn't a valid value"],
  ['host', 'höst.example', "Can't be more than 10 characters long"],
  ['host', ' shop-db ', undefined],
  ['port', '', undefined],
  ['port', '5x', 'Enter a whole number'],
  ['port', '0', 'Must be at least 1'],
  ['port', '70000', "Can't be more than 65535"],
  ['port', '5432', undefined],
  ['password', '', 'This field is required'],
])('%s: %j → %s', (name, value, message) => {
  expect(errorOf(name, value)).toBe(message);
});

test('a secret that the server already has does not need to be typed again', () => {
  expect(errorOf('password', '', true)).toBeUndefined();
});

test('a name can be any text that is not blank and not too long', () => {
  const t = renderHook(() => messages.use()).result.current;
  expect(firstBroken(nameRules(t), '  ')?.message).toBe('Enter a name');
  expect(firstBroken(nameRules(t), 'x'.repeat(81))?.message).toBe("Can't be more than 80 characters long");
  expect(firstBroken(nameRules(t), 'Shop')).toBeUndefined();
});
