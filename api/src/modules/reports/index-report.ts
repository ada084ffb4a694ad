import { columnsOfQuery, isComputed, type ReportContent } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { indexUses } from '../dependencies/index.ts';
import { listTableNames } from '../tables/index.ts';

/** Stores which columns of which tables a report uses. A card that only counts rows uses its table as a whole. */
export async function indexReport(
  db: WorkspaceDb,
  { id, name }: { id: string; name: string },
  { cards }: ReportContent,
): Promise<void> {
  const columns = new Map<string, Set<string>>();
  for (const { table, query } of cards.filter(isComputed)) {
    const known = columns.get(table.id) ?? new Set();
    columns.set(table.id, known);
    for (const column of columnsOfQuery(query)) known.add(column);
  }
  const tables = await listTableNames(db, [...columns.keys()]);
  await indexUses(
    db,
    { type: 'report', id, name },
    tables.map(({ id: tableId, ...table }) => ({ ...table, columns: [...columns.get(tableId)!] })),
  );
}
