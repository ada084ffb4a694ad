import {
  filteredQuery,
  isColumnBinding,
  isComputed,
  REPORT_FILTERS_MAX,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import { freeId, freePlace, withCard } from '@headwater/shared/figures';
import type { Addition } from './new-card.ts';

/**
 * Returns what adds a card of a template with what its figures depend on: filters of the same column narrow it, and
 * where the report has none, the template's come with it. If there are too many, the card's own query says the rest.
 *
 * @param from the report that the template makes
 * @param columns those of its table
 */
export const templateAddition =
  (from: ReportContent, cardId: string, columns: readonly string[]): Addition =>
  (content, place) => {
    const { id: _id, layout, ...card } = from.cards.find(({ id }) => id === cardId)!;
    const { w, h } = layout;
    const next = withCard(content, card, columns, place ?? freePlace(content.cards, w, h));
    const added = next.cards.at(-1)!;
    const isNarrowed = (column: string) =>
      next.filters.some(({ bind }) =>
        bind.some((one) => one.card === added.id && isColumnBinding(one) && one.column === column),
      );
    const own = from.filters.flatMap(({ bind, ...filter }): ReportFilter[] => {
      const column = bind.filter(isColumnBinding).find((one) => one.card === cardId)?.column;
      if (column === undefined || filter.default === null || isNarrowed(column)) return [];
      return [{ ...filter, bind: [{ card: added.id, column }] }];
    });
    const fitting = own.slice(0, Math.max(0, REPORT_FILTERS_MAX - next.filters.length));
    const rest = own.slice(fitting.length);
    const cards = next.cards.map((one) =>
      one.id === added.id && isComputed(one)
        ? { ...one, query: filteredQuery(one, rest, (filter) => filter.default).query }
        : one,
    );
    return fitting.reduce(
      (all, filter) => ({ ...all, filters: [...all.filters, { ...filter, id: freeId(all) }] }),
      { ...next, cards },
    );
  };
