import { afterKey, freePlace, packed, withLayout } from './layout.ts';

const card = (id: string, x: number, y: number, w: number, h: number) => ({ id, layout: { x, y, w, h } });
const places = (cards: readonly ReturnType<typeof card>[]) =>
  Object.fromEntries(cards.map(({ id, layout: { x, y, w, h } }) => [id, [x, y, w, h]]));

const CARDS = [card('a', 0, 0, 6, 4), card('b', 6, 0, 6, 4), card('c', 0, 4, 12, 3)];

describe('cards on the grid', () => {
  test('make room for one that moves, and nothing floats', () => {
    expect(places(withLayout(CARDS, 'c', { x: 0, y: 0, w: 12, h: 3 }))).toEqual({
      a: [0, 3, 6, 4],
      b: [6, 3, 6, 4],
      c: [0, 0, 12, 3],
    });
    expect(places(withLayout(CARDS, 'a', { x: 0, y: 90, w: 6, h: 4 }))).toEqual({
      a: [0, 7, 6, 4],
      b: [6, 0, 6, 4],
      c: [0, 4, 12, 3],
    });
  });

  test('stay on the grid, however far someone drags', () => {
    const { a } = places(withLayout(CARDS, 'a', { x: 40, y: -3, w: 99, h: 0 }));
    expect(a).toEqual([0, 0, 12, 2]);
  });

  test('never overlap, whatever their layout was', () => {
    const piled = packed([card('a', 0, 5, 6, 4), card('b', 3, 5, 6, 4), card('c', 8, 5, 4, 2)]);
    expect(places(piled)).toEqual({ a: [0, 0, 6, 4], b: [3, 4, 6, 4], c: [8, 8, 4, 2] });
  });

  test('move by arrow keys, past the next card, and change their size', () => {
    expect(places(afterKey(CARDS, 'a', 'ArrowRight', false)!).a).toEqual([1, 0, 6, 4]);
    expect(places(afterKey(CARDS, 'c', 'ArrowUp', false)!).c).toEqual([0, 0, 12, 3]);
    expect(places(afterKey(CARDS, 'a', 'ArrowDown', false)!).a).toEqual([0, 7, 6, 4]);
    expect(places(afterKey(CARDS, 'a', 'ArrowDown', true)!)).toMatchObject({
      a: [0, 0, 6, 5],
      c: [0, 5, 12, 3],
    });
    expect(afterKey(CARDS, 'a', 'x', false)).toBeNull();
  });

  test('get a free place at the end', () => {
    expect(freePlace(CARDS, 6, 6)).toEqual({ x: 0, y: 7, w: 6, h: 6 });
    expect(freePlace(CARDS.slice(0, 1), 6, 6)).toEqual({ x: 6, y: 0, w: 6, h: 6 });
    expect(freePlace([], 6, 6)).toEqual({ x: 0, y: 0, w: 6, h: 6 });
  });
});
