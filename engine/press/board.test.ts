import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pagesOf, sizeOf } from './board.ts';

const layout = fc.record({
  x: fc.integer({ min: 0, max: 11 }),
  y: fc.integer({ min: 0, max: 60 }),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 40 }),
});
const heights = (page: number) => (page === 0 ? 620 : 700);
const at = (x: number, y: number, w: number, h: number) => ({ layout: { x, y, w, h } });

describe('cards on pages', () => {
  test('are all there once, each within its page', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ layout }), { maxLength: 20 }), (cards) => {
        const pages = pagesOf(cards, heights);
        const placed = pages.flatMap((page) => page.map(({ card }) => card));
        assert.deepEqual(new Set(placed), new Set(cards));
        assert.equal(placed.length, cards.length);
        for (const [number, page] of pages.entries())
          for (const { card, y, height } of page) {
            assert.ok(y >= 0 && y + height <= heights(number) + 0.001);
            assert.ok(height > 0 && height <= sizeOf(card.layout).height);
          }
      }),
    );
  });

  test('stay beside each other, and begin a page if they don’t fit', () => {
    const pages = pagesOf([at(0, 0, 6, 8), at(6, 0, 6, 4), at(6, 4, 6, 4), at(0, 8, 12, 6)], heights);
    assert.deepEqual(
      pages.map((page) => page.length),
      [3, 1],
    );
    assert.equal(pages[1]![0]!.y, 0);
  });
});
