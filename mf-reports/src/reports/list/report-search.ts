import type { ListedReport } from '@headwater/shared/figures';

export const SHOWN = ['all', 'own', 'favorite', 'shared', 'alerting'] as const;
export type Shown = (typeof SHOWN)[number];

/** Returns the reports of a kind. */
export const reportsShown = (reports: readonly ListedReport[], shown: Shown): readonly ListedReport[] =>
  reports.filter(IS_SHOWN[shown]);

const IS_SHOWN: Record<Shown, (report: ListedReport) => boolean> = {
  all: () => true,
  own: ({ own }) => own,
  favorite: ({ favorite }) => favorite,
  shared: ({ deliveries }) => deliveries.links > 0,
  alerting: ({ deliveries }) => deliveries.triggered > 0,
};

/** Returns the reports that a search finds, by their name or the person who made or changed them. */
export function searchReports(reports: readonly ListedReport[], search: string): readonly ListedReport[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return reports.filter(({ name, createdBy, changedBy }) => {
    const text = [name, createdBy, changedBy].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
