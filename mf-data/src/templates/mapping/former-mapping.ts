import { ownValue } from '@headwater/shared/contract';
import type { ReportContent } from '@headwater/shared/contract';
import { formerColumns, formerTable, type ReportTemplate } from '@headwater/shared/report-templates';
import type { Table } from '@headwater/shared/tables';
import type { FormerMapping } from './use-mapping.ts';

/** Returns what a report's roles have. Undefined for another table, of which columns are suggested instead. */
export function formerMapping(
  template: ReportTemplate,
  content: ReportContent,
  table: Pick<Table, 'id'>,
): FormerMapping | undefined {
  if (formerTable(template, content)?.id !== table.id) return undefined;
  const columns = formerColumns(content);
  return {
    columns: Object.fromEntries(template.roles.map(({ id }) => [id, ownValue(columns, id) ?? null])),
    isAllTime: !content.filters.some(({ id, default: value }) => id === template.period?.role && value),
    values: Object.fromEntries(
      content.filters
        .filter(({ id }) => template.filters.some(({ role }) => role === id))
        .filter((filter) => filter.default === null || filter.default.operator === 'one_of')
        .map((filter) => [filter.id, filter.default?.values ?? []]),
    ),
  };
}
