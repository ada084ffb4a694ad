import { typedNumber } from './typed-number.ts';

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
