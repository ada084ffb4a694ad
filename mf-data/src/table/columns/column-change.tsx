import type { Column, ColumnFacts } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Note } from '@headwater/shared/ui';
import { DataTable } from '@headwater/shared/ui/table';
import { Frame } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { useValueText } from './use-value-text.ts';

interface Side {
  rows: number;
  facts: ColumnFacts;
}

interface ColumnChangeProps {
  column: Column;
  now: Side;
  before: Side & { version: number; type: string };
}

/** Which figures of a column differ from those of an earlier version. */
export function ColumnChange({ column, now, before }: ColumnChangeProps) {
  const t = messages.use();
  const { number } = useFormat();
  const text = useValueText();
  const orNone = (value: string | null, write: (value: string) => string) =>
    value === null ? '–' : write(value);
  const value = (found: string) => text.value(column, found);
  const figures: readonly [string, (side: Side) => string][] = [
    [t('profile.rows'), ({ rows }) => number(rows)],
    ['NULL', ({ rows, facts }) => `${number(facts.nulls)} · ${text.share(facts.nulls, rows)}`],
    [t('profile.distinct'), ({ facts }) => text.distinct(facts.distinct)],
    [t('profile.least'), ({ facts }) => orNone(facts.least, value)],
    [t('profile.median'), ({ facts }) => orNone(facts.quartiles?.median ?? null, value)],
    [t('profile.greatest'), ({ facts }) => orNone(facts.greatest, value)],
    [t('profile.mean'), ({ facts }) => (facts.mean === null ? '–' : text.mean(facts.mean))],
  ];
  const changes = [
    ...(column.type === before.type
      ? []
      : [{ name: t('columns.col_type'), then: before.type, today: column.type }]),
    ...figures.map(([name, write]) => ({ name, then: write(before), today: write(now) })),
  ].filter(({ then, today }) => then !== today);
  if (changes.length === 0) return <Note>{t('profile.unchanged')}</Note>;
  return (
    <Frame>
      <DataTable
        label={t('profile.since', { version: before.version })}
        columns={[
          { id: 'name', head: t('profile.figure'), rowHead: true, cell: ({ name }) => name },
          { id: 'then', head: t('profile.then'), align: 'end', cell: ({ then }) => then },
          { id: 'now', head: t('profile.now'), align: 'end', cell: ({ today }) => today },
        ]}
        rows={changes}
        rowKey={({ name }) => name}
      />
    </Frame>
  );
}
