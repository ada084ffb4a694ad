import type { Failure } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import type { ReactNode } from 'react';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import { remedyOf } from '../remedy.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { FailureButton } from '../failure-button.tsx';
import { KeptVersions } from './kept-versions.tsx';
import { NextAttempt } from '../run/next-attempt.tsx';
import { noticeOf, type NoticeKind } from '../notice.ts';
import { SyncButton } from '../sync-button.tsx';

/** What needs attention at this connection, with a button that helps or leads to where it can be fixed. */
export function SourceNotices({ source }: { source: SourceConnection }) {
  const kind = noticeOf(source);
  if (kind === null) return null;
  const Notice = NOTICES[kind];
  return <Notice source={source} />;
}

interface NoticeProps {
  source: SourceConnection;
}

const NOTICES: Record<NoticeKind, (props: NoticeProps) => ReactNode> = {
  failed: Failed,
  paused: Paused,
  tables_failed: TablesFailed,
  broken: Broken,
  interrupted: Interrupted,
  fixed: Fixed,
  changed: Changed,
  missing: Missing,
  rejected: Rejected,
  choose: Choose,
  untested: Untested,
  unscheduled: Unscheduled,
};

function Failed({ source }: NoticeProps) {
  if (!source.failure) return null;
  return (
    <Banner tone="bad" action={<FailureButton failure={source.failure} source={source} />}>
      <FailureText failure={source.failure} />
      <KeptVersions source={source} />
      <Streak source={source} />
    </Banner>
  );
}

/** So many failed runs in a row are worth a warning. */
const MANY_FAILED = 4;

/** Warns before a connection is paused because its runs keep failing, or says that it was. */
function Streak({ source: { failedRuns, pause, lifecycle } }: NoticeProps) {
  const t = messages.use();
  const { relative } = useFormat();
  if (pause?.code === 'auto_paused') return <p>{t('pause.auto_paused', { time: relative(pause.at) })}</p>;
  if (failedRuns < MANY_FAILED || lifecycle !== 'active') return null;
  return <p>{t('details.keeps_failing', { count: failedRuns })}</p>;
}

function TablesFailed({ source }: NoticeProps) {
  const t = messages.use();
  if (!source.lastRun) return null;
  const { tables, tablesFailed } = source.lastRun;
  return (
    <Banner tone="bad" action={<SeeRun source={source} />}>
      <strong>{t('details.tables_failed', { failed: tablesFailed, tables })}</strong>
      <KeptVersions source={source} />
      <Streak source={source} />
    </Banner>
  );
}

function Interrupted({ source }: NoticeProps) {
  const t = messages.use();
  return (
    <Banner tone="warn" action={<SyncButton source={source}>{t('details.resume')}</SyncButton>}>
      <strong>
        {t('details.interrupted')} <NextAttempt at={source.lastRun?.retryAt ?? null} source={source} />
      </strong>
      {source.failure && <Cause failure={source.failure} />}
      <KeptVersions source={source} />
    </Banner>
  );
}

function Fixed({ source }: NoticeProps) {
  const t = messages.use();
  const failure = source.lastRun?.failure;
  return (
    <Banner tone="info" action={<SyncButton source={source}>{t('details.sync')}</SyncButton>}>
      <strong>{t('details.fixed')}</strong>
      {failure && !isDecided(failure) && <Cause failure={failure} />}
      <KeptVersions source={source} />
    </Banner>
  );
}

/** A failure that needs a decision has its own notice. */
const isDecided = (failure: Failure) => remedyOf(failure) === 'decide';

function Changed({ source }: NoticeProps) {
  const t = messages.use();
  return <SyncNotice source={source}>{t('details.changed')}</SyncNotice>;
}

function Missing({ source }: NoticeProps) {
  const t = messages.use();
  return <SyncNotice source={source}>{t('details.missing', { count: source.missingTables })}</SyncNotice>;
}

/** Something that the next sync brings up to date. */
function SyncNotice({ source, children }: NoticeProps & { children: ReactNode }) {
  const t = messages.use();
  return (
    <Banner tone="info" action={<SyncButton source={source}>{t('details.sync')}</SyncButton>}>
      {children}
    </Banner>
  );
}

function Rejected({ source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  if (!source.lastRun) return null;
  const { id, rowsRejected: count } = source.lastRun;
  return (
    <Banner
      tone="warn"
      role="note"
      action={
        <Button size="small" to={`${paths.run(organizationId, source.id, id)}?rejected=shown`}>
          {t('details.see_rejected', { count })}
        </Button>
      }
    >
      {t('details.rejected', { count })}
    </Banner>
  );
}

function Broken({ source }: NoticeProps) {
  const t = messages.use();
  return (
    <Banner tone="bad" role="note" action={<TestButton source={source} />}>
      {t('details.broken')}
    </Banner>
  );
}

function Untested({ source }: NoticeProps) {
  const t = messages.use();
  return (
    <Banner tone="warn" role="note" action={<TestButton source={source} />}>
      {t('details.unverified')}
    </Banner>
  );
}

function Paused({ source }: NoticeProps) {
  const t = messages.use();
  const { relative } = useFormat();
  if (!source.pause) return null;
  const { code, by, at } = source.pause;
  return (
    <Banner tone="info" role="note">
      {t(`pause.${code}`, { by: by ?? '', time: relative(at) })}
    </Banner>
  );
}

function Unscheduled({ source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const to = paths.scheduleSync(organizationId, source.id);
  return <NextStep button={{ to, label: t('details.schedule') }}>{t('details.unscheduled')}</NextStep>;
}

function Choose({ source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const to = paths.selectData(organizationId, source.id);
  const text = t('details.choose_text', { source: source.name });
  return <NextStep button={{ to, label: t('details.choose') }}>{text}</NextStep>;
}

/** What is left to set up, with a button that leads there. */
function NextStep({ button, children }: { button: { to: string; label: string }; children: ReactNode }) {
  const link = (
    <Button size="small" to={button.to}>
      {button.label}
    </Button>
  );
  return (
    <Banner tone="info" role="note" action={link}>
      {children}
    </Banner>
  );
}

const Cause = ({ failure }: { failure: Failure }) => <FailureText failure={failure} quiet />;

function SeeRun({ source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  return (
    <Button size="small" to={paths.run(organizationId, source.id, source.lastRun?.id ?? '')}>
      {t('details.see_run')}
    </Button>
  );
}

function TestButton({ source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  if (!source.can.edit) return null;
  return (
    <Button size="small" to={`${paths.sourceConnection(organizationId, source.id)}?tab=settings`}>
      {t('details.test')}
    </Button>
  );
}
