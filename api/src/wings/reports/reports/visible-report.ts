import {
  columnsOfQuery,
  isColumnBinding,
  isComputed,
  type FilterBinding,
  type ReportCard,
  type ReportContent,
} from '@headwater/shared/contract';
import type { Principal } from '../../../http/principal.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { listTableNames, visibleColumns } from '../../tables/tables/index.ts';

/**
 * Returns what someone sees of a report: cards whose tables and columns are all visible, and filters that are bound to
 * one of them. Texts are for everybody who may read the report.
 */
export async function visibleReport(
  db: WorkspaceDb,
  principal: Principal,
  content: ReportContent,
): Promise<ReportContent> {
  if (principal.kind === 'user' || principal.scope === null) return content;
  const ids = content.cards.filter(isComputed).map(({ table }) => table.id);
  const tables = new Map((await listTableNames(db, ids)).map((table) => [table.id, table]));
  const isVisible = (card: ReportCard): boolean => {
    if (!isComputed(card)) return true;
    const table = tables.get(card.table.id);
    const names = table && visibleColumns(principal, table);
    if (names === undefined) return false;
    return names === 'all' || columnsOfQuery(card.query).every((column) => names.has(column));
  };
  const cards = content.cards.filter(isVisible);
  const isShown = (name: FilterBinding): boolean => {
    const card = cards.find(({ id }) => id === name.card);
    const table = card && isComputed(card) ? tables.get(card.table.id) : undefined;
    const names = table && visibleColumns(principal, table);
    if (!isColumnBinding(name)) return names !== undefined;
    return names === 'all' || (names?.has(name.column) ?? false);
  };
  const filters = content.filters
    .map((filter) => ({ ...filter, bind: filter.bind.filter(isShown) }))
    .filter(({ bind }) => bind.length > 0);
  return { cards, filters, ...(content.compare && { compare: content.compare }) };
}
