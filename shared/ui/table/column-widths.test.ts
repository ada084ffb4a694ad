import { fitWidths, neededWidths } from './column-widths.ts';

const text = (name: string) => ({ name, kind: 'text', type: 'VARCHAR' }) as const;
const columns = [text('id'), text('note')];

test('a column stays as wide as an earlier page has made it, and grows for a later one', () => {
  const first = neededWidths(columns, [['1', 'a rather long note']]);
  expect(neededWidths(columns, [['2', 'short']], first)).toEqual(first);
  const [id] = neededWidths(columns, [['1234567890', 'short']], first);
  expect(id).toBeGreaterThan(first[0]!);
});

test('a long value is cut where there is no room, and shown where there is', () => {
  expect(fitWidths([100, 600], 300)).toEqual([100, 320]);
  expect(fitWidths([100, 600], 1_000)).toEqual([100, 600]);
});

test('columns that are cut share the room that there is', () => {
  expect(fitWidths([420, 520], 790)).toEqual([370, 420]);
});
