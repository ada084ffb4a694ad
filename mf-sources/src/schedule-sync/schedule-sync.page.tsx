import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { Banner, Note, Page, QueryBoundary, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { PageHead, StatusBadge, Topbar, WizardSteps } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { scheduleQueries, type Schedule } from '../schedule.queries.ts';
import { LeaveGuard } from '../select-data/leave-guard.tsx';
import { sourceQueries, type SourceConnection } from '../source.queries.ts';
import { displayStatusOf } from '../display-status.ts';
import { STATUS_NAME } from '../status.tsx';
import { isBeingSetUp, useWizardSteps } from '../wizard.ts';
import { useWorkspace } from '../workspace.ts';
import { ConflictBanner } from './conflict-banner.tsx';
import { useFieldErrors } from '../field-errors.ts';
import { KindOptions } from './kind-options.tsx';
import { OverlapAndTarget } from './overlap-and-target.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { SaveBar } from './save-bar.tsx';
import { SchedulePreview } from './schedule-preview.tsx';
import { useOthers } from './use-others.ts';
import { usePreview, useSchedule } from './use-schedule.ts';

/** When a connection is synced by itself, and what that means for the coming days. */
export function ScheduleSyncPage() {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { sourceConnectionId = '' } = useParams();
  const source = useQuery(sourceQueries.one(organizationId, sourceConnectionId));
  const schedule = useQuery(scheduleQueries.one(organizationId, sourceConnectionId));
  useTitle(t('schedule.title'));
  const crumbs = [
    { label: t('area'), to: paths.sourceConnections(organizationId) },
    { label: source.data?.name ?? '…', to: paths.sourceConnection(organizationId, sourceConnectionId) },
    { label: t('schedule.title') },
  ];
  const loading = <ScheduleLoading />;
  const missing = t('load_failed.missing');
  const badge = source.data && <StatusBadge status={STATUS_NAME[displayStatusOf(source.data)]} />;
  return (
    <>
      <Topbar crumbs={crumbs} actions={badge} />
      <QueryBoundary query={source} thing={t('details.thing')} missing={missing} loading={loading}>
        {(one) => (
          <QueryBoundary query={schedule} thing={t('schedule.thing')} missing={missing} loading={loading}>
            {(saved) => <ScheduleForm key={one.id} source={one} saved={saved} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}

function ScheduleForm({ source, saved }: { source: SourceConnection; saved: Schedule }) {
  const t = messages.use();
  const errorText = useErrorText();
  const steps = useWizardSteps();
  const schedule = useSchedule(saved);
  const { draft, change } = schedule;
  const others = useOthers(source.id);
  const preview = usePreview(source.id, draft);
  const errors = useFieldErrors(preview.error ?? schedule.error);
  const isInvalid = errors.count > 0;
  const known = isInvalid ? undefined : preview.data;
  const fields = {
    source,
    draft,
    onChange: change,
    errorOf: errors.of,
    faultyCronField: errors.cronField,
    preview: known,
  };
  return (
    <>
      <Page>
        <Stack gap={1}>
          <PageHead
            title={t('schedule.title')}
            actions={isBeingSetUp(source) && <WizardSteps steps={steps} current={3} />}
          />
          <Note>{t('schedule.about', { name: source.name })}</Note>
        </Stack>
        {schedule.isConflict && <ConflictBanner id={source.id} schedule={schedule} />}
        {schedule.error && !schedule.isConflict && !isInvalid && (
          <Banner tone="bad" role="alert">
            {errorText(schedule.error)}
          </Banner>
        )}
        {others.others.length > 0 && (
          <Banner tone="info" role="note">
            {t('schedule.many', { name: source.name, count: others.others.length })}
          </Banner>
        )}
        {source.lifecycle === 'paused' && (
          <Banner tone="info" role="note">
            {t('schedule.paused')}
          </Banner>
        )}
        <Columns>
          <Fieldset disabled={!source.can.edit}>
            <KindOptions {...fields} />
            {draft.kind !== 'manual' && <QuietHours {...fields} />}
            <OverlapAndTarget {...fields} />
          </Fieldset>
          <SchedulePreview
            source={source}
            draft={draft}
            preview={known}
            isInvalid={isInvalid}
            onChange={change}
          />
        </Columns>
      </Page>
      {source.can.edit && (
        <SaveBar source={source} schedule={schedule} others={others} faults={errors.count} />
      )}
      <LeaveGuard changes={schedule.changes.length} />
    </>
  );
}

function ScheduleLoading() {
  return (
    <Page>
      <Stack gap={3}>
        <Skeleton width={220} height={28} />
        <Columns>
          <Skeleton width="100%" height={220} />
          <Skeleton width="100%" height={220} />
        </Columns>
      </Stack>
    </Page>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 500px) minmax(0, 1fr)',
  gap: 48,
  alignItems: 'start',
  '@media (max-width: 1200px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 32 },
  '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 },
});

const Fieldset = styled('fieldset')({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  border: 0,
  padding: 0,
  margin: 0,
  minWidth: 0,
});
