import { noteBlocks, withAddress } from './note.ts';

const wordsOf = (text: string) =>
  noteBlocks(text).map(({ kind, lines }) => [
    kind,
    ...lines.map(({ pieces }) => pieces.map(withAddress).join('')),
  ]);

test('headings, lists, and paragraphs are blocks, and lines of one kind belong together', () => {
  expect(wordsOf('# Head\none\ntwo\n\n- a\n* b\n\n3. c\n4) d\n#no head')).toEqual([
    ['heading', 'Head'],
    ['paragraph', 'one', 'two'],
    ['items', 'a', 'b'],
    ['numbered', 'c', 'd'],
    ['paragraph', '#no head'],
  ]);
  expect(noteBlocks('3. c')[0]!.lines[0]!.number).toBe(3);
});

test('only marks are marks: names and addresses keep their underscores, and what isn’t closed its stars', () => {
  for (const text of [
    'order_total and _id',
    '__init__',
    'a_b@example.com',
    '2 * 3 * 4',
    '**open',
    '`open',
    'https://x.test/a_b_c?d=*',
  ])
    expect(wordsOf(text)).toEqual([['paragraph', text]]);
  expect(
    noteBlocks('**b** *i* `c_d` [l_m](https://x.test/a_b) [no](javascript:x)')[0]!.lines[0]!.pieces,
  ).toEqual([
    { text: 'b', look: 'strong' },
    { text: ' ', look: 'plain' },
    { text: 'i', look: 'emphasis' },
    { text: ' ', look: 'plain' },
    { text: 'c_d', look: 'code' },
    { text: ' ', look: 'plain' },
    { text: 'l_m', look: 'plain', url: 'https://x.test/a_b' },
    { text: ' [no](javascript:x)', look: 'plain' },
  ]);
  expect(wordsOf('**see [l](https://x.test)**')).toEqual([['paragraph', 'see l (https://x.test)']]);
});
