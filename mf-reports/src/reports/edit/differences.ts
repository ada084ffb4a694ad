import type { ReportText } from '@headwater/shared/figures';

export interface Difference {
  what: 'renamed' | 'added' | 'removed' | 'changed' | 'moved' | 'filters' | 'comparison';
  /** The name of the card or of the report, as it is now. */
  name: string;
}

/** Returns how a report differs from what it was, card by card. */
export function differencesOf(before: ReportText, now: ReportText): Difference[] {
  const former = new Map(before.content.cards.map((card) => [card.id, card]));
  const left = new Set(now.content.cards.map(({ id }) => id));
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...(before.name === now.name ? [] : [{ what: 'renamed' as const, name: now.name }]),
    ...now.content.cards.flatMap((card): Difference[] => {
      const was = former.get(card.id);
      if (!was) return [{ what: 'added', name: card.title }];
      if (isSame(was, card)) return [];
      const isMoved = isSame({ ...was, layout: null }, { ...card, layout: null });
      return [{ what: isMoved ? 'moved' : 'changed', name: card.title }];
    }),
    ...before.content.cards
      .filter(({ id }) => !left.has(id))
      .map(({ title }) => ({ what: 'removed' as const, name: title })),
    ...(isSame(before.content.filters, now.content.filters) ? [] : [{ what: 'filters' as const, name: '' }]),
    ...(before.content.compare === now.content.compare ? [] : [{ what: 'comparison' as const, name: '' }]),
  ];
}
