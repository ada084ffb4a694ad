import type { Column, ColumnFacts } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { useValueText } from './use-value-text.ts';
import { rowsWith } from './values-filter.ts';

interface TopValuesProps {
  address: TableAddress;
  column: Column;
  top: NonNullable<ColumnFacts['top']>;
  /** The rows that were read. */
  rows: number;
  /** Whether values lead to their rows. */
  isLinked: boolean;
}

/** The most frequent values, each with its rows as a bar. */
export function TopValues({ address, column, top, rows, isLinked }: TopValuesProps) {
  const t = messages.use();
  const { number } = useFormat();
  const text = useValueText();
  const most = top[0]?.rows ?? 1;
  return (
    <List aria-label={t('profile.top')}>
      {top.map(({ value, cut, rows: count }, at) => {
        const path = isLinked && !cut ? rowsWith(address, column, value) : null;
        const written = cut ? `${value}…` : text.value(column, value);
        return (
          <li key={at} style={{ '--part': `${(count / most) * 100}%` } as object}>
            {path === null ? (
              <span title={written}>{written}</span>
            ) : (
              <Link to={path} title={t('profile.see_rows', { what: written })}>
                {written}
              </Link>
            )}
            <span>{number(count)}</span>
            <span>{text.share(count, rows)}</span>
          </li>
        );
      })}
    </List>
  );
}

const List = styled('ol')({
  display: 'grid',
  gap: 4,
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 56px',
    gap: 8,
    alignItems: 'center',
    minHeight: 28,
    padding: '0 8px',
    borderRadius: 'var(--radius-in)',
    fontSize: 'var(--size-13)',
    background: 'linear-gradient(var(--accent-soft), var(--accent-soft)) no-repeat 0 0 / var(--part) 100%',
  },
  '& > li > a, & > li > span:nth-of-type(1):not(:only-of-type)': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > li > a': { color: 'var(--text)', fontWeight: 'inherit' },
  // The whole line can be pressed.
  '& > li > a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'var(--radius-in)' },
  '& > li:has(> a:hover)': { boxShadow: 'inset 0 0 0 1px var(--accent-line)' },
  '& > li > :nth-last-child(-n + 2)': {
    color: 'var(--text-2)',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
  },
});
