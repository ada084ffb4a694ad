import {
  isComputed,
  type ListedReportResource,
  type ReportContent,
  type ReportResource,
} from '@headwater/shared/contract';
import type { FullReportRow, ReportRow } from './reports.repository.ts';
import type { ReportVersionRow } from './report-versions.repository.ts';

export const presentListed = (row: ReportRow, userId: string): ListedReportResource => ({
  type: 'reports',
  id: row.id,
  attributes: {
    name: row.name,
    version: row.version,
    cards: row.cards,
    tableIds: row.table_ids,
    favorite: row.favorite,
    own: row.created_by_id === userId,
    createdBy: row.created_by,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    openings: row.openings,
    openingsByLinks: row.openingsByLinks,
    deliveries: row.deliveries,
  },
});

export function presentReport(
  row: FullReportRow,
  userId: string,
  content: ReportContent = contentOf(row),
): ReportResource {
  const { attributes, ...rest } = presentListed(row, userId);
  return { ...rest, attributes: { ...attributes, ...partsOf(content), content } };
}

/** Presents a report in a list, with what someone sees of it. */
export const presentSeen = (
  row: FullReportRow,
  userId: string,
  content: ReportContent,
): ListedReportResource => {
  const { attributes, ...rest } = presentListed(row, userId);
  return { ...rest, attributes: { ...attributes, ...partsOf(content) } };
};

const partsOf = ({ cards }: ReportContent) => ({
  cards: cards.length,
  tableIds: [...new Set(cards.filter(isComputed).map(({ table }) => table.id))],
});

export const contentOf = ({ content }: { content: string }) => JSON.parse(content) as ReportContent;

export const presentVersion = (reportId: string, row: ReportVersionRow) => ({
  type: 'report_versions' as const,
  id: `${reportId}:${row.version}`,
  attributes: {
    version: row.version,
    name: row.name,
    cards: row.cards,
    savedBy: row.saved_by,
    savedAt: row.saved_at.toISOString(),
    restoredFrom: row.restored_from,
  },
});
