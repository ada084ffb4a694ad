import { comparisonIn, type ReportComparison } from './report-comparison.ts';
import { filterValueIn } from './report-filters.ts';
import type { FilterValue, ReportContent, ReportFilter } from './report.ts';

/** What has been chosen for all cards of a report: the values of its filters, and what they are compared with. */
export interface ReportChoices {
  readonly filters: readonly ReportFilter[];
  readonly valueOf: (filter: ReportFilter) => FilterValue | null;
  readonly comparison: ReportComparison;
}

/** Returns the choices that a report's URL says, and where it says nothing, those that were saved. */
export const choicesIn = (query: URLSearchParams, content: ReportContent): ReportChoices => ({
  filters: content.filters,
  valueOf: (filter) => filterValueIn(query, filter),
  comparison: comparisonIn(query, content),
});

/** Returns the choices that were saved with a report. */
export const savedChoices = (content: ReportContent): ReportChoices =>
  choicesIn(new URLSearchParams(), content);

const isChoice = (name: string) => name.startsWith('f.') || name === 'compare';

/** Returns the part of a report's URL that says what has been chosen. */
export const choiceText = (query: URLSearchParams): string =>
  new URLSearchParams([...query].filter(([name]) => isChoice(name))).toString();

/** Returns choices with others in their place. */
export function withChoices(query: URLSearchParams, others: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, text] of others) if (isChoice(name)) next.set(name, text);
  return next;
}
