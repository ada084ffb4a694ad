import { ownValue } from '@headwater/shared/contract';
import type { Query } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { queryClient, queryOptions, useQuery } from '@headwater/shared/query';
import { useCalendar, useWorkspaceSettings } from '@headwater/shared/session';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  contentOf,
  matchRoles,
  rangeOf,
  usualValues,
  type BoundColumns,
  type ReportTemplate,
} from '@headwater/shared/report-templates';
import { useMemo, useState } from 'react';
import { resultQuery } from '../../table/chart/chart.queries.ts';
import { rowQueries } from '../../table/rows/row.queries.ts';

/** The values of a column to choose from, the most frequent first. */
export interface KnownValues {
  values: readonly { value: string; rows: number }[];
  /** Whether there are more. */
  hasMore: boolean;
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 40;

interface MappingOf {
  organizationId: string;
  template: ReportTemplate;
  table: Table;
  /** What a report of this table has. Without it, what is suggested. */
  former?: FormerMapping | undefined;
}

/** Columns by role, with null for none, and values that count by the role of their filter. */
export interface FormerMapping {
  columns: Readonly<Record<string, string | null>>;
  values: Readonly<Record<string, readonly string[]>>;
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
  const [counted, setCounted] = useState<FormerMapping['values']>(former?.values ?? {});
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
  const valuesOf = (role: string): KnownValues | undefined => {
    const column = ownValue(columns, role);
    return column === undefined ? undefined : known.data?.get(column);
  };
  const recent = useRecentRows({ template, address, version, columns, zone });
  const [chosenTime, setAllTime] = useState(former?.isAllTime);
  // A period without rows shows nothing.
  const isAllTime = chosenTime ?? recent === 0;
  const values = Object.fromEntries(
    template.filters.map((filter) => {
      const { values: all = [], hasMore = false } = valuesOf(filter.role) ?? {};
      const usual =
        hasMore && filter.pick === 'some'
          ? []
          : usualValues(
              filter,
              all.map(({ value }) => value),
              currency,
            );
      return [filter.role, ownValue(counted, filter.role) ?? usual];
    }),
  );
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
    content: contentOf(
      template,
      { table: { id, name: tableName }, columns, values, isAllTime },
      { language, zone },
    ),
    samplesOf(role: string): string[] {
      const at = page?.columns.findIndex(({ name }) => name === ownValue(columns, role)) ?? -1;
      const found = new Set(page?.rows.flatMap((row) => row[at] ?? []));
      return [...found]
        .slice(0, SAMPLES)
        .map((value) => (value.length > SAMPLE_LENGTH ? `${value.slice(0, SAMPLE_LENGTH)}…` : value));
    },
    setColumn(role: string, column: string | null): void {
      setChosen({ ...chosen, [role]: column });
      setCounted(Object.fromEntries(Object.entries(counted).filter(([one]) => one !== role)));
    },
    setValues: (role: string, next: readonly string[]) => setCounted({ ...counted, [role]: next }),
    setAllTime,
  };
}

export type MappingState = ReturnType<typeof useMapping>;

interface RecentOf {
  template: ReportTemplate;
  address: TableAddress;
  version: number;
  columns: BoundColumns;
  zone: string;
}

/** Returns how many rows a template's period has. Undefined until that is known, and null if it can't be, or has none. */
function useRecentRows({ template: { period }, address, version, columns, zone }: RecentOf) {
  const column = period && ownValue(columns, period.role);
  const query: Query = {
    filter: period && column ? [[{ column, ...rangeOf(period.months, zone) }]] : [],
    ...{ breakouts: [], measures: [{ as: 'recent', agg: 'count' }] },
  };
  const found = useQuery({
    ...resultQuery(address, version, query),
    enabled: column !== undefined,
    placeholderData: undefined,
  });
  if (column === undefined || found.isError) return null;
  return found.data && Number(found.data.values[0]?.[0] ?? 0);
}

const FIRST_PAGE = { size: 100, after: null, filter: '', sort: '', columns: '' };

const knownValues = (address: TableAddress, version: number, columns: readonly string[]) =>
  queryOptions({
    queryKey: ['template_values', address, version, columns],
    queryFn: async () =>
      new Map<string, KnownValues>(
        await Promise.all(
          columns.map(
            async (column) =>
              [
                column,
                await queryClient.fetchQuery(
                  rowQueries.valuesOfAll([{ address, version, column }], { search: '', filter: '' }),
                ),
              ] as const,
          ),
        ),
      ),
    staleTime: Infinity,
  });
