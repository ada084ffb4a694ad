import type { ProfiledColumn, saidOfColumns } from '@headwater/shared/contract';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { Cut, Mono, Row, styled, Text } from '@headwater/shared/ui';
import { IconKey } from '@headwater/shared/ui/icons';
import { KindIcon } from '@headwater/shared/ui/table';
import { messages } from '../../messages.ts';

interface NameCellProps {
  name: string;
  /** Whether it's part of the primary key. */
  isKey: boolean;
  description: ReturnType<ReturnType<typeof saidOfColumns>['get']>;
}

/** A column's name, which leads to all that is known about it, above what is said about it. */
export function NameCell({ name, isKey, description }: NameCellProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('column', name);
  return (
    <>
      <Row nowrap gap={1.5}>
        <Cut title={name} style={{ maxWidth: 260 }}>
          <ColumnLink to={`?${next}`} replace>
            <Mono>{name}</Mono>
          </ColumnLink>
        </Cut>
        {isKey && <IconKey size={14} label={t('columns.key')} />}
      </Row>
      {description && (
        <Said title={description.text} style={{ maxWidth: 200 }}>
          {description.by === 'source' ? t('about.of_source', { text: description.text }) : description.text}
        </Said>
      )}
    </>
  );
}

export function TypeCell({ column: { kind, type, sourceType } }: { column: ProfiledColumn }) {
  const t = messages.use();
  return (
    <Row nowrap gap={1.5}>
      <KindIcon kind={kind} />
      <Cut title={`${t(`kind.${kind}`)}, ${type}`} style={{ maxWidth: 160 }}>
        {sourceType}
      </Cut>
    </Row>
  );
}

interface NullShareProps {
  nulls: number;
  rows: number;
  /** Their share, as people read it. */
  written: string;
}

/** How many of the rows have no value. */
export function NullShare({ nulls, rows, written }: NullShareProps) {
  return (
    <Nulls>
      {nulls > 0 && <Meter aria-hidden style={{ '--part': `${(nulls / rows) * 100}%` } as object} />}
      <Text tone={nulls === 0 ? 'muted' : undefined}>{written}</Text>
    </Nulls>
  );
}

/** The most common value, and in how many of the rows it is. */
export function TopValue({ value, share }: { value: string; share: string }) {
  return (
    <Top>
      <Cut title={value}>{value}</Cut>
      <Text tone="muted">{share}</Text>
    </Top>
  );
}

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
