import type { ListedReport } from '../report.queries.ts';

export const SHOWN = ['all', 'own', 'favorite'] as const;
export type Shown = (typeof SHOWN)[number];

/** Returns the reports of a kind. */
export const reportsShown = (reports: readonly ListedReport[], shown: Shown): readonly ListedReport[] =>
  shown === 'all' ? reports : reports.filter((report) => report[shown]);

/** Returns the reports that a search finds, by their name or the person who made or changed them. */
export function searchReports(reports: readonly ListedReport[], search: string): readonly ListedReport[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter(({ name, createdBy, changedBy }) => {
    const text = [name, createdBy, changedBy].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
