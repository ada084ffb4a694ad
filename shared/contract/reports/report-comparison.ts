import { isComparable } from '../tables/query.rules.ts';
import { isComputed } from './report.rules.ts';
import type { ComputedCard, ReportCard, ReportContent } from './report.ts';
import { REPORT_COMPARISONS } from '../ground/words.ts';

/** What all cards of a report are compared with: an earlier period, nothing, or whatever each card says. */
export type ReportComparison = (typeof REPORT_COMPARISONS)[number];

const KEY = 'compare';

type Parts = Pick<ReportContent, 'compare'> & { readonly cards: readonly ReportCard[] };

/** Returns the comparison of a report that nobody has chosen one for. */
export const naturalComparison = ({ cards }: Pick<Parts, 'cards'>): ReportComparison =>
  cards.some((card) => isComputed(card) && card.compare !== undefined) ? 'cards' : 'none';

/** Returns the comparisons between which one can choose: none if no card can be compared with anything. */
export function comparisonsFor({ cards }: Pick<Parts, 'cards'>): ReportComparison[] {
  if (!cards.some((card) => isComputed(card) && isComparable(card.query))) return [];
  return REPORT_COMPARISONS.filter((one) => one !== 'cards' || naturalComparison({ cards }) === 'cards');
}

/** Returns what a report compares its cards with, which the URL says as `compare=previous`. By default, as it was saved. */
export function comparisonIn(query: URLSearchParams, content: Parts): ReportComparison {
  const saved = content.compare ?? naturalComparison(content);
  const asked = query.get(KEY);
  return comparisonsFor(content).find((one) => one === asked) ?? saved;
}

/** Returns the URL's query with another comparison. */
export function withComparison(
  query: URLSearchParams,
  content: Parts,
  comparison: ReportComparison,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(KEY);
  if (comparisonIn(next, content) !== comparison) next.set(KEY, comparison);
  return next;
}

/** Returns a report that compares its cards with something else, unless the URL says otherwise. */
export function savingComparison(content: ReportContent, comparison: ReportComparison): ReportContent {
  const { compare: _former, ...rest } = content;
  return comparison === naturalComparison(content) || comparison === 'cards'
    ? rest
    : { ...rest, compare: comparison };
}

/** Returns what a card is compared with in a report. One that can't be compared just shows what it shows. */
export function comparedWith(
  { compare, query }: Pick<ComputedCard, 'compare' | 'query'>,
  comparison: ReportComparison,
): ComputedCard['compare'] {
  if (comparison === 'cards') return compare;
  return comparison !== 'none' && isComparable(query) ? comparison : undefined;
}
