import {
  CARD_HEIGHT_MAX,
  REPORT_COLUMNS,
  REPORT_ROWS_MAX,
  type CardLayout,
  ownValue,
} from '@headwater/shared/contract';
import { GAP, ROW } from './board.tsx';

export interface Laid {
  id: string;
  layout: CardLayout;
}

/** In px, from the top left corner of the grid or from where a pointer was. */
export interface Point {
  x: number;
  y: number;
}

const isOver = (one: CardLayout, other: CardLayout) =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

const isAbove = (one: CardLayout, other: CardLayout) => one.x < other.x + other.w && other.x < one.x + one.w;

/** Returns the cards as they are read: row by row. */
export const inReadingOrder = <Card extends Laid>(cards: readonly Card[]): Card[] =>
  cards.toSorted((one, other) => one.layout.y - other.layout.y || one.layout.x - other.layout.x);

/**
 * Returns the cards with one of them at another place. The others make room and keep their order, and nothing floats:
 * each card moves up until it meets another one or the top.
 */
export function withLayout<Card extends Laid>(
  cards: readonly Card[],
  id: string,
  wanted: CardLayout,
): Card[] {
  const fixed = within(wanted);
  const places = new Map<string, CardLayout>([[id, fixed]]);
  const passed: CardLayout[] = [];
  for (const card of inReadingOrder(cards)) {
    if (card.id === id) continue;
    const floor = passed.filter((other) => isAbove(other, card.layout)).map(({ y, h }) => y + h);
    let place = { ...card.layout, y: Math.max(0, ...floor) };
    if (isOver(place, fixed)) place = { ...place, y: fixed.y + fixed.h };
    passed.push(place);
    places.set(card.id, place);
  }
  return packed(cards.map((card) => ({ ...card, layout: places.get(card.id) ?? card.layout })));
}

/** Returns the cards without gaps above them, and without any two that overlap. */
export function packed<Card extends Laid>(cards: readonly Card[]): Card[] {
  const places = new Map<string, CardLayout>();
  for (const { id, layout } of inReadingOrder(cards)) {
    const under = [...places.values()].filter((other) => isAbove(other, layout)).map(({ y, h }) => y + h);
    places.set(id, { ...layout, y: Math.max(0, ...under) });
  }
  return cards.map((card) => ({ ...card, layout: places.get(card.id)! }));
}

/** Returns the place for a card of that size below all others, or beside the last ones if it fits there. */
export function freePlace(cards: readonly Laid[], w: number, h: number): CardLayout {
  const bottom = Math.max(0, ...cards.map(({ layout }) => layout.y + layout.h));
  const last = inReadingOrder(cards).at(-1)?.layout;
  if (last && last.x + last.w + w <= REPORT_COLUMNS) {
    const beside = { x: last.x + last.w, y: last.y, w, h };
    if (!cards.some(({ layout }) => isOver(layout, beside))) return beside;
  }
  return { x: 0, y: bottom, w, h };
}

const KEYS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Returns the cards after an arrow key on one of them, which moves it, or changes its size. A step down goes as far as
 * it takes to pass a card. Null for other keys.
 */
export function afterKey<Card extends Laid>(
  cards: readonly Card[],
  id: string,
  key: string,
  isResize: boolean,
): Card[] | null {
  const step = ownValue(KEYS, key);
  const layout = cards.find((card) => card.id === id)?.layout;
  if (!step || !layout) return null;
  if (isResize) return withLayout(cards, id, { ...layout, w: layout.w + step.x, h: layout.h + step.y });
  const bottom = Math.max(0, ...cards.map((card) => card.layout.y + card.layout.h));
  for (let y = layout.y + step.y; ; y += 1) {
    const next = withLayout(cards, id, { ...layout, x: layout.x + step.x, y });
    if (step.y <= 0 || y > bottom || next.some((card, at) => card.layout.y !== cards[at]!.layout.y))
      return next;
  }
}

/** Returns how many columns and rows of a grid of that width are in so many px. */
const cellsIn = ({ x, y }: Point, width: number): Point => ({
  x: x / ((width + GAP) / REPORT_COLUMNS),
  y: y / (ROW + GAP),
});

/** Returns where a card is, or which size it has, after a pointer that holds it has gone so far on a grid of that width. */
export function placeAfter(from: CardLayout, by: Point, width: number, isResize: boolean): CardLayout {
  const cells = cellsIn(by, width);
  const [x, y] = [Math.round(cells.x), Math.round(cells.y)];
  return isResize
    ? { ...from, w: Math.min(from.w + x, REPORT_COLUMNS - from.x), h: from.h + y }
    : { ...from, x: from.x + x, y: from.y + y };
}

/**
 * Returns the place of a card of that size whose top left corner is held over a grid of that width. Below the grid is its
 * end, and beside it or above there is no place.
 */
export function placeAt(at: Point, width: number, { w, h }: Pick<CardLayout, 'w' | 'h'>): CardLayout | null {
  if (at.x < 0 || at.x > width || at.y < 0) return null;
  const { x, y } = cellsIn(at, width);
  return within({ x: Math.floor(x), y: Math.floor(y), w, h });
}

/** Returns the nearest place on the grid. */
function within({ x, y, w, h }: CardLayout): CardLayout {
  const width = Math.min(Math.max(w, 1), REPORT_COLUMNS);
  return {
    x: Math.min(Math.max(x, 0), REPORT_COLUMNS - width),
    y: Math.min(Math.max(y, 0), REPORT_ROWS_MAX),
    w: width,
    h: Math.min(Math.max(h, 2), CARD_HEIGHT_MAX),
  };
}
