import type { DataScope } from '@headwater/shared/contract';
import { readable, useFormat, useLanguage, writeValues } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { useWorkspaceSettings } from '@headwater/shared/session';
import { styled } from '@headwater/shared/ui';
import {
  IconClock,
  IconData,
  IconFilter,
  IconGlobe,
  IconKey,
  IconPulse,
  type IconComponent,
} from '@headwater/shared/ui/icons';
import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { tableQueries } from '@headwater/shared/tables';
import { type AccountValues } from './account.queries.ts';
import { useScopeText } from './scope/scope-text.ts';
import { comparesMoments, type RowCondition } from './scope/row-filter.ts';
import { isColumnChosen, type ChoosableTable } from './scope/scope.ts';

type Line = readonly [IconComponent, string];

interface AccountSummaryProps extends Pick<AccountValues, 'scope' | 'rights' | 'networks' | 'limits'> {
  /** How long the first token works, if the form asks for it and it's a number of days. */
  days: number | null;
}

/** What the account will see and may do, as the form stands. */
export function AccountSummary(props: AccountSummaryProps) {
  const t = messages.use();
  const reads = useReads(props.scope);
  const rows = useRows(props.scope);
  const { date } = useFormat();
  const { rights, networks, limits, days } = props;
  const lines: Line[] = [
    [IconData, reads],
    ...rows.map((text): Line => [IconFilter, text]),
    [
      IconKey,
      rights.length === 0
        ? t('accounts.summary.nothing')
        : rights.map((right) => t(`accounts.right.${right}`)).join(', '),
    ],
    [IconPulse, t('accounts.summary.limits', { requests: limits.requests, seconds: limits.seconds })],
    [IconGlobe, t('accounts.summary.networks', { count: networks.length })],
    ...(days === null
      ? []
      : [[IconClock, t('accounts.summary.until', { date: date(inDays(days)) })] satisfies Line]),
  ];
  return (
    <Card title={t('accounts.summary')}>
      <Lines>
        {lines.map(([Icon, text], at) => (
          <li key={at}>
            <Icon />
            <span>{text}</span>
          </li>
        ))}
      </Lines>
    </Card>
  );
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** How much is read, counted in the tables that there are now. */
function useReads(scope: DataScope | null): string {
  const t = messages.use();
  const scopeText = useScopeText();
  const { organizationId = '' } = useParams();
  const tables = useQuery(tableQueries.all(organizationId)).data;
  if (scope === null) return t('accounts.scope.everything_hint');
  if (scope.length === 0) return t('accounts.summary.no_data');
  if (!tables) return scopeText(scope);
  const chosen = tables
    .map((table) => ({ table, columns: countChosen(scope, table) }))
    .filter(({ columns }) => columns > 0);
  const names = new Set(chosen.map(({ table }) => table.sourceConnectionName));
  return t('accounts.summary.reads', {
    columns: chosen.reduce((sum, { columns }) => sum + columns, 0),
    tables: chosen.length,
    connections: [...names].join(', '),
  });
}

const countChosen = (scope: DataScope, table: ChoosableTable) =>
  table.columns.filter(({ name }) => isColumnChosen(scope, table, name)).length;

/** Which tables are seen in part only, each with its conditions. */
function useRows(scope: DataScope | null): string[] {
  const t = messages.use();
  const language = useLanguage();
  const { timeZone } = useWorkspaceSettings();
  const { organizationId = '' } = useParams();
  const known = useQuery(tableQueries.all(organizationId)).data;
  const both = new Intl.ListFormat(language);
  const either = new Intl.ListFormat(language, { type: 'disjunction' });
  const wordsOf = ({ column, operator, values, orNull }: RowCondition) =>
    [column, t(`accounts.operator.${operator}`), writeValues(values), orNull && t('accounts.rows.or_null')]
      .filter(Boolean)
      .join(' ');
  return (scope ?? []).flatMap(({ sourceConnectionId, tables = [] }) =>
    (tables ?? []).flatMap(({ tableName, filter = [] }) => {
      if (filter.length === 0) return [];
      const columns = known?.find(
        (table) => table.sourceConnectionId === sourceConnectionId && table.tableName === tableName,
      )?.columns;
      return t(
        comparesMoments(filter, columns ?? []) ? 'accounts.summary.rows_of_days' : 'accounts.summary.rows',
        {
          table: tableName,
          conditions: both.format(filter.map((group) => either.format(group.map(wordsOf)))),
          zone: readable(timeZone ?? 'UTC'),
        },
      );
    }),
  );
}

const Lines = styled('ul')({
  display: 'grid',
  gap: 10,
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: 10,
    overflowWrap: 'anywhere',
  },
  '& .hw-icon': { marginTop: 2, color: 'var(--icon)' },
});
