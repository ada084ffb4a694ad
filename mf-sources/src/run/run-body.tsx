import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import type { SyncRun } from '../sync-run.queries.ts';
import { RunFailure } from './run-failure.tsx';
import { RunProof } from './run-proof.tsx';
import { StreamTable } from './stream-table.tsx';

interface RunBodyProps {
  source: SourceConnection;
  run: SyncRun;
  rateOf(tableName: string): number | null;
}

/** A run below its heading: what went wrong, its row counts, and each of its tables. */
export function RunBody({ source, run, rateOf }: RunBodyProps) {
  const t = messages.use();
  return (
    <>
      <RunFailure source={source} run={run} />
      {run.state === 'canceled' && <Banner tone="info">{t('run.canceled_text')}</Banner>}
      {run.startedAt !== null && <RunProof source={source} run={run} />}
      <StreamTable source={source} run={run} rateOf={rateOf} />
    </>
  );
}
