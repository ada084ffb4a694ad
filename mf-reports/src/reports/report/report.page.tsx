import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle, useVisit } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { type Table, tableQueries } from '@headwater/shared/tables';
import { Page, QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { Topbar } from '@headwater/shared/ui/workspace';
import { useEffect, useMemo, useRef } from 'react';
import { messages } from '../../messages.ts';
import { codeOf, countOpening, type Report, reportQueries, WithCode } from '@headwater/shared/figures';
import { ReportActions } from './report-actions.tsx';
import { ReportView } from './report-view.tsx';

const editor = codeOf(
  'report-editor',
  () => import(/* webpackChunkName: "report-editor" */ '../edit/report-editor.tsx'),
);

/** A report with what its cards show, or under edit. */
export function ReportPage() {
  const t = messages.use();
  const { organizationId = '', reportId = '' } = useParams();
  const report = useQuery(reportQueries.one(organizationId, reportId));
  const tables = useQuery(tableQueries.all(organizationId));
  const [query] = useSearchParams();
  const canEdit = useMay('data:edit');
  const isEdited = canEdit && query.has('edit');
  const name = report.data?.name ?? '…';
  useTitle(name);
  useVisit(paths.report(organizationId, reportId), report.data?.name);
  useOpening(organizationId, report.data !== undefined && !isEdited ? reportId : null);
  return (
    <>
      {!isEdited && (
        <Topbar
          crumbs={[{ label: t('reports.area'), to: paths.reports(organizationId) }, { label: name }]}
          actions={
            report.data && (
              <ReportActions organizationId={organizationId} report={report.data} canEdit={canEdit} />
            )
          }
        />
      )}
      <QueryBoundary
        query={report}
        thing={t('reports.thing')}
        missing={t('reports.not_found')}
        loading={<Wait />}
      >
        {(found) => (
          <QueryBoundary query={tables} thing={t('list.thing')} loading={<Wait />}>
            {(all) => (
              <Content organizationId={organizationId} report={found} tables={all} isEdited={isEdited} />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}

/** Counts that a report is shown: once, however often it changes or is edited meanwhile. */
function useOpening(organizationId: string, shownId: string | null) {
  const counted = useRef<string | null>(null);
  useEffect(() => {
    if (shownId === null || counted.current === shownId) return;
    counted.current = shownId;
    // Nobody has to know if it fails.
    countOpening(organizationId, shownId).catch(() => undefined);
  }, [organizationId, shownId]);
}

interface ContentProps {
  organizationId: string;
  report: Report;
  tables: readonly Table[];
  isEdited: boolean;
}

function Content({ organizationId, report, tables, isEdited }: ContentProps) {
  const t = messages.use();
  // The versions that are current now: all cards agree on them.
  const byId = useMemo(() => new Map(tables.map((table) => [table.id, table])), [tables]);
  if (!isEdited) return <ReportView organizationId={organizationId} report={report} tables={byId} />;
  return (
    <WithCode code={editor} thing={t('reports.thing')} loading={<Wait />}>
      {({ ReportEditor }) => (
        <ReportEditor key={report.id} organizationId={organizationId} report={report} tables={byId} />
      )}
    </WithCode>
  );
}

const Wait = () => (
  <Page>
    <Stack gap={4}>
      <Skeleton width={240} height={28} />
      <Skeleton width="100%" height={320} />
      <Skeleton width="100%" height={240} />
    </Stack>
  </Page>
);
