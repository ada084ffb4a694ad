import { api } from '@headwater/shared/api';
import {
  may,
  newIdempotencyKey,
  type Permission,
  type Role,
  type RowSqlAttributes,
  type SearchHit,
} from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { paths, useNavigate } from '@headwater/shared/routing';
import { toast, useTheme } from '@headwater/shared/ui';
import {
  IconCode,
  IconKey,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconReports,
  IconSun,
} from '@headwater/shared/ui/icons';
import { useThemeChoice } from '../layouts/use-theme-choice.ts';
import { messages } from './messages.ts';
import type { Place } from './places.ts';

/** What can be done from the palette, and what can be done with the best of what was found. */
export function useActions(
  organizationId: string,
  role: Role | undefined,
  hits: readonly SearchHit[],
  /** Returns when a connection is read next, in words. */
  nextRun: (hit: SearchHit) => string | null,
) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { scheme } = useTheme();
  const { choose } = useThemeChoice();
  const base = `organizations/${organizationId}`;

  async function createReport() {
    const attributes = { name: t('palette.untitled_report') };
    const { id } = await api.post<{ id: string }>(`${base}/reports`, { type: 'reports', attributes });
    await navigate(`${paths.report(organizationId, id)}?edit=1`);
  }
  async function sync(source: string) {
    const headers = { 'idempotency-key': newIdempotencyKey() };
    await api.post(
      `${base}/source-connections/${source}/sync-runs`,
      { type: 'sync_runs', attributes: {} },
      { headers },
    );
    await navigate(paths.sourceConnection(organizationId, source));
  }
  async function query(source: string, table: string) {
    // Only the server knows which names need what in front of them to be this table.
    const { sql } = await api.get<RowSqlAttributes>(
      `${base}/source-connections/${source}/tables/${encodeURIComponent(table)}/row-sql`,
    );
    await navigate(paths.sqlEditor(organizationId, { sql }));
  }
  const orSay = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => toast.error(errorText(error)));

  const action = (
    key: 'new_source' | 'new_report' | 'sql_editor' | 'new_service_account' | 'theme',
    permission: Permission,
    place: Pick<Place, 'icon' | 'to' | 'act'>,
  ) => (role && may(role, permission) ? [{ key, name: t(`palette.do.${key}`), hint: '', ...place }] : []);
  const actions: Place[] = [
    ...action('new_source', 'sources:edit', { icon: IconPlus, to: paths.newSourceSelect(organizationId) }),
    ...action('new_report', 'data:edit', { icon: IconReports, act: orSay(createReport) }),
    ...action('sql_editor', 'data:read', { icon: IconCode, to: paths.sqlEditor(organizationId) }),
    ...action('new_service_account', 'service_accounts:edit', {
      icon: IconKey,
      to: paths.newServiceAccount(organizationId),
    }),
    ...action('theme', 'workspace:read', {
      icon: scheme === 'dark' ? IconSun : IconMoon,
      act: () => choose(scheme === 'dark' ? 'light' : 'dark'),
    }),
  ];
  const fed = hits.find(({ kind }) => kind === 'connection' || kind === 'table');
  const source = fed?.sourceConnectionId;
  const table = hits.find(({ kind }) => kind === 'table');
  const queries: Place[] =
    table?.sourceConnectionId && table.tableName !== null && role && may(role, 'data:read')
      ? [
          {
            key: `query ${table.id}`,
            name: t('palette.do.query', { table: table.name }),
            hint: '',
            icon: IconCode,
            act: orSay(() => query(table.sourceConnectionId!, table.tableName!)),
          },
        ]
      : [];
  const syncs: Place[] =
    fed && source && role && may(role, 'syncs:run')
      ? [
          {
            key: `sync ${source}`,
            name:
              fed.kind === 'table'
                ? t('palette.do.sync_table', { source: fed.sourceConnectionName ?? '', table: fed.name })
                : t('palette.do.sync', { source: fed.name }),
            hint: nextRun(fed) ?? '',
            icon: IconRefresh,
            act: orSay(() => sync(source)),
          },
        ]
      : [];
  return { actions, withHits: [...queries, ...syncs] };
}
