import { fitWidths, neededWidths, pinnedThatFit } from './column-widths.ts';

const text = (name: string) => ({ name, kind: 'text', type: 'VARCHAR' }) as const;
const columns = [text('id'), text('note')];

test('a column keeps the width from an earlier page, and grows for a later one', () => {
  const first = neededWidths(columns, [['1', 'a rather long note']]);
  expect(neededWidths(columns, [['2', 'short']], first)).toEqual(first);
  const [id] = neededWidths(columns, [['1234567890', 'short']], first);
  expect(id).toBeGreaterThan(first[0]!);
});

test('a long value is truncated if there is no space for it', () => {
  expect(fitWidths([100, 600], 300)).toEqual([100, 320]);
  expect(fitWidths([100, 600], 1_000)).toEqual([100, 600]);
});

test('truncated columns share the remaining space', () => {
  expect(fitWidths([420, 520], 790)).toEqual([370, 420]);
});

test('columns that fill their place share what is left by what they need, none being wide and empty', () => {
  expect(fitWidths([100, 300], 800, true)).toEqual([200, 600]);
  expect(fitWidths([100, 300], 300, true)).toEqual([100, 300]);
  expect(fitWidths([72, 72, 72], 217, true)).toEqual([72, 72, 72]);
  expect(fitWidths([], 100, true)).toEqual([]);
});

test('pinned columns leave room for others, and the first one is always pinned', () => {
  expect(pinnedThatFit(3, [100, 100, 100, 100], 1000)).toBe(3);
  expect(pinnedThatFit(3, [100, 100, 100, 100], 400)).toBe(2);
  expect(pinnedThatFit(2, [320, 100], 360)).toBe(1);
  expect(pinnedThatFit(2, [320, 100], 0)).toBe(2);
});

test('values are measured as they are shown', () => {
  const plain = neededWidths([text('n')], [['33358913.87']]);
  const grouped = neededWidths([text('n')], [['33358913.87']], [], [], () => '33,358,913.87');
  expect(grouped[0]).toBeGreaterThan(plain[0]!);
});
