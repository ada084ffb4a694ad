import { REPORT_COLUMNS, type CardLayout } from '@headwater/shared/contract';

/** The grid of the screen, in px. */
export const BOARD_WIDTH = 1_120;
const ROW = 40;
const GAP = 16;

/** Returns how large a card is. */
export const sizeOf = ({ x, w, h }: CardLayout) => {
  const column = (BOARD_WIDTH + GAP) / REPORT_COLUMNS;
  return { width: Math.min(w, REPORT_COLUMNS - x) * column - GAP, height: h * (ROW + GAP) - GAP };
};

export interface PlacedCard<Card> {
  card: Card;
  x: number;
  /** From the top of its page's cards. */
  y: number;
  width: number;
  height: number;
}

/**
 * Lays cards out on pages as they lie on the screen. Those that are beside each other stay together if a page has room for
 * them, and a card that is higher than a page is as high as it.
 */
export function pagesOf<Card extends { layout: CardLayout }>(
  cards: readonly Card[],
  heights: (page: number) => number,
): PlacedCard<Card>[][] {
  const pages: PlacedCard<Card>[][] = [];
  let used = 0;
  const place = (group: readonly Card[], from: number, at: number) => {
    for (const card of group) {
      const { width, height } = sizeOf(card.layout);
      const x = (card.layout.x * (BOARD_WIDTH + GAP)) / REPORT_COLUMNS;
      const y = at + (card.layout.y - from) * (ROW + GAP);
      const most = heights(pages.length - 1) - y;
      pages.at(-1)!.push({ card, x, y, width, height: Math.min(height, most) });
    }
  };
  const turn = () => {
    pages.push([]);
    used = 0;
  };
  if (cards.length > 0) turn();
  for (const band of bandsOf(cards)) {
    let rest = band;
    while (rest.length > 0) {
      const from = Math.min(...rest.map(({ layout }) => layout.y));
      const room = heights(pages.length - 1) - used;
      const fits = (card: Card) => (card.layout.y - from + card.layout.h) * (ROW + GAP) - GAP <= room;
      const isWhole = rest.every(fits);
      if (!isWhole && used > 0) {
        turn();
        continue;
      }
      // A band that is higher than a page: what fits, or else what begins first.
      const now = isWhole
        ? rest
        : rest.some(fits)
          ? rest.filter(fits)
          : rest.filter(({ layout }) => layout.y === from);
      place(now, from, used);
      used += Math.max(...now.map(({ layout }) => (layout.y - from + layout.h) * (ROW + GAP)));
      rest = rest.filter((card) => !now.includes(card));
    }
  }
  return pages;
}

/** Returns the cards in groups, of which each begins below the former one. */
function bandsOf<Card extends { layout: CardLayout }>(cards: readonly Card[]): Card[][] {
  const bands: Card[][] = [];
  let bottom = -1;
  for (const card of cards.toSorted((a, b) => a.layout.y - b.layout.y || a.layout.x - b.layout.x)) {
    if (card.layout.y >= bottom) bands.push([]);
    bands.at(-1)!.push(card);
    bottom = Math.max(bottom, card.layout.y + card.layout.h);
  }
  return bands;
}
