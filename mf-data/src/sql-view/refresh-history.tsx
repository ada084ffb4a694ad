import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, Text } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { sqlViewQueries, type SqlView, type SqlViewRefresh } from '@headwater/shared/figures';

interface RefreshHistoryProps {
  organizationId: string;
  view: SqlView;
  onClose(): void;
}

const TONES = { running: 'accent', succeeded: undefined, failed: 'bad' } as const;

/** Returns the zone of a refresh, if the one before had another. Null if it had the same, or there was none. */
function newZone({ id, zone }: SqlViewRefresh, newestFirst: readonly SqlViewRefresh[]): string | null {
  const made = newestFirst.filter(({ state }) => state === 'succeeded');
  const at = made.findIndex((one) => one.id === id);
  const before = at < 0 ? undefined : made[at + 1];
  return zone !== null && before && zone !== (before.zone ?? 'UTC') ? zone : null;
}

/** When a view was last refreshed, and what came of it. */
export function RefreshHistory({ organizationId, view, onClose }: RefreshHistoryProps) {
  const t = messages.use();
  const { number, dateTime } = useFormat();
  const errorText = useErrorText();
  const refreshes = useQuery(sqlViewQueries.refreshes(organizationId, view.id));
  const columns: DataTableColumn<SqlViewRefresh>[] = [
    { id: 'start', head: t('view.col_start'), rowHead: true, cell: ({ startedAt }) => dateTime(startedAt) },
    {
      id: 'state',
      head: t('view.col_state'),
      cell: ({ state, failure }) => (
        <>
          <Tag tone={TONES[state]}>{t(`view.state.${state}`)}</Tag>
          {failure && (
            <Text tone="muted" size={12}>
              {errorText(failure)}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'why',
      head: t('view.col_why'),
      cell: (refresh) => {
        if (refresh.requestedBy !== null) return t('view.why_asked', { name: refresh.requestedBy });
        const zone = newZone(refresh, refreshes.data ?? []);
        return zone === null ? t('view.why_changed') : t('view.why_zone', { zone });
      },
      hideBelow: 600,
    },
    {
      id: 'rows',
      head: t('list.col_rows'),
      align: 'end',
      cell: ({ rows }) => (rows === null ? '–' : number(rows)),
    },
  ];
  return (
    <Dialog open wide title={t('view.history_of', { name: view.name })} onClose={onClose}>
      <QueryBoundary
        query={refreshes}
        thing={t('view.history_thing')}
        loading={<Skeleton width="100%" height={160} />}
      >
        {(found) => (
          <DataTable label={t('view.history')} columns={columns} rows={found} rowKey={({ id }) => id} />
        )}
      </QueryBoundary>
    </Dialog>
  );
}
