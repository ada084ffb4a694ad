import { typeable, typedNumber } from './typed-number.ts';

test.each([
  ['1,5', 'de', '1.5'],
  ['1.234,5', 'de', '1234.5'],
  ['1.234.567', 'de', '1234567'],
  ['−1,5', 'de', '-1.5'],
  ['1.5', 'de', '1.5'],
  ['1,234.5', 'en', '1234.5'],
  ['1,234', 'en', '1234'],
  [' 12 ', 'en', '12'],
  ['1,5', 'en', '1,5'],
  ['1,2,3', 'de', '1,2,3'],
  ['a', 'en', 'a'],
  ['', 'en', ''],
])('%j typed in %s is %j', (text, locale, number) => expect(typedNumber(text, locale)).toBe(number));

test.each([
  [0.1 + 0.2, 'de', '0,3'],
  [1_234_567.25, 'de', '1234567,25'],
  [-0.5, 'en', '-0.5'],
])('%d is typed in %s as %s, and read back', (value, locale, text) => {
  expect(typeable(value, locale)).toBe(text);
  expect(Number(typedNumber(text, locale))).toBeCloseTo(value, 12);
});
