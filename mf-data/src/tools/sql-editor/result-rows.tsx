import type { SqlRunAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { styled } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useMemo, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { markCut } from '../../table/rows/mark-cut.ts';
import { IconTerminal } from '../tools.ts';
import { withDays } from './result-days.ts';

interface ResultRowsProps {
  result: SqlRunAttributes | null;
  busy: boolean;
  /** What can be tried before anything has run. */
  examples: ReactNode;
}

/** The rows of a result, and whether these are all. */
export function ResultRows({ result, busy, examples }: ResultRowsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const shown = useMemo(
    () => result && withDays({ ...result, rows: [...markCut(result)] as typeof result.rows }),
    [result],
  );
  const columns = useMemo(
    () => shown?.columns.map((column) => ({ ...column, zone: shown.zone })) ?? [],
    [shown],
  );
  if (!result || !shown)
    return (
      <EmptyState icon={<IconTerminal size={20} />} title={t('sql.nothing_yet')} action={examples}>
        {t('sql.nothing_yet_text')}
      </EmptyState>
    );
  return (
    <>
      <DataGrid
        label={t('sql.result')}
        columns={columns}
        rows={shown.rows}
        firstRow={0}
        totalRows={result.isCutBy ? null : result.rows.length}
        busy={busy}
      />
      {(result.isCutBy || result.rows.length === 0) && (
        <Foot>
          {result.rows.length === 0 && t('sql.no_rows')}
          {result.isCutBy === 'limit' && t('sql.cut_by_limit', { count: number(result.rows.length) })}
          {result.isCutBy === 'size' && t('sql.cut_by_size')}
        </Foot>
      )}
    </>
  );
}

const Foot = styled('div')({
  padding: '8px 16px',
  minHeight: 36,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  borderTop: 'var(--hair)',
});
