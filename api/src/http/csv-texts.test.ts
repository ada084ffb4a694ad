import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvRow, isFormula } from '@headwater/shared/contract';

test('a row is quoted where it has to be, and numbers stay numbers', () => {
  assert.equal(
    csvRow(['a', 'b,c', 'say "hi"', 'two\nlines', null, '', -1.5], 'spreadsheet'),
    'a,"b,c","say ""hi""","two\nlines",,"",-1.5\r\n',
  );
});

test('numbers as text stay numbers only if they are some', () => {
  assert.equal(
    csvRow([{ number: '-12345678901234567890.50' }, { number: '-1+1' }], 'spreadsheet'),
    "-12345678901234567890.50,'-1+1\r\n",
  );
});

test('text that a spreadsheet would run as a formula is neutralized', () => {
  for (const mark of ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'])
    assert.match(csvRow([`${mark}1+1`], 'spreadsheet'), /^"?'/, JSON.stringify(mark));
  assert.equal(csvRow(['a=1', ' =1', "'=1"], 'spreadsheet'), "a=1, =1,'=1\r\n");
});

test('a sign before a plain number, or alone, is no formula', () => {
  const plain = [
    '-0.001',
    '+49 170 1234',
    '+7',
    '-',
    '+',
    '-5 %',
    '-5%',
    '-1.5e-05',
    '+1E5',
    '- 3',
    '-1 234,50',
  ];
  for (const text of plain) assert.ok(!isFormula(text), text);
  const run = [
    '-dan',
    '@ana',
    '+49-170',
    '-5%+1',
    '-1e',
    '-1e5+1',
    '-1e++1',
    '+1=',
    '-(1)',
    '--1',
    '=',
    '-1\n',
  ];
  for (const text of run) assert.ok(isFormula(text), text);
});

test('for programs, text is as it is', () => {
  const texts = ['-0.001', '@ana', '=1+1', '+49 170 1234'];
  assert.equal(csvRow(texts, 'exact'), `${texts.join()}\r\n`);
  assert.equal(csvRow(texts, 'spreadsheet'), "-0.001,'@ana,'=1+1,+49 170 1234\r\n");
});

test('no cell begins a formula, and each reads back as it was, apart from the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const read = cellsOf(csvRow(cells, 'spreadsheet'));
      assert.equal(read.length, cells.length);
      for (const [index, cell] of read.entries()) {
        assert.doesNotMatch(cell, /^([=@\t\r\n\0＝＋－＠]|[+-].*[^\d .,e%+-])/);
        assert.ok(cell === cells[index] || cell === `'${cells[index]}`);
      }
    }),
  );
});

/** Reads a line as RFC 4180 says. */
function cellsOf(line: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const [at, mark] of line.slice(0, -2).split('').entries()) {
    // The second mark of a pair closes what the first one has opened again.
    const isEscaped = mark === '"' && !isQuoted && line[at - 1] === '"';
    if (mark === '"') isQuoted = !isQuoted;
    if (mark === ',' && !isQuoted) cells.push('');
    else if (mark !== '"' || isEscaped) cells[cells.length - 1] += mark;
  }
  return cells;
}
