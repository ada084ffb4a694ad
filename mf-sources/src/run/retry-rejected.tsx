import type { RunStream } from '@headwater/shared/contract';
import { Note, Row, Stack } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { SyncButton } from '../sync-button.tsx';

interface RetryRejectedProps {
  source: SourceConnection;
  streams: readonly RunStream[];
}

/** Says how rejected rows are read again once their cause is fixed, with a button where that costs the table nothing. */
export function RetryRejected({ source, streams }: RetryRejectedProps) {
  const t = messages.use();
  const affected = streams.filter(({ rowsRejected }) => rowsRejected > 0);
  const namesOf = (some: readonly RunStream[]) => some.map(({ tableName }) => tableName);
  const again = affected.filter(({ retry }) => retry !== 'loses_history');
  const kept = namesOf(affected.filter(({ retry }) => retry === 'loses_history'));
  const tables = namesOf(again);
  const refresh = again.some(({ retry }) => retry === 'from_scratch');
  return (
    <Stack gap={2}>
      {tables.length > 0 && (
        <Row gap={3}>
          <Note>
            {t(refresh ? 'rejected.retry_scratch' : 'rejected.retry_any', {
              count: tables.length,
              table: tables[0]!,
            })}
          </Note>
          <SyncButton source={source} contents={{ tables, ...(refresh && { refresh }) }}>
            {t('sync.retry', { count: tables.length, table: tables[0]! })}
          </SyncButton>
        </Row>
      )}
      {kept.length > 0 && <Note>{t('rejected.retry_history', { count: kept.length, table: kept[0]! })}</Note>}
    </Stack>
  );
}
