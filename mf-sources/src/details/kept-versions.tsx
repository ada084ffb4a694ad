import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';

/** Says which data outdated and missing tables show now. Renders nothing if there are no such tables. */
export function KeptVersions({ source: { outdatedTables, missingTables } }: { source: SourceConnection }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  if (!outdatedTables && missingTables === 0) return null;
  return (
    <p>
      {outdatedTables && <Kept {...outdatedTables} dateTime={dateTime} />}{' '}
      {missingTables > 0 && t('details.no_rows', { count: missingTables })}
    </p>
  );
}

type KeptProps = NonNullable<SourceConnection['outdatedTables']> & { dateTime(iso: string): string };

function Kept({ count, oldest, newest, dateTime }: KeptProps) {
  const t = messages.use();
  const [from, to] = [dateTime(oldest), dateTime(newest)];
  return from === to
    ? t('details.kept', { count, time: from })
    : t('details.kept_range', { count, from, to });
}
