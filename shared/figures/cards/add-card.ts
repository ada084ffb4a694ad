import {
  type CardLayout,
  type ComputedCard,
  isColumnBinding,
  isComputed,
  type ReportCard,
  type ReportContent,
} from '@headwater/shared/contract';
import { freePlace, withLayout } from './layout.ts';

/** How large a new card is. */
export const SIZES: Record<ReportCard['kind'], { w: number; h: number }> = {
  query: { w: 6, h: 7 },
  table: { w: 6, h: 7 },
  number: { w: 3, h: 3 },
  text: { w: 3, h: 3 },
};

type Without<Card, Name extends string> = Card extends unknown ? Omit<Card, Name> : never;
export type NewCard = Without<ReportCard, 'id' | 'layout'>;

/**
 * Returns a report with a card more, which filters of the same column narrow too. It's the last one. Without a place for
 * it, it gets one at the end; otherwise the others make room.
 */
export function withCard(
  content: ReportContent,
  card: NewCard,
  columns: readonly string[],
  place?: CardLayout,
): ReportContent {
  const { w, h } = SIZES[card.kind];
  const layout = place ?? freePlace(content.cards, w, h);
  const added: ReportCard = { ...card, id: freeId(content), layout };
  const all = [...content.cards, added];
  const cards = place ? withLayout(all, added.id, place) : all;
  if (!isComputed(added)) return { ...content, cards };
  return {
    ...content,
    cards,
    filters: content.filters.map((filter) => bound(filter, added, content, columns)),
  };
}

/** Returns a report with a card twice. The same filters narrow both. */
export function withCopy(content: ReportContent, card: ReportCard): ReportContent {
  const { w, h } = card.layout;
  const copy = { ...card, id: freeId(content), layout: freePlace(content.cards, w, h) };
  return {
    ...content,
    cards: [...content.cards, copy],
    filters: content.filters.map((filter) => ({
      ...filter,
      bind: filter.bind.flatMap((one) => (one.card === card.id ? [one, { ...one, card: copy.id }] : [one])),
    })),
  };
}

function bound(
  filter: ReportContent['filters'][number],
  { id, table }: ComputedCard,
  { cards }: ReportContent,
  columns: readonly string[],
) {
  const ofTable = new Set(
    cards.filter((card) => isComputed(card) && card.table.id === table.id).map((card) => card.id),
  );
  const same = filter.bind.find((one) => ofTable.has(one.card));
  if (!same || (isColumnBinding(same) && !columns.includes(same.column))) return filter;
  return { ...filter, bind: [...filter.bind, { ...same, card: id }] };
}

/** Returns an ID that no part of the report has. */
export function freeId({ cards, filters }: ReportContent): string {
  const taken = new Set([...cards, ...filters].map(({ id }) => id));
  for (;;) {
    const id = Math.random().toString(36).slice(2, 10);
    if (!taken.has(id)) return id;
  }
}
