import type { Failure } from '@headwater/shared/contract';
import { Banner, Mono, Stack } from '@headwater/shared/ui';
import { FailureText } from '../failure-text.tsx';
import type { SyncRun } from '../sync-run.queries.ts';

/** Tables that failed for a reason of their own; the run's own failure is told above. */
export function StreamFailures({ run }: { run: SyncRun }) {
  const failed = run.streams.flatMap(({ tableName, failure }) =>
    failure && isOwn(failure, run.failure) ? [{ tableName, failure }] : [],
  );
  return failed.map(({ tableName, failure }) => (
    <Banner key={tableName} tone="warn">
      <Stack gap={1}>
        <Mono>{tableName}</Mono>
        <FailureText failure={failure} />
      </Stack>
    </Banner>
  ));
}

/** A run that broke as a whole breaks each of its tables, with the same words. */
const isOwn = (failure: Failure, ofRun: Failure | null) =>
  failure.type !== 'manual_cancellation' &&
  (failure.code !== ofRun?.code || failure.message !== ofRun.message);
