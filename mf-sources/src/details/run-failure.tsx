import type { Failure } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Banner, Mono, Stack, styled } from '@headwater/shared/ui';
import { FailureText } from '../failure-text.tsx';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import type { SyncRun } from '../sync-run.queries.ts';
import { FailureButton } from './failure-button.tsx';

interface RunFailureProps {
  source: SourceConnection;
  run: SyncRun;
  failure: Failure;
}

/** Why a run failed, what to do, the source's own words, and that the last good version is still there. */
export function RunFailure({ source, run, failure }: RunFailureProps) {
  const t = messages.use();
  const { dateTime, relative } = useFormat();
  const { freshAsOf } = source;
  return (
    <Banner
      tone={run.state === 'incomplete' ? 'warn' : 'bad'}
      action={<FailureButton failure={failure} source={source} />}
    >
      <Stack gap={2}>
        <FailureText failure={failure} />
        {failure.internalMessage && <OwnWords title={t('details.raw')}>{failure.internalMessage}</OwnWords>}
        <p>
          {freshAsOf ? t('details.last_good', { time: dateTime(freshAsOf) }) : t('details.no_good')}{' '}
          {run.retryAt && t('details.retry_at', { time: relative(run.retryAt) })}
        </p>
      </Stack>
    </Banner>
  );
}

const OwnWords = styled(Mono)({
  color: 'var(--bad-text)',
  fontSize: 'var(--size-12)',
  overflowWrap: 'anywhere',
});
