import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate, useParams, useTitle } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, Page, QueryBoundary, Skeleton, Stack, toast } from '@headwater/shared/ui';
import { IconPlus, IconReports, IconTemplates } from '@headwater/shared/ui/icons';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { tableQueries } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { createReport, reportQueries } from '@headwater/shared/figures';
import { DeletedReports } from './deleted-reports.tsx';
import { ReportList } from './report-list.tsx';

/** All reports of the workspace. */
export function ReportsPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const reports = useQuery(reportQueries.list(organizationId));
  const tables = useQuery(tableQueries.all(organizationId));
  const canEdit = useMay('data:edit');
  useTitle(t('reports.area'));
  const isEmpty = reports.data?.length === 0;
  return (
    <Page>
      <PageHead
        title={t('reports.area')}
        actions={
          canEdit &&
          !isEmpty && (
            <>
              <NewReport organizationId={organizationId} />
              <Button icon={<IconTemplates />} to={paths.reportTemplates(organizationId)}>
                {t('reports.from_template')}
              </Button>
            </>
          )
        }
      />
      <QueryBoundary query={reports} thing={t('reports.thing_list')} loading={<ListLoading />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<IconReports size={20} />}
              title={t('reports.empty')}
              action={canEdit && <NewReport organizationId={organizationId} />}
            >
              {t(canEdit ? 'reports.empty_text' : 'reports.empty_to_read')}
            </EmptyState>
          ) : (
            <ReportList organizationId={organizationId} reports={all} tables={tables.data} />
          )
        }
      </QueryBoundary>
      <DeletedReports organizationId={organizationId} />
    </Page>
  );
}

/** Makes an empty report and opens it to add cards. */
function NewReport({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const create = useMutation({
    mutationFn: () => createReport(organizationId, { name: t('reports.untitled') }),
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: reportQueries.list(organizationId).queryKey });
      await navigate(`${paths.report(organizationId, id)}?edit=1`);
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button variant="primary" icon={<IconPlus />} busy={create.isPending} onClick={() => create.mutate()}>
      {t('reports.new')}
    </Button>
  );
}

const ListLoading = () => (
  <Stack gap={3}>
    <Skeleton width="100%" height={32} />
    <Skeleton width="100%" height={240} />
  </Stack>
);
