import type { Failure } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { FailureButton } from './failure-button.tsx';
import { noticeOf, type NoticeKind } from './notice.ts';

/** What needs a hand at this connection, and the press that leads there. */
export function SourceNotices({ source }: { source: SourceConnection }) {
  const [query] = useSearchParams();
  const kind = noticeOf(source);
  // A run that is open tells its own failure.
  if (kind === null || query.has('run')) return null;
  if (kind !== 'failed') return <Notice kind={kind} source={source} />;
  return source.failure && <Failed source={source} failure={source.failure} />;
}

const TONE = { partly: 'warn', rejected: 'warn', broken: 'bad', choose: 'info', untested: 'warn' } as const;

interface NoticeProps {
  kind: Exclude<NoticeKind, 'failed'>;
  source: SourceConnection;
}

function Notice({ kind, source }: NoticeProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const page = paths.sourceConnection(organizationId, source.id);
  const run = source.lastRun?.id ?? '';
  const count = source.lastRun?.rowsRejected ?? 0;
  const [text, button, to] = {
    partly: [t('details.partly'), t('details.see_run'), `${page}?tab=runs&run=${run}`],
    rejected: [
      t('details.rejected', { count }),
      t('details.see_rejected', { count }),
      `${page}?tab=runs&run=${run}&rejected=${run}`,
    ],
    broken: [t('details.broken'), t('details.test'), `${page}?tab=settings`],
    choose: [
      t('details.choose_text', { source: source.name }),
      t('details.choose'),
      paths.selectData(organizationId, source.id),
    ],
    untested: [t('details.unverified'), t('details.test'), `${page}?tab=settings`],
  }[kind] as [string, string, string];
  return (
    <Banner
      tone={TONE[kind]}
      role="note"
      action={
        <Button size="small" to={to}>
          {button}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

function Failed({ source, failure }: { source: SourceConnection; failure: Failure }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { freshAsOf } = source;
  return (
    <Banner tone="bad" role="status" action={<FailureButton failure={failure} source={source} />}>
      <FailureText failure={failure} />
      <p>{freshAsOf ? t('details.last_good', { time: dateTime(freshAsOf) }) : t('details.no_good')}</p>
    </Banner>
  );
}
