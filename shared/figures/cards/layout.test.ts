import { afterKey, freePlace, packed, placeAfter, placeAt, withLayout } from './layout.ts';

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

  test('follow a pointer in steps of the grid, as wide as it is laid out', () => {
    const from = { x: 2, y: 4, w: 6, h: 4 };
    // Columns of 64 px, and rows of 56, with their gaps.
    expect(placeAfter(from, { x: 130, y: -60 }, 752, false)).toEqual({ x: 4, y: 3, w: 6, h: 4 });
    expect(placeAfter(from, { x: 130, y: -60 }, 1520, false)).toEqual({ x: 3, y: 3, w: 6, h: 4 });
    expect(placeAfter(from, { x: 31, y: 27 }, 752, false)).toEqual(from);
    expect(placeAfter(from, { x: 900, y: 60 }, 752, true)).toEqual({ x: 2, y: 4, w: 10, h: 5 });
  });

  test('get the place under a pointer that brings them, and none beside the grid', () => {
    const size = { w: 4, h: 3 };
    expect(placeAt({ x: 130, y: 60 }, 752, size)).toEqual({ x: 2, y: 1, ...size });
    expect(placeAt({ x: 750, y: 0 }, 752, size)).toEqual({ x: 8, y: 0, ...size });
    expect([placeAt({ x: -1, y: 9 }, 752, size), placeAt({ x: 753, y: 9 }, 752, size)]).toEqual([null, null]);
    expect(placeAt({ x: 9, y: -1 }, 752, size)).toBeNull();
  });
});
