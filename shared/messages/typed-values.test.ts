import { readValues, writeValues } from './typed-values.ts';

test('values survive being shown as one line, whatever is in them', () => {
  for (const values of [
    ['paid', 'shipped'],
    ['Smith, John', 'O"Neil', ' padded '],
    ['"quoted"', ','],
    ['a""b', 'c" , "d'],
  ])
    expect(readValues(writeValues(values))).toEqual(values);
});

test('a line is read as people type it', () => {
  expect(readValues(' a@b.de ,c@d.de,, ')).toEqual(['a@b.de', 'c@d.de']);
  expect(readValues('5" pipe, 6" pipe')).toEqual(['5" pipe', '6" pipe']);
  expect(readValues('"Mitte" Berlin, "a" ,b')).toEqual(['"Mitte" Berlin', 'a', 'b']);
  expect(readValues('"Smith, Jo')).toEqual(['Smith, Jo']);
  expect(readValues('')).toEqual([]);
});
