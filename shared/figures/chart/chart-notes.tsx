import type { QueryResult } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { styled } from '@headwater/shared/ui';
import { figureMessages } from '../figure-messages.ts';

/** What a chart doesn't show: rows that it leaves out, and results beyond the limit. */
export function ChartNotes({ result: { cut, notes, later } }: { result: QueryResult }) {
  const t = figureMessages.use();
  const { number, dateTime } = useFormat();
  const since = later?.since ?? null;
  if (!cut && notes.length === 0 && since === null) return null;
  return (
    <List>
      {cut && <li>{t('chart.cut', { shown: number(cut.shown), of: number(cut.of) })}</li>}
      {since !== null && <li>{t('chart.later', { time: dateTime(since) })}</li>}
      {notes.map(({ code, column, rows }) => (
        <li key={code + column}>{t(`chart.note.${code}`, { column, rows })}</li>
      ))}
    </List>
  );
}

const List = styled('ul')({
  display: 'grid',
  gap: 4,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
});
