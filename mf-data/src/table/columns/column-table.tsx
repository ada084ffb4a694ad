import { saidOfColumns, type ProfiledColumn, type TableProfileAttributes } from '@headwater/shared/contract';
import { Link, useSearchParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Cut, Mono, Row, Skeleton, styled, Text } from '@headwater/shared/ui';
import { IconKey } from '@headwater/shared/ui/icons';
import { DataTable, KindIcon, type DataTableColumn } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { isBeingMade } from './profile.queries.ts';
import { Shape } from './shape.tsx';
import { useValueText } from './use-value-text.ts';

interface ColumnTableProps {
  table: Table;
  profile: TableProfileAttributes;
  columns: readonly ProfiledColumn[];
}

/** The columns with their types and the facts that fit into a line. Each leads to all that is known about it. */
export function ColumnTable({ table, profile, columns }: ColumnTableProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const text = useValueText();
  const rows = profile.sampledRows ?? profile.rows;
  const described = saidOfColumns(table.about);
  const isOpen = isBeingMade(profile);
  /** What is known, or that it isn't yet, or won't be. */
  const known = (
    { facts, fault }: ProfiledColumn,
    write: (facts: NonNullable<ProfiledColumn['facts']>) => ReactNode,
  ) => {
    if (facts) return write(facts) ?? <Text tone="dim">–</Text>;
    if (isOpen && !fault) return <Skeleton width={48} />;
    return <Text tone="dim">–</Text>;
  };
  const end = (column: ProfiledColumn, which: 'least' | 'greatest') =>
    known(column, (facts) => {
      const value = facts[which];
      if (value !== null) return <End title={text.value(column, value)}>{text.short(column, value)}</End>;
      return facts.lengths && text.length(column, facts.lengths[which]);
    });
  const shown: DataTableColumn<ProfiledColumn>[] = [
    {
      id: 'name',
      head: t('columns.col_name'),
      rowHead: true,
      cell: ({ name }) => {
        const next = new URLSearchParams(query);
        next.set('column', name);
        const said = described.get(name);
        return (
          <>
            <Row nowrap gap={1.5}>
              <Cut title={name} style={{ maxWidth: 260 }}>
                <ColumnLink to={`?${next}`} replace>
                  <Mono>{name}</Mono>
                </ColumnLink>
              </Cut>
              {table.primaryKey.includes(name) && <IconKey size={14} label={t('columns.key')} />}
            </Row>
            {said && (
              <Said title={said.text} style={{ maxWidth: 200 }}>
                {said.by === 'source' ? t('about.of_source', { text: said.text }) : said.text}
              </Said>
            )}
          </>
        );
      },
    },
    {
      id: 'type',
      head: t('columns.col_type'),
      cell: ({ kind, type, sourceType }) => (
        <Row nowrap gap={1.5}>
          <KindIcon kind={kind} />
          <Cut title={`${t(`kind.${kind}`)}, ${type}`} style={{ maxWidth: 160 }}>
            {sourceType}
          </Cut>
        </Row>
      ),
      hideBelow: 900,
    },
    {
      id: 'values',
      head: t('profile.values'),
      cell: (column) => known(column, ({ shape }) => (shape.rows.length === 0 ? null : <Shape {...shape} />)),
      hideBelow: 600,
    },
    {
      id: 'nulls',
      head: 'NULL',
      align: 'end',
      cell: (column) =>
        known(column, ({ nulls }) => (
          <Nulls>
            {nulls > 0 && <Meter aria-hidden style={{ '--part': `${(nulls / rows) * 100}%` } as object} />}
            <Text tone={nulls === 0 ? 'muted' : undefined}>{text.share(nulls, rows)}</Text>
          </Nulls>
        )),
    },
    {
      id: 'distinct',
      head: t('profile.distinct'),
      align: 'end',
      cell: (column) => known(column, ({ distinct }) => text.distinct(distinct)),
    },
    {
      id: 'least',
      head: t('profile.least'),
      align: 'end',
      cell: (column) => end(column, 'least'),
      hideBelow: 900,
    },
    {
      id: 'greatest',
      head: t('profile.greatest'),
      align: 'end',
      cell: (column) => end(column, 'greatest'),
      hideBelow: 900,
    },
    {
      id: 'mean',
      head: t('profile.mean'),
      align: 'end',
      cell: (column) => known(column, ({ mean }) => (mean === null ? null : text.mean(mean))),
      hideBelow: 1360,
    },
    {
      id: 'top',
      head: t('profile.most_common'),
      cell: (column) =>
        known(column, ({ unique, top }) => {
          if (unique) return <Text tone="muted">{t('profile.unique')}</Text>;
          if (!top) return null;
          return (
            <Top>
              <Cut title={text.value(column, top.value)}>{text.value(column, top.value)}</Cut>
              <Text tone="muted">{text.share(top.rows, rows)}</Text>
            </Top>
          );
        }),
      hideBelow: 1360,
    },
  ];
  const opened = query.get('column');
  return (
    <DataTable
      label={t('table.tab.columns')}
      columns={shown}
      rows={columns}
      rowKey={({ name }) => name}
      density="roomy"
      isSelected={({ name }) => name === opened}
    />
  );
}

// Narrow enough for both ends and the most common value to fit beside each other.
const End = styled(Cut)({ maxWidth: 132, marginLeft: 'auto' });

const Said = styled(Cut)({
  display: 'block',
  fontSize: 'var(--size-12)',
  fontWeight: 'var(--weight-text)',
  color: 'var(--text-2)',
});

const ColumnLink = styled(Link)({ color: 'var(--text)', '&:hover': { textDecoration: 'underline' } });

const Nulls = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  whiteSpace: 'nowrap',
});

const Meter = styled('i')({
  width: 40,
  height: 4,
  borderRadius: 2,
  background: 'linear-gradient(var(--c6), var(--c6)) no-repeat 0 0 / var(--part) 100%, var(--fill)',
  '@media (max-width: 900px)': { display: 'none' },
});

const Top = styled('span')({
  display: 'flex',
  gap: 6,
  maxWidth: 176,
  '& > span': { flex: 'none' },
  '& > span:not(span + span)': { flex: '0 1 auto' },
});
