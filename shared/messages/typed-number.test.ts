import { readNumber, readNumbers, typeable, typeableText } from './typed-number.ts';

test.each([
  ['1,5', 'de', '1.5'],
  ['1.234,5', 'de', '1234.5'],
  ['1.234.567', 'de', '1234567'],
  ['−1,5', 'de', '-1.5'],
  ['1.5', 'de', '1.5'],
  ['0.500', 'de', '0.500'],
  ['1234.500', 'de', '1234.500'],
  ['1.5000', 'de', '1.5000'],
  ['1.500,0', 'de', '1500.0'],
  ['1,234.5', 'en', '1234.5'],
  ['1,234', 'en', '1234'],
  ['1.500', 'en', '1.500'],
  [' 12 ', 'en', '12'],
])('%j typed in %s is %j', (text, locale, number) => expect(readNumber(text, locale)).toEqual({ number }));

test.each([
  ['1.500', ['1500', '1.500']],
  ['-12.000', ['-12000', '-12.000']],
  ['999.999', ['999999', '999.999']],
])('%j typed in German can be two numbers', (text, either) =>
  expect(readNumber(text, 'de')).toEqual({ either }),
);

test.each([
  ['1,5', 'en'],
  ['0,500', 'en'],
  ['12345,678', 'en'],
  ['1234,567.8', 'en'],
  [',500', 'en'],
  ['0.500.000', 'de'],
  ['1234.500,5', 'de'],
  ['1,2,3', 'de'],
  ['1.23.456', 'de'],
  ['a', 'en'],
  ['', 'en'],
])('%j typed in %s is no number', (text, locale) => expect(readNumber(text, locale)).toBeNull());

test.each([
  ['1, 2,3', ',', 'en', ['1', '2', '3']],
  ['1,2,3', ',', 'de', ['1', '2', '3']],
  ['1250,5; 3', ',', 'de', ['1250.5', '3']],
  ['1250,5;', ',', 'de', ['1250.5']],
  ['1,250.5; 3', ',', 'en', ['1250.5', '3']],
  ['1,250.5 | 3', '|', 'en', ['1250.5', '3']],
  ['1250,5;2', ';', 'de', ['1250.5', '2']],
  ['1.5, 2', ',', 'de', ['1.5', '2']],
  ['', ',', 'en', []],
])('%j with %j between them in %s are %j', (line, separator, locale, numbers) =>
  expect(readNumbers(line, separator, locale)).toEqual({ numbers }),
);

test.each([
  ['1,250.5', ',', 'en', { unclear: '1,250.5' }],
  ['3, 1250,5', ',', 'de', { unclear: '1250,5' }],
  ['100,200,300', ',', 'en', { unclear: '100,200,300' }],
  ['1.500; 2', ',', 'de', { either: ['1500', '1.500'] }],
  ['1, two', ',', 'en', null],
  ['1;two', ',', 'en', null],
])('%j with %j between them in %s is refused', (line, separator, locale, read) =>
  expect(readNumbers(line, separator, locale)).toEqual(read),
);

test.each([
  [0.1 + 0.2, 'de', '0,3'],
  [1_234_567.25, 'de', '1234567,25'],
  [-0.5, 'en', '-0.5'],
])('%d is typed in %s as %s, and read back', (value, locale, text) => {
  expect(typeable(value, locale)).toBe(text);
  const read = readNumber(text, locale);
  expect(read && 'number' in read && Number(read.number)).toBeCloseTo(value, 12);
});

test('a number of any length is written as it is typed, and read back', () => {
  for (const number of ['1.500', '-12345678901234567890.123', '7'])
    expect(readNumber(typeableText(number, 'de'), 'de')).toEqual({ number });
  expect(typeableText('no number', 'de')).toBe('no number');
});
