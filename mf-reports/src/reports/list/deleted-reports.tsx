import { useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery } from '@headwater/shared/query';
import { useMay } from '@headwater/shared/session';
import { Button, styled, TwoLines } from '@headwater/shared/ui';
import { Fold } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { reportQueries, type DeletedReport } from '@headwater/shared/figures';
import { useBringBack } from '../use-bring-back.ts';

/** The reports that can be brought back, for those who may, if there are any. */
export function DeletedReports({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const canEdit = useMay('data:edit');
  const { data: deleted = [] } = useQuery({ ...reportQueries.deleted(organizationId), enabled: canEdit });
  if (deleted.length === 0) return null;
  return (
    <Fold title={t('reports.deleted_list', { count: deleted.length })}>
      <List>
        {deleted.map((report) => (
          <Deleted key={report.id} organizationId={organizationId} report={report} />
        ))}
      </List>
    </Fold>
  );
}

function Deleted({ organizationId, report }: { organizationId: string; report: DeletedReport }) {
  const t = messages.use();
  const { date } = useFormat();
  const bringBack = useBringBack(organizationId);
  const back = useMutation({ mutationFn: () => bringBack(report) });
  const { name, deletedBy } = report;
  const until = date(report.restorableUntil);
  return (
    <li>
      <TwoLines>
        <span>{name}</span>
        <span>
          {deletedBy === null
            ? t('reports.deleted_until', { until })
            : t('reports.deleted_by_until', { by: deletedBy, until })}
        </span>
      </TwoLines>
      <Button
        size="small"
        busy={back.isPending}
        aria-label={t('reports.bring_back_name', { name })}
        onClick={() => back.mutate()}
      >
        {t('reports.bring_back')}
      </Button>
    </li>
  );
}

const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    padding: '8px 0',
    borderTop: 'var(--hair)',
  },
  '& > li > div': { minWidth: 0, overflowWrap: 'anywhere' },
});
