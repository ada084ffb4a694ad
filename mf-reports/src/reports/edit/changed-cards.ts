import type { CardLayout, ReportCard, ReportContent } from '@headwater/shared/contract';
import { packed, withLayout, type Laid } from '@headwater/shared/figures';

/** Returns a report without a card, whose place others take. */
export const withoutCard = (content: ReportContent, id: string): ReportContent => ({
  ...content,
  cards: packed(content.cards.filter((card) => card.id !== id)),
  filters: content.filters.map((filter) => ({
    ...filter,
    bind: filter.bind.filter(({ card }) => card !== id),
  })),
});

/** Returns the cards at the places that something has given them, without gaps. */
export function placedAs(cards: readonly ReportCard[], laid: readonly Laid[]): ReportCard[] {
  const places = new Map<string, CardLayout>(laid.map(({ id, layout }) => [id, layout]));
  return packed(cards.map((card) => ({ ...card, layout: places.get(card.id) ?? card.layout })));
}

/** Returns a report with a card changed. For a higher one, the others make room. */
export function withChanged(content: ReportContent, next: ReportCard): ReportContent {
  const cards = content.cards.map((card) => (card.id === next.id ? next : card));
  const isAsHigh = content.cards.some(({ id, layout }) => id === next.id && layout.h === next.layout.h);
  return { ...content, cards: isAsHigh ? cards : withLayout(cards, next.id, next.layout) };
}
