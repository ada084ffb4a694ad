import { lineDiff } from './line-diff.ts';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test('lines that only one text has are marked, in their order', () => {
  expect(shown('select a\nfrom t\nlimit 3', 'select a, b\nfrom t\nwhere c\nlimit 3')).toEqual([
    '-select a',
    '+select a, b',
    ' from t',
    '+where c',
    ' limit 3',
  ]);
  expect(shown('a', 'a')).toEqual([' a']);
  expect(shown('a\nb', 'b')).toEqual(['-a', ' b']);
});
