import { ownValue, type ReportContent } from '@headwater/shared/contract';
import {
  chosenIn,
  formerColumns,
  formerOrder,
  formerTable,
  type ReportTemplate,
} from '@headwater/shared/report-templates';
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
  const filters = template.filters.flatMap((filter) => {
    const own = content.filters.find(({ id }) => id === filter.role);
    return own ? [{ role: filter.role, value: own.default, chosen: chosenIn(filter, own.default) }] : [];
  });
  return {
    columns: Object.fromEntries(template.roles.map(({ id }) => [id, ownValue(columns, id) ?? null])),
    isAllTime: !content.filters.some(({ id, default: value }) => id === template.period?.role && value),
    values: Object.fromEntries(filters.flatMap(({ role, chosen }) => (chosen ? [[role, chosen]] : []))),
    counted: Object.fromEntries(
      filters.flatMap(({ role, value, chosen }) =>
        !chosen && value?.operator === 'one_of' ? [[role, value.values]] : [],
      ),
    ),
    order: formerOrder(template, content),
  };
}
