import type { SqlRunAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Spacer, styled, VisuallyHidden } from '@headwater/shared/ui';
import { Freshness } from '@headwater/shared/ui/workspace';
import { useEffect, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import type { SqlRunState } from './use-sql-run.ts';

interface ResultStatusProps extends Pick<SqlRunState, 'runningSince' | 'result'> {
  /** At its beginning. */
  lead: ReactNode;
  /** At its end. */
  children: ReactNode;
}

/** How the last run went, in a line. */
export function ResultStatus({ runningSince, result, lead, children }: ResultStatusProps) {
  const t = messages.use();
  const oldest = result?.tables.map(({ freshAsOf }) => freshAsOf).sort()[0];
  return (
    <Bar>
      <VisuallyHidden as="h2">{t('sql.result_head')}</VisuallyHidden>
      {lead}
      <Spacer />
      <span role="status">
        {runningSince !== null ? <Elapsed since={runningSince} /> : result && <Summary result={result} />}
      </span>
      {result && result.tables.length > 0 && (
        <Tables title={result.tables.map(({ tableName }) => tableName).join(', ')}>
          {t('sql.from_tables', { count: result.tables.length })}
        </Tables>
      )}
      {result && oldest && <Freshness asOf={oldest} wordy />}
      {children}
    </Bar>
  );
}

function Summary({ result: { rows, milliseconds, rowsRead } }: { result: SqlRunAttributes }) {
  const t = messages.use();
  const { number } = useFormat();
  const values = { count: rows.length, seconds: number(Math.round(milliseconds / 10) / 100) };
  // A count of all rows of a table reads none of them.
  return rowsRead ? t('sql.summary_read', { ...values, read: rowsRead }) : t('sql.summary', values);
}

/** Not read aloud every second. */
function Elapsed({ since }: { since: number }) {
  const t = messages.use();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {t('sql.running')}{' '}
      <span aria-hidden>{t('sql.elapsed', { seconds: Math.round((now - since) / 1_000) })}</span>
    </>
  );
}

const Bar = styled('div')({
  display: 'flex',
  flex: 'none',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 40,
  padding: '4px 16px',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  borderBottom: 'var(--hair)',
});
const Tables = styled('span')({ '@media (max-width: 600px)': { display: 'none' } });
