import { differencesOf } from './differences.ts';
import { afterStep, type History } from './history.ts';

const start: History<string> = { past: [], present: 'a', future: [], about: null };

test('what is typed into a field is undone at once, and a new change ends what could be redone', () => {
  const typed = ['b', 'bc'].reduce<History<string>>(
    (now, to) => afterStep(now, { to, about: 'title' }),
    start,
  );
  expect(typed.past).toEqual(['a']);
  const undone = afterStep(typed, 'undo');
  expect([undone.present, undone.future]).toEqual(['a', ['bc']]);
  expect(afterStep(undone, 'redo').present).toBe('bc');
  const other = afterStep(undone, { to: 'z', about: 'title' });
  expect([other.past, other.future]).toEqual([['a'], []]);
  expect(afterStep(start, 'undo')).toBe(start);
});

test('differences are named card by card', () => {
  const text = (id: string, title: string, y = 0) => ({
    ...{ id, title, kind: 'text' as const, text: '', layout: { x: 0, y, w: 3, h: 3 } },
  });
  const before = {
    name: 'R',
    content: { cards: [text('a', 'A'), text('b', 'B'), text('c', 'C')], filters: [] },
  };
  const now = {
    name: 'R',
    content: { cards: [text('a', 'A', 3), text('b', 'B2'), text('d', 'D')], filters: [] },
  };
  expect(differencesOf(before, now)).toEqual([
    { what: 'moved', name: 'A' },
    { what: 'changed', name: 'B2' },
    { what: 'added', name: 'D' },
    { what: 'removed', name: 'C' },
  ]);
});
