import {
  filteredQuery,
  isComputed,
  ownValue,
  savedChoices,
  type Query,
  type ReportContent,
} from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useCalendar, useWorkspaceSettings } from '@headwater/shared/session';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  contentOf,
  matchRoles,
  usualValues,
  type ChosenValues,
  type OrderedValues,
  type ReportTemplate,
} from '@headwater/shared/report-templates';
import { useMemo, useState } from 'react';
import { type OfferedValues, resultQuery, rowQueries } from '@headwater/shared/figures';
import { knownValues, recentRows, rowCountIn, type RecentOf } from '../template-facts.ts';

const SAMPLES = 3;
const SAMPLE_LENGTH = 40;

interface MappingOf {
  organizationId: string;
  template: ReportTemplate;
  table: Table;
  /** What a report of this table has. Without it, what is suggested. */
  former?: FormerMapping | undefined;
}

/** Columns by role, with null for none, and by the role of a filter what was chosen in it. */
export interface FormerMapping {
  columns: Readonly<Record<string, string | null>>;
  values: Readonly<Record<string, ChosenValues>>;
  /** The values that counted in reports of older versions, which named them instead of those that don't. */
  counted: Readonly<Record<string, readonly string[]>>;
  order: OrderedValues;
  isAllTime: boolean;
}

/** Which columns and values a template is filled with: what is suggested, until someone chooses otherwise. */
export function useMapping({ organizationId, template, table, former }: MappingOf) {
  const language = useLanguage();
  const { zone } = useCalendar();
  const { currency } = useWorkspaceSettings();
  const { id, sourceConnectionId, tableName } = table;
  const version = table.version!;
  const address = useMemo(
    () => ({ organizationId, sourceConnectionId, tableName }),
    [organizationId, sourceConnectionId, tableName],
  );
  const matches = useMemo(() => matchRoles(template, table), [template, table]);
  const [chosen, setChosen] = useState<FormerMapping['columns']>(former?.columns ?? {});
  const [picked, setPicked] = useState<FormerMapping['values']>(former?.values ?? {});
  const [order, setOrder] = useState<OrderedValues>(former?.order ?? {});
  const columns = useMemo(() => {
    // What was chosen can vanish with a newer version.
    const isThere = (column: string | null | undefined) => table.columns.some(({ name }) => name === column);
    return Object.fromEntries(
      template.roles.flatMap((role) => {
        const column =
          ownValue(chosen, role.id) === undefined ? matches.get(role.id)?.column : ownValue(chosen, role.id);
        return isThere(column) ? [[role.id, column!]] : [];
      }),
    );
  }, [template, table, matches, chosen]);
  const page = useQuery(rowQueries.page(address, FIRST_PAGE)).data;
  const filtered = template.filters.flatMap(({ role }) => ownValue(columns, role) ?? []);
  const known = useQuery(knownValues(address, version, filtered));
  const valuesOf = (role: string): OfferedValues | undefined => {
    const column = ownValue(columns, role);
    return column === undefined ? undefined : known.data?.get(column);
  };
  const recent = useRecentRows({ template, address, version, columns, zone });
  const [chosenTime, setAllTime] = useState(former?.isAllTime);
  // A period without rows shows nothing.
  const isAllTime = chosenTime ?? recent === 0;
  const values = Object.fromEntries(
    template.filters.map((filter) => {
      const all = valuesOf(filter.role)?.values.map(({ value }) => value) ?? [];
      const isSame = ownValue(columns, filter.role) === ownValue(former?.columns, filter.role);
      const before = isSame ? ownValue(former?.counted, filter.role) : undefined;
      // Rows without a value never counted by themselves.
      const usual = before
        ? all.filter((value) => value !== null && !before.includes(value))
        : usualValues(filter, all, currency);
      return [filter.role, ownValue(picked, filter.role) ?? usual];
    }),
  );
  const content = contentOf(
    template,
    { table: { id, name: tableName }, columns, values, order, isAllTime },
    { language, zone },
  );
  const usualOrder = useUsualOrder({ template, address, version, content, isKnown: known.isSuccess });
  return {
    matches,
    columns,
    values,
    valuesOf,
    /** Which values there are, on which the figures depend. */
    known,
    isAllTime,
    /** Whether the period that the report is about is chosen already. */
    isTimeKnown: chosenTime !== undefined || recent !== undefined,
    missing: template.roles.filter((role) => role.required && ownValue(columns, role.id) === undefined),
    content,
    /** The order that somebody has given a role's values. Null for the usual one. */
    orderOf: (role: string) => ownValue(order, role) ?? null,
    usualOrder,
    setOrder: (role: string, next: readonly string[] | null) =>
      setOrder(next ? { ...order, [role]: next } : without(order, role)),
    samplesOf(role: string): string[] {
      const at = page?.columns.findIndex(({ name }) => name === ownValue(columns, role)) ?? -1;
      const found = new Set(page?.rows.flatMap((row) => row[at] ?? []));
      return [...found]
        .slice(0, SAMPLES)
        .map((value) => (value.length > SAMPLE_LENGTH ? `${value.slice(0, SAMPLE_LENGTH)}…` : value));
    },
    setColumn(role: string, column: string | null): void {
      setChosen({ ...chosen, [role]: column });
      setPicked(without(picked, role));
      setOrder(without(order, role));
    },
    setValues: (role: string, next: ChosenValues) => setPicked({ ...picked, [role]: next }),
    setAllTime,
  };
}

const without = <T>(all: Readonly<Record<string, T>>, role: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== role));

export type MappingState = ReturnType<typeof useMapping>;

interface OrderOf {
  template: ReportTemplate;
  address: TableAddress;
  version: number;
  content: ReportContent;
  isKnown: boolean;
}

/** Returns the order of steps that a funnel has unless somebody chooses another one. Empty until it's known. */
function useUsualOrder({ template, address, version, content, isKnown }: OrderOf): readonly string[] {
  const isOrdered = template.filters.some((filter) => filter.isOrdered);
  const funnel = content.cards.filter(isComputed).find(({ query }) => query.shape?.kind === 'funnel');
  const { filters, valueOf } = savedChoices(content);
  const asked = funnel && filteredQuery(funnel, filters, valueOf).query;
  const query: Query = {
    ...{ ...asked, breakouts: [{ as: 'step', column: 'step' }] },
    ...{
      measures: [{ as: 'place', agg: 'min', column: 'place' }],
      sort: [{ by: 'place', descending: false }],
    },
    ...(asked?.shape?.kind === 'funnel' && { shape: { ...asked.shape, steps: undefined } }),
  };
  const found = useQuery({
    ...resultQuery(address, version, query),
    enabled: isOrdered && isKnown && asked !== undefined,
  });
  return found.data?.values[0]?.flatMap((step) => step ?? []) ?? [];
}

/** Returns how many rows a template's period has. Undefined until that is known, and null if it can't be, or has none. */
function useRecentRows(of: RecentOf) {
  const query = recentRows(of);
  const found = useQuery({ ...query, placeholderData: undefined });
  if (!query.enabled || found.isError) return null;
  return found.data && rowCountIn(found.data);
}

const FIRST_PAGE = { size: 100, after: null, filter: '', sort: '', columns: '' };
