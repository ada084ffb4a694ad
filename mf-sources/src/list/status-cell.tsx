import { useFailureText, useFormat } from '@headwater/shared/messages';
import { Cut, Stack, styled, Text } from '@headwater/shared/ui';
import { ProgressBar, StatusBadge } from '@headwater/shared/ui/workspace';
import { noticeOf } from '../notice.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { displayStatusOf } from '../display-status.ts';
import { STATUS_NAME } from '../status.tsx';
import { useNow } from '../run/use-now.ts';

/** A connection's status, with the reason or the progress below it. */
export function StatusCell({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { number } = useFormat();
  const badge = <StatusBadge status={STATUS_NAME[displayStatusOf(source)]} />;
  const limitedUntil = source.lastRun?.limitedUntil ?? null;
  if (source.status === 'running' && limitedUntil !== null) return <Limited until={limitedUntil} />;
  if (source.status !== 'running') {
    return (
      <Stack gap={0}>
        {badge}
        <Why source={source} />
      </Stack>
    );
  }
  return (
    <Live>
      <span>
        {badge}
        <Text tone="dim" size={12} className="hw-p2">
          {number(source.lastRun?.rowsRead ?? 0)}
        </Text>
      </span>
      <ProgressBar label={t('list.rows_read', { rows: source.lastRun?.rowsRead ?? 0 })} value={null} />
    </Live>
  );
}

/** The source limits the rate of requests, and until when. */
function Limited({ until }: { until: string }) {
  const t = messages.use();
  const { exactTime, relative } = useFormat();
  const now = useNow(true);
  const text =
    Date.parse(until) > now ? t('list.limited', { time: relative(until, now) }) : t('list.limited_now');
  return (
    <Stack gap={0}>
      <StatusBadge status="rate_limited" />
      <ReasonLine title={`${text} ${exactTime(until)}`}>{text}</ReasonLine>
    </Stack>
  );
}

function Why({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const failureText = useFailureText();
  const { failure, lastRun, missingTables } = source;
  const kind = noticeOf(source);
  if (kind === 'tables_failed' && lastRun)
    return (
      <Reason>{t('list.tables_failed', { failed: lastRun.tablesFailed, tables: lastRun.tables })}</Reason>
    );
  if (failure) return <Reason>{failureText(failure).message}</Reason>;
  if (kind === 'fixed' || kind === 'changed') return <Reason>{t('list.changed')}</Reason>;
  if (kind === 'missing') return <Reason>{t('list.missing', { count: missingTables })}</Reason>;
  if (source.pendingChanges > 0)
    return <Reason>{t('list.undecided', { count: source.pendingChanges })}</Reason>;
  if (source.selectedTables === 0) return <Reason>{t('list.no_tables')}</Reason>;
  if (source.status === 'pending' && source.setup === 'unverified')
    return <Reason>{t('list.unverified')}</Reason>;
  return null;
}

function Reason({ children }: { children: string }) {
  return <ReasonLine title={children}>{children}</ReasonLine>;
}

const ReasonLine = styled(Cut)({ fontSize: 'var(--size-12)', color: 'var(--text-3)', paddingLeft: 22 });
const Live = styled('div')({
  display: 'grid',
  gap: 6,
  width: 176,
  '& > span': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  '@media (max-width: 600px)': { width: 132 },
});
