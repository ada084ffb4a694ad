import { REPORTS_MAX, type Language, ownValue } from '@headwater/shared/contract';
import {
  contentOf,
  customerRetention,
  matchRoles,
  revenueOverview,
  usualValues,
  type ReportTemplate,
} from '@headwater/shared/report-templates';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { Actor } from '../../../http/principal.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { addReport, countReports, setFavorite } from '../../reports/reports/index.ts';

/** A table of the sample shop, which may not have been synced yet. */
export interface SampleTable {
  readonly id: string;
  readonly tableName: string;
  readonly columns: readonly StreamColumn[];
  readonly primaryKey: readonly string[];
}

/** For whom the reports are made. */
export interface SampleReader {
  readonly by: Actor;
  readonly language: Language;
  /** In which their days begin. */
  readonly zone: string;
}

const REPORTS: readonly ReportTemplate[] = [revenueOverview, customerRetention];
const TABLE = 'orders';

/** The values of columns of the shop's orders by which templates decide what counts, the most frequent first. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  status: ['delivered', 'returned', 'cancelled', 'shipped', 'paid', 'placed'],
  currency: ['EUR', 'SEK', 'GBP', 'NOK', 'DKK', 'PLN', 'USD', 'CHF'],
};

/**
 * Makes the reports that come with the sample shop, from the same templates that everybody can use. They show figures as
 * soon as the first sync ends. Returns the IDs. A workspace without room for more reports gets none.
 */
export async function addSampleReports(
  db: WorkspaceDb,
  tables: readonly SampleTable[],
  { by, language, zone }: SampleReader,
): Promise<string[]> {
  const table = tables.find(({ tableName }) => tableName === TABLE);
  if (!table || (await countReports(db)) + REPORTS.length > REPORTS_MAX) return [];
  const ids: string[] = [];
  for (const [at, template] of REPORTS.entries()) {
    const found = [...matchRoles(template, { ...table, version: null, rows: null })];
    const columns = Object.fromEntries(found.map(([role, { column }]) => [role, column]));
    const values = Object.fromEntries(
      template.filters.map((filter) => [
        filter.role,
        usualValues(filter, ownValue(VALUES, ownValue(columns, filter.role) ?? '') ?? []),
      ]),
    );
    const mapping = { table: { id: table.id, name: table.tableName }, columns, values };
    const content = contentOf(template, mapping, { language, zone });
    const id = await addReport(db, { name: template.name[language], content, by });
    // The demo opens with it.
    if (at === 0) await setFavorite(db, id, by.id, true);
    ids.push(id);
  }
  return ids;
}
